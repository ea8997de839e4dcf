/** The runtimes that the package is tested in: this Node, and those of the folder `runtimes`. */
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('./runtimes', import.meta.url));

export interface Runtime {
  name: string;
  /** Path of its package, and of the program in it. */
  package: string;
  program: string;
  /** Arguments before the name of a script. */
  args: readonly string[];
}

/** The packages of the platform: install scripts, which would choose them, may be disabled. */
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

/** Path of a runtime's program. */
export function programPath(runtime: Runtime): string {
  return `${folder}/node_modules/${runtime.package}/${runtime.program}`;
}
