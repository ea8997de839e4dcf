/** Elements that follow copies: names that end like the suffixes of copies, chains of references, and many copies. */
import { expect, test, vi } from 'vitest';
import { readMjcf } from '../../mjcf/readMjcf.ts';
import { DependentIndex } from './dependentIndex.ts';

const link = (
  name: string,
) => `<body name="${name}"><joint name="${name}" type="slide"/><geom name="${name}" size=".1"/>
  <site name="${name}"/></body>`;

const copies = (count: number, inside: string, sep = '') =>
  `<replicate count="${count}" offset="1 0 0" sep="${sep}">${inside}</replicate>`;

const everything = (a: string, b: string) => `
  <contact><pair geom1="${a}" geom2="${b}"/><exclude body1="${b}" body2="${a}"/></contact>
  <equality><connect body1="${a}" anchor="0 0 0"/><joint joint1="${b}" joint2="${a}"/></equality>
  <tendon><fixed name="t"><joint joint="${a}" coef="1"/><joint joint="${b}" coef="2"/></fixed>
    <spatial name="s"><site site="${a}"/><pulley divisor="2"/><site site="${a}"/><site site="${b}"/></spatial></tendon>
  <actuator><motor joint="${a}"/><motor name="m" tendon="t"/><motor site="${b}" refsite="${a}"/></actuator>
  <sensor><framepos objtype="site" objname="${a}" reftype="body" refname="${b}"/><tendonpos tendon="t"/>
    <actuatorfrc actuator="m"/><clock/></sensor>
  <custom><tuple name="u"><element objtype="body" objname="${a}"/><element objtype="tendon" objname="t"/></tuple></custom>`;

test.each([
  ['one copied, one outside', copies(3, link('a')) + link('b'), everything('a', 'b')],
  ['both copied', copies(3, link('a') + link('b'), '-'), everything('a', 'b')],
  [
    'names outside that end like copies',
    link('b1') + link('b') + link('b2') + copies(3, link('a')),
    everything('a', 'b'),
  ],
  [
    'names inside that end like copies',
    copies(3, link('a') + link('a0') + link('a1')) + link('b'),
    everything('a', 'b'),
  ],
  ['names that are suffixes', link('1') + link('0') + copies(3, link('a')), everything('a', '1')],
  ['copies of copies', copies(2, link('b') + copies(3, link('a'))), everything('a', 'b')],
  ['copies after copies', link('b') + copies(2, link('a')) + copies(2, link('c')), everything('a', 'b')],
])('the index finds the same elements as trying all: %s', (_, bodies, rest) => {
  const read = (): string => {
    const spec = readMjcf(`<mujoco><worldbody>${bodies}</worldbody>${rest}</mujoco>`);
    return JSON.stringify([
      spec.pairs,
      spec.excludes,
      spec.equalities,
      spec.tendons,
      spec.actuators,
      spec.sensors,
      spec.tuples,
    ]);
  };
  const found = read();
  const all = vi.spyOn(DependentIndex.prototype, 'candidates').mockImplementation((list) => [...list]);
  try {
    expect(read()).toBe(found);
    expect(all).toHaveBeenCalled();
  } finally {
    all.mockRestore();
  }
});

test('each copy examines only its own references, for any number of copies', () => {
  const rest = everything('a', 'b').replace('<clock/>', '');
  const looks = (count: number): number => {
    const candidates = vi.spyOn(DependentIndex.prototype, 'candidates');
    try {
      const spec = readMjcf(`<mujoco><worldbody>${link('b')}${copies(count, link('a'))}</worldbody>${rest}</mujoco>`);
      expect(spec.sensors).toHaveLength(3 * count);
      return candidates.mock.results.reduce((sum, { value }) => sum + (value as unknown[]).length, 0);
    } finally {
      candidates.mockRestore();
    }
  };
  expect(looks(600)).toBe(3 * looks(200));
});
