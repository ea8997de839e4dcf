/** A small file server for the viewer: its page, and the files of a model. It responds to this machine only. */
import { realpathSync, watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join, normalize, resolve, sep } from 'node:path';
import { modelFiles } from '../../../src/index.ts';
import { contentType, headers, isVisibleInside, refuse, sendFile, sendViewerFile } from './files.ts';

export interface ServeOptions {
  /** Folder of the built viewer. */
  viewer: string;
  /** Model to show; without it the gallery. */
  model?: string;
  /** The only folder to serve model files from (default: the model's folder, and all files that it names). */
  root?: string;
  /** Port (default: 0, any free port). */
  port?: number;
}

export interface Serving {
  /** URL to open in a browser. */
  url: string;
  close(): Promise<void>;
}

/** Model files are served under this path, by their full path. */
const MODEL = '/model/';

/** Files of `onnxruntime-web`, which runs policies, if it is installed. */
const RUNTIME = '/onnxruntime/';

/** Serve until closed. */
export async function serve(options: ServeOptions): Promise<Serving> {
  const model = options.model === undefined ? undefined : realpathSync(resolve(options.model));
  const viewer = realpathSync(resolve(options.viewer));
  const isServed = model === undefined ? () => false : await makeFileFilter(model, options.root);
  const listeners = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    if (!isLocal(request)) return refuse(response, 403);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405);
    const path = requestPath(request);
    if (path === undefined) return refuse(response, 400);
    if (path === '/live' && model) return listen(response, listeners);
    if (path.startsWith(MODEL)) return void sendFile(response, localPath(path.slice(MODEL.length)), isServed);
    if (path.startsWith(RUNTIME)) return void sendRuntime(response, path.slice(RUNTIME.length));
    if (path === '/' || path === '/index.html') return void sendPage(response, viewer, model !== undefined);
    void sendViewerFile(response, viewer, path);
  });
  const watcher = model === undefined ? undefined : watchFolder(dirname(model), () => notifyListeners(listeners));
  await listenOn(server, options.port ?? 0);
  const { port } = server.address() as AddressInfo;
  const hash = model === undefined ? '' : `#model=${encodePath(MODEL + posix(model).replace(/^\//, ''))}`;
  return {
    url: `http://localhost:${port}/${hash}`,
    close: () => {
      watcher?.close();
      for (const response of listeners) response.end();
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

/** The filter for served files: the folder of the model, or the given root, and files that the model names elsewhere.
 * Links are resolved before the test. */
async function makeFileFilter(model: string, root: string | undefined): Promise<(real: string) => boolean> {
  const folder = realpathSync(root === undefined ? dirname(model) : resolve(root));
  if (root !== undefined) return (real) => isVisibleInside(folder, real);
  const named = new Set([model, ...(await referencedFiles(model))]);
  return (real) => named.has(real) || isVisibleInside(folder, real);
}

/** Real paths of all files that a model refers to, as far as it can be read. */
async function referencedFiles(model: string): Promise<string[]> {
  const names: string[] = await modelFiles(model).catch(() => []);
  return names.flatMap((name) => {
    try {
      return [realpathSync(name)];
    } catch {
      return [];
    }
  });
}

/** Rejects pages of other origins, and pages that reach this machine by another host name. */
function isLocal({ headers: { host = '', 'sec-fetch-site': site } }: IncomingMessage): boolean {
  if (!['localhost', '127.0.0.1', '[::1]'].includes(host.replace(/:\d+$/, ''))) return false;
  return site === undefined || site === 'same-origin' || site === 'none';
}

function requestPath(request: IncomingMessage): string | undefined {
  try {
    const path = decodeURIComponent((request.url ?? '/').split(/[?#]/)[0]!);
    return path.includes('\0') ? undefined : path;
  } catch {
    return undefined;
  }
}

/** Local path of a model file: on Windows it begins with a drive instead of a slash. */
function localPath(path: string): string {
  return normalize(/^[A-Za-z]:/.test(path) ? path : `/${path}`);
}

/** Searched from the working directory, or from this package. */
function sendRuntime(response: ServerResponse, name: string): void | Promise<void> {
  for (const from of [join(process.cwd(), 'here.js'), import.meta.url]) {
    try {
      const folder = realpathSync(dirname(createRequire(from).resolve('onnxruntime-web')));
      return sendFile(response, join(folder, name), (real) => isVisibleInside(folder, real));
    } catch {
      // not there
    }
  }
  return refuse(response, 404);
}

async function sendPage(response: ServerResponse, folder: string, live: boolean): Promise<void> {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined);
  if (page === undefined) return refuse(response, 404);
  response.writeHead(200, { ...headers, 'Content-Type': contentType('index.html') });
  response.end(live ? page.replace('<html', '<html data-live="yes"') : page);
}

/** Keep a connection open to notify the page of changes. */
function listen(response: ServerResponse, listeners: Set<ServerResponse>): void {
  response.writeHead(200, { ...headers, 'Content-Type': 'text/event-stream' });
  response.write('retry: 1000\n\n');
  listeners.add(response);
  response.on('close', () => listeners.delete(response));
}

function notifyListeners(listeners: ReadonlySet<ServerResponse>): void {
  for (const response of listeners) response.write('event: change\ndata:\n\n');
}

/** Call back once per change, for any number of editor events. */
function watchFolder(folder: string, changed: () => void): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(changed, 120);
  };
  const watcher = watch(folder, { recursive: true }, (_, name) => {
    if (name === null || !/(^|[\\/])(\.|node_modules)|~$/.test(name)) soon();
  });
  watcher.on('error', () => watcher.close());
  return {
    close: () => {
      clearTimeout(timer);
      watcher.close();
    },
  };
}

function listenOn(server: Server, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', () => done());
  });
}

/** Encodes a path for a link. Only characters that would end the link are escaped. */
function encodePath(path: string): string {
  return encodeURIComponent(path).replaceAll('%2F', '/').replaceAll('%3A', ':');
}

function posix(path: string): string {
  return path.split(sep).join('/');
}
