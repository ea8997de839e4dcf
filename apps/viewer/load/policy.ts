/** Policies that are dropped on the page: an ONNX file, and a card of the same name that says what it sees. */
import type { PolicyCard } from '../../../src/policy.ts';
import type { PolicySource } from '../../../src/view/viewer/run/policy.ts';

/** Where the server of the page has onnxruntime-web; it is large, and only pages with policies need it. */
const RUNTIME = 'onnxruntime/ort.wasm.min.mjs';

/** The policy among some files; undefined if there is none.
 *  @throws Error if its card is missing or cannot be read */
export function policyAmong(files: ReadonlyMap<string, Uint8Array>): (PolicySource & { name: string }) | undefined {
  const name = [...files.keys()].find((path) => /\.onnx$/i.test(path));
  const file = name && files.get(name);
  if (name === undefined || !file) return undefined;
  const cardName = name.replace(/\.onnx$/i, '.json');
  const card = files.get(cardName);
  if (card === undefined) throw new Error(`${name} needs ${cardName} beside it, which says what the policy sees.`);
  return { name, file, card: readCard(cardName, card), runtime: new URL(RUNTIME, document.baseURI).href };
}

function readCard(name: string, bytes: Uint8Array): PolicyCard {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as PolicyCard;
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
