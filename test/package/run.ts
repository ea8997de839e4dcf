/** Running programs of `consumers/`, bundled or not: in a process, or as a page of one Chromium. */
import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { browserArgs, findProgram } from '../../scripts/programs.mjs';

/** Report of a program in a runtime: `report` prints it between markers. */
export function runIn(command: string, args: readonly string[], cwd: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd, timeout: 120_000, maxBuffer: 1 << 24 }, (error, stdout, stderr) => {
      const found = /<report>(.*)<\/report>/s.exec(stdout)?.[1];
      if (error || found === undefined) reject(new Error(`${command} ${args.join(' ')}\n${stderr}${stdout}`));
      else resolve(JSON.parse(found));
    });
  });
}

/** The first module of a program in a process: defines `report`, then imports the program. */
export const reporter = (program: string) =>
  `globalThis.report = (found) => console.log('<report>' + JSON.stringify(found) + '</report>');
await import(${JSON.stringify(program)});
`;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.xml': 'text/xml',
};

export interface Browser {
  /** Report of the page at a path of the folder. */
  open(path: string): Promise<unknown>;
  /** The same, from another server. */
  openAddress(address: string): Promise<unknown>;
  close(): Promise<void>;
}

/** One Chromium, and a server for a folder. Files in `together` are served only when all of them have been requested. */
export async function openBrowser(folder: string, together: readonly RegExp[] = []): Promise<Browser> {
  const missing = new Set(together);
  const held: (() => void)[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url!, 'http://localhost').pathname);
    const file = join(folder, path);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end();
    const answer = () =>
      response.setHeader('content-type', types[extname(file)] ?? 'text/plain').end(readFileSync(file));
    const name = together.find((pattern) => pattern.test(path));
    if (!name) return answer();
    missing.delete(name);
    held.push(answer);
    if (missing.size === 0) for (const give of held.splice(0)) give();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const browser = await chromium.launch({ executablePath: findProgram('chromium'), args: browserArgs });
  const openAddress = async (address: string) => {
    const page = await browser.newPage();
    try {
      return await new Promise((resolve, reject) => {
        page.on('pageerror', reject);
        page.on('requestfailed', (request) => reject(new Error(`${request.url()} failed`)));
        page.on('response', (response) => {
          const icon = response.url().endsWith('/favicon.ico');
          if (response.status() >= 400 && !icon) reject(new Error(`${response.url()}: ${response.status()}`));
        });
        page
          .exposeFunction('report', resolve)
          .then(() => page.goto(address))
          .catch(reject);
      });
    } finally {
      await page.close();
    }
  };
  return {
    open: (path) => openAddress(`http://127.0.0.1:${port}/${path}`),
    openAddress,
    close: async () => {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
