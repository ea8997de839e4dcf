/** Sending files of a folder to a browser: links resolved, no dot files, no file left open behind a broken download. */
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

// the first two policies give the page a finer clock, for the profile by stage; the third keeps other pages out
export const headers = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** Send a file whose real path passes a test; 404 when it does not, or when there is none (any more). */
export async function sendFile(
  response: ServerResponse,
  path: string,
  isAllowed: (real: string) => boolean,
): Promise<void> {
  // a file can vanish between any two of these calls
  const real = await realpath(path).catch(() => undefined);
  const file = real !== undefined && isAllowed(real) ? await open(real).catch(() => undefined) : undefined;
  if (file === undefined) return refuse(response, 404);
  try {
    if (!(await file.stat()).isFile()) return refuse(response, 404);
    response.writeHead(200, { ...headers, 'Content-Type': contentType(path) });
    if (response.req.method === 'HEAD') response.end();
    else await pipeline(file.createReadStream({ autoClose: false }), response);
  } catch {
    // the browser has gone, or the file has: nobody to tell
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

/** Whether a file lies in a folder, and no part of the way to it is hidden. */
export function isVisibleInside(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== '' && !isAbsolute(path) && !path.split(sep).some((part) => part.startsWith('.'));
}

/** Send a file of the viewer. What it has in common with the package, such as the compiled engine, stands beside it there. */
export async function sendViewerFile(response: ServerResponse, viewer: string, path: string): Promise<void> {
  const isShared = /^\/?shared\//.test(path) && !existsSync(join(viewer, 'shared'));
  const folder = isShared ? join(viewer, '..') : viewer;
  const inside = isShared ? join(folder, 'shared') : viewer;
  return sendFile(response, join(folder, path), (real) => isVisibleInside(inside, real));
}
