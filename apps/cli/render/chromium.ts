/** A headless Chromium for rendering. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../args.ts';

const chromiumPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

function findChromium(): string {
  const found = [process.env['TENON_BROWSER'], ...chromiumPaths].find((path) => path && existsSync(path));
  if (found) return found;
  throw new UsageError('render needs Chromium or Chrome. Install it, or set TENON_BROWSER to its path', 1);
}

/** Open a page; `close` ends the browser and deletes its files. `ended` resolves when it exits by itself. */
export function openPage(url: string): { ended: Promise<string>; close(): Promise<void> } {
  const profile = mkdtempSync(join(tmpdir(), 'tenon-render-'));
  const child = spawn(findChromium(), [...flags(), `--user-data-dir=${profile}`, url], { stdio: 'ignore' });
  const left = new Promise<string>((done) => {
    child.once('error', (error) => done(error.message));
    child.once('exit', (code) => done(`the browser exited with ${code}`));
  });
  return {
    ended: left,
    close: async () => {
      end(child);
      await left;
      removeProfile(profile);
    },
  };
}

/** Processes of an ended browser may still write for a moment; a folder that remains is not an error. */
function removeProfile(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  } catch {
    // the operating system clears its temporary files
  }
}

/** Software rendering, available on every machine; root cannot use the sandbox. */
function flags(): string[] {
  const base = [
    '--headless=new',
    '--disable-gpu',
    '--use-gl=angle',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
  ];
  return process.getuid?.() === 0 ? [...base, '--no-sandbox'] : base;
}

function end(child: ChildProcess): void {
  if (child.exitCode === null) child.kill('SIGKILL');
}
