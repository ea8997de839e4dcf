// needs: the compiled engine
/** The names, members, values and types of the official package. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compareApi } from '../../scripts/conformance/api.mjs';
import load from '../../src/mujoco.ts';
import { mujoco } from '../support/oracle/oracle.ts';

const xml = readFileSync(new URL('../../scripts/conformance/api.xml', import.meta.url), 'utf8');
const rows = compareApi(mujoco, await load({ engine: 'js' }), xml);

test.each(Object.keys(rows).filter((kind) => kind !== 'FS and MEMFS' && kind !== 'types of members'))(
  '%s: no name is missing',
  (kind) => {
    expect(rows[kind].all).toBeGreaterThan(3);
    // default classes contain no flexes
    expect(rows[kind].missing.filter((name) => name !== 'MjsDefault.flex')).toEqual([]);
  },
);

test('members have the types of the official package', () => {
  const { all, missing } = rows['types of members'];
  expect(all).toBeGreaterThan(1400);
  // the official package shows half of it
  expect(missing).toEqual(['model.tendon._lengthspring: number, here Float64Array']);
});

test('FS has the functions that clients use', () => {
  const used =
    'writeFile readFile mkdir mkdirTree mount unmount analyzePath stat isDir readdir rmdir unlink cwd chdir rename';
  const missing = new Set(rows['FS and MEMFS'].missing);
  expect(used.split(' ').filter((name) => missing.has(`FS.${name}`))).toEqual([]);
});
