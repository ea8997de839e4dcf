// Writes the types of attributes in src/editor/attributes from the grammar of MJCF.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { attributeFiles } from './spec/attributeTypes.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
for (const [path, text] of await attributeFiles(root)) writeFileSync(`${root}/${path}`, text);
