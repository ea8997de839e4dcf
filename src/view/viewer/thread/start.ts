/** Starting the thread of an engine from text, so that no bundler has to know of it. */
import { base64 } from '../../../core/wasm/module.gen.js';
import { source } from './thread.gen.js';

/** A new thread; throws where a page may not have one. */
export function startThread(): Worker {
  // the compiled engine is in the page already: the thread gets it in front of its program
  const parts = [`globalThis.tenonEngine=${JSON.stringify(base64)};`, source];
  const url = URL.createObjectURL(new Blob(parts, { type: 'text/javascript' }));
  try {
    return new Worker(url, { name: 'tenon' });
  } finally {
    // the worker has begun to read it; a moment later nobody needs the address
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
}
