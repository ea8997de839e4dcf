// Writes the interfaces of elements in src/mujoco/types from the field tables and the member strings of spec classes.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { interfaceFiles } from './dropin/interfaces.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
for (const [path, text] of await interfaceFiles(root)) writeFileSync(`${root}/${path}`, text);
