/**
 * A render job from the command to a page and back: a server that provides the page and the job, and receives the
 * result.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { RenderJob } from '../../viewer/render/job.ts';
import { refuse, sendViewerFile } from '../../viewer/server/files.ts';
import { openPage } from './chromium.ts';

/** Returns the rendered file. @throws the error of the page */
export async function drawInBrowser(job: RenderJob, viewer: string, drawn: (frames: number) => void): Promise<Buffer> {
  // no other program on this machine can respond in place of the page
  const secret = crypto.randomUUID();
  let finish: (result: Buffer) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const result = new Promise<Buffer>((done, failed) => {
    finish = done;
    fail = failed;
  });
  const answers: Record<string, (body: Buffer) => void> = {
    result: (body) => finish(body),
    failed: (body) => fail(new Error(body.toString())),
    progress: (body) => drawn(Number(body.toString())),
  };
  const server = createServer(async (request, response) => {
    const [, key, ...names] = new URL(request.url ?? '/', 'http://localhost').pathname.split('/');
    const name = names.join('/');
    if (key !== secret) return refuse(response, 404);
    if (request.method === 'POST' && answers[name]) {
      answers[name](await readRequestBody(request));
      return void response.end();
    }
    if (name === 'job') return void response.end(JSON.stringify(job));
    if (name === '')
      return void response.setHeader('Content-Type', 'text/html').end(readFileSync(join(viewer, 'render.html')));
    return void sendViewerFile(response, viewer, name);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const page = openPage(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${secret}/`);
  void page.ended.then((words) => fail(new Error(words)));
  try {
    return await result;
  } finally {
    await page.close();
    server.closeAllConnections();
    server.close();
  }
}

async function readRequestBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
