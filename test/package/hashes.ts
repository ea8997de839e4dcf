/** Runs in Node, Bun and Deno: hashes the trajectories of the adjacent models, in both engines. */
import { readFileSync } from 'node:fs';
import { trajectoryHash } from '../browsers/hash.ts';

const { report } = globalThis as unknown as { report(found: unknown): void };
const { models, steps } = JSON.parse(readFileSync('models.json', 'utf8'));
report({ wasm: await trajectoryHash(models, 'wasm', steps), js: await trajectoryHash(models, 'js', steps) });
