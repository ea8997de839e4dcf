// Writes the types of attributes in src/load/builder/attributes from the grammar of MJCF.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { attributeFiles } from './spec/attributeTypes.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
for (const [path, text] of await attributeFiles(root)) writeFileSync(`${root}/${path}`, text);
