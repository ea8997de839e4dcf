/** Sends files of a folder to a browser: resolves links, rejects dot files, and closes files after broken downloads. */
import { existsSync } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, isAbsolute, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
  '.json': 'application/json; charset=utf-8',
  '.xml': 'text/xml; charset=utf-8',
  '.urdf': 'text/xml; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

// the first two policies give the page a finer clock, for the profile by stage; the third blocks other pages
export const headers = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** Send a file if its real path passes a test; otherwise 404, also if it no longer exists. */
export async function sendFile(
  response: ServerResponse,
  path: string,
  isAllowed: (real: string) => boolean,
): Promise<void> {
  // a file can disappear between any two of these calls
  const real = await realpath(path).catch(() => undefined);
  const file = real !== undefined && isAllowed(real) ? await open(real).catch(() => undefined) : undefined;
  if (file === undefined) return refuse(response, 404);
  try {
    if (!(await file.stat()).isFile()) return refuse(response, 404);
    response.writeHead(200, { ...headers, 'Content-Type': contentType(path) });
    if (response.req.method === 'HEAD') response.end();
    else await pipeline(file.createReadStream({ autoClose: false }), response);
  } catch {
    // the browser has disconnected or the file was deleted: no response is needed
    response.destroy();
  } finally {
    await file.close();
  }
}

export function contentType(path: string): string {
  return types[extname(path).toLowerCase()] ?? 'application/octet-stream';
}

export function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, headers).end();
}

/** Whether a file is inside a folder, on a path without hidden parts. */
export function isVisibleInside(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== '' && !isAbsolute(path) && !path.split(sep).some((part) => part.startsWith('.'));
}

/** Send a file of the viewer. Files shared with the package, such as the compiled engine, are next to it there. */
export async function sendViewerFile(response: ServerResponse, viewer: string, path: string): Promise<void> {
  const isShared = /^\/?shared\//.test(path) && !existsSync(join(viewer, 'shared'));
  const folder = isShared ? join(viewer, '..') : viewer;
  const inside = isShared ? join(folder, 'shared') : viewer;
  return sendFile(response, join(folder, path), (real) => isVisibleInside(inside, real));
}
