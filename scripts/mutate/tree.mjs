// A temporary copy of the repository, in which one file at a time is mutated. The repository itself is never written.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

const engine = 'src/core/wasm/compileEngine.ts';
const embed = 'scripts/wasm/embed.mjs';

export class Tree {
  /** @type {string} */
  path;

  constructor() {
    this.path = mkdtempSync(join(tmpdir(), 'tenon-mutate-'));
    try {
      for (const file of repositoryFiles()) {
        mkdirSync(join(this.path, dirname(file)), { recursive: true });
        copyFileSync(join(root, file), join(this.path, file));
      }
      symlinkSync(join(root, 'node_modules'), join(this.path, 'node_modules'), 'dir');
      writeFileSync(join(this.path, embed), originalEngine());
      writeFileSync(join(this.path, engine), withPlainStages(readFileSync(join(root, engine), 'utf8')));
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  /** @param {string} file @param {string} source */
  write(file, source) {
    writeFileSync(join(this.path, file), source);
  }

  remove() {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** Files that Git tracks or would add. */
function repositoryFiles() {
  const names = execFileSync('git', ['ls-files', '-z', '-c', '-o', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 1 << 26,
  });
  return names
    .toString()
    .split('\0')
    .filter((name) => name !== '' && name !== 'node_modules' && existsSync(join(root, name)));
}

/** Makes the copy use the compiled engine of the repository; building one from the mutant would take longer than the tests. */
function originalEngine() {
  return `import * as original from ${JSON.stringify(join(root, embed))};
const root = ${JSON.stringify(root)};
export const moduleSource = (_, options) => original.moduleSource(root, options);
export const moduleBytes = (_, options) => original.moduleBytes(root, options);
export const moduleFile = (_, options) => original.moduleFile(root, options);
export const moduleSourceAside = () => original.moduleSourceAside(root);
export const hashSources = (_, ...rest) => original.hashSources(root, ...rest);
`;
}

/** Replaces the stages of the compiled engine by the plain ones, which contain the mutation.
 *  @param {string} source of compileEngine.ts */
function withPlainStages(source) {
  const changed = source.replace('export function wasmStagesOf(', 'function compiledStagesOf(');
  if (changed === source) throw new Error(`mutate: expected wasmStagesOf in ${engine}, found none`);
  return `import { jsStages } from '../engine/runtime/stages.ts';
import { PLAIN } from '../model/block/block.ts';
${changed}
const plain = { ...jsStages, [PLAIN]: true } as StageFunctions;
export function wasmStagesOf(_engine: CompiledEngine, _heap: Heap): StageFunctions {
  return plain;
}
`;
}
