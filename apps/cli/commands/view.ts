import { existsSync } from 'node:fs';
import { openBrowser } from '../../viewer/server/openBrowser.ts';
import { serve } from '../../viewer/server/serve.ts';
import { type Command, UsageError } from '../args.ts';
import { findViewer } from '../files.ts';
import { requireFile } from '../open.ts';

export const view: Command = {
  name: 'view',
  summary: 'Show a model in the browser; the page reloads when its files change.',
  operand: '[<model.xml>]',
  options: {
    port: { value: '<n>', short: 'p', help: 'port to serve on (default: any free one)' },
    root: { value: '<dir>', help: 'folder that contains all files of the model' },
    'no-open': { help: 'print the URL without opening a browser' },
    json: { help: 'print the URL as JSON, on one line' },
  },
  examples: ['tenon view humanoid.xml', 'tenon view --no-open --port 8080 arm/scene.xml', 'tenon view'],
  async run(args) {
    const model = args.operands.length === 0 ? undefined : args.file();
    if (model !== undefined) requireFile(model);
    const port = args.whole('port', 0);
    if (port !== undefined && port > 65535) throw new UsageError(`--port: expected at most 65535, found '${port}'`);
    const root = args.text('root');
    if (root !== undefined && !existsSync(root)) throw new UsageError(`--root: no such folder '${root}'`, 1);
    const { url, close } = await start(viewerFolder(), model, root, port);
    if (args.has('json')) console.log(JSON.stringify({ url }));
    else console.log(`${model === undefined ? 'the gallery' : model} is at ${url}\nPress Ctrl C to stop`);
    if (!args.has('no-open')) openBrowser(url);
    await waitForInterrupt();
    await close();
    return 0;
  },
};

async function start(viewer: string, model?: string, root?: string, port?: number) {
  try {
    return await serve({ viewer, model, root, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new UsageError(`port ${port} is in use. Omit --port to use a free one`, 1);
    if (code === 'EACCES') throw new UsageError(`port ${port} is not permitted. Try one above 1023`, 1);
    throw error;
  }
}

/** The built viewer. */
export function viewerFolder(): string {
  const found = findViewer();
  if (found) return found;
  throw new UsageError("the viewer is not built. Run 'node scripts/viewer.mjs' in the clone first", 1);
}

function waitForInterrupt(): Promise<void> {
  return new Promise((done) => {
    process.once('SIGINT', () => done());
    process.once('SIGTERM', () => done());
  });
}
