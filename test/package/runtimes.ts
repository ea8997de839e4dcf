/** The runtimes that the package is tested in: this Node, and those of the folder `runtimes`, which is installed when it is
 *  first needed. They are not packages of the project because each of them would be `node` in npm scripts. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('./runtimes', import.meta.url));

export interface Runtime {
  name: string;
  /** Where its package lies, and its program in there. */
  package: string;
  program: string;
  /** Arguments before the name of a script. */
  args: readonly string[];
}

/** The packages of the platform itself: install scripts, which would find them, may be forbidden. */
export const runtimes: readonly Runtime[] = [
  { name: 'Node 22', package: 'node22', program: 'bin/node', args: [] },
  { name: 'Node 24', package: 'node24', program: 'bin/node', args: [] },
  { name: 'Bun', package: '@oven/bun-linux-x64', program: 'bin/bun', args: ['run'] },
  {
    name: 'Deno',
    package: '@deno/linux-x64-glibc',
    program: 'deno',
    args: ['run', '--allow-read', '--node-modules-dir=manual'],
  },
];

/** Why the runtimes cannot be had here; undefined where they can. */
export const missing =
  process.platform === 'linux' && process.arch === 'x64'
    ? undefined
    : `the runtimes come as packages for linux-x64, this is ${process.platform}-${process.arch}`;

/** Path of a runtime's program. */
export function programOf(runtime: Runtime): string {
  return `${folder}/node_modules/${runtime.package}/${runtime.program}`;
}

/** Install those that are not there in the version of the lock file. */
export function installRuntimes(): void {
  const { packages } = JSON.parse(readFileSync(`${folder}/package-lock.json`, 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  const there = runtimes.every((runtime) => {
    const path = `node_modules/${runtime.package}`;
    const file = `${folder}/${path}/package.json`;
    return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version === packages[path].version;
  });
  if (there) return;
  const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', args, { cwd: folder, stdio: 'pipe' });
}
