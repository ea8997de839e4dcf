/** A small file server for the viewer: its page, and the files of a model. It answers this machine only. */
import { createReadStream, existsSync, readFileSync, realpathSync, statSync, watch } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, extname, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';

export interface ServeOptions {
  /** Folder of the built viewer. */
  viewer: string;
  /** Model to show; without it the gallery. */
  model?: string;
  /** Folder that files of the model must lie in; the current one if the model is in it, else the model's own. */
  root?: string;
  /** 0, or nothing, takes any free port. */
  port?: number;
}

export interface Serving {
  /** Address to open in a browser. */
  url: string;
  close(): Promise<void>;
}

/** Files of a model are found under this path, by their full path. */
const MODEL = '/model/';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.xml': 'text/xml; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** Serve until closed. */
export async function serve(options: ServeOptions): Promise<Serving> {
  const model = options.model === undefined ? undefined : realpathSync(resolve(options.model));
  const root = model && realpathSync(resolve(options.root ?? (isInside(process.cwd(), model) ? '.' : dirname(model))));
  const listeners = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    if (!isLocal(request)) return void refuse(response, 403);
    if (request.method !== 'GET' && request.method !== 'HEAD') return void refuse(response, 405);
    const path = pathOf(request);
    if (path === undefined) refuse(response, 400);
    else if (path === '/live' && model) listen(response, listeners);
    else if (path.startsWith(MODEL) && root) sendInside(response, root, `/${path.slice(MODEL.length)}`);
    else if (path === '/' || path === '/index.html') sendPage(response, options.viewer, model !== undefined);
    else sendInside(response, options.viewer, join(options.viewer, path));
  });
  const watcher = model === undefined ? undefined : watchFolder(dirname(model), () => tell(listeners));
  await listenOn(server, options.port ?? 0);
  const { port } = server.address() as AddressInfo;
  const hash = model === undefined ? '' : `#model=${wordOf(MODEL + posix(model).replace(/^\//, ''))}`;
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

/** Requests that name another host come from a page that pretends to be this one. */
function isLocal(request: IncomingMessage): boolean {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  return ['localhost', '127.0.0.1', '[::1]'].includes(host);
}

function pathOf(request: IncomingMessage): string | undefined {
  try {
    const path = decodeURIComponent((request.url ?? '/').split(/[?#]/)[0]!);
    return path.includes('\0') ? undefined : path;
  } catch {
    return undefined;
  }
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}

/** Send a file if it exists inside a folder, links resolved. */
function sendInside(response: ServerResponse, folder: string, path: string): void {
  // on Windows the path of a model begins with a drive, not with a slash
  const file = normalize(/^\/[A-Za-z]:/.test(path) ? path.slice(1) : path);
  const real = isInside(folder, file) && existsSync(file) ? realpathSync(file) : undefined;
  if (real === undefined || !isInside(realpathSync(folder), real) || !statSync(real).isFile()) {
    refuse(response, 404);
    return;
  }
  response.writeHead(200, {
    ...headers,
    'Content-Type': types[extname(real).toLowerCase()] ?? 'application/octet-stream',
  });
  createReadStream(real)
    .on('error', () => response.destroy())
    .pipe(response);
}

// the two policies give the page a finer clock, for the profile by stage
const headers = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'X-Content-Type-Options': 'nosniff',
};

function sendPage(response: ServerResponse, folder: string, live: boolean): void {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  response.writeHead(200, { ...headers, 'Content-Type': types['.html'] });
  response.end(live ? page.replace('<html', '<html data-live="yes"') : page);
}

/** Keep a line open on which the page is told about changes. */
function listen(response: ServerResponse, listeners: Set<ServerResponse>): void {
  response.writeHead(200, { ...headers, 'Content-Type': 'text/event-stream' });
  response.write('retry: 1000\n\n');
  listeners.add(response);
  response.on('close', () => listeners.delete(response));
}

function tell(listeners: ReadonlySet<ServerResponse>): void {
  for (const response of listeners) response.write('event: change\ndata:\n\n');
}

/** Call back once when files change, however many events an editor makes of it. */
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

function isInside(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== '' && path.split(sep)[0] !== '..' && !isAbsolute(path);
}

/** A path as a word of a link: readable, but for what would end the word. */
function wordOf(path: string): string {
  return encodeURIComponent(path).replaceAll('%2F', '/').replaceAll('%3A', ':');
}

function posix(path: string): string {
  return path.split(sep).join('/');
}
