// needs: the compiled engine
/** The catalogue of errors of the site is read from the sources; here errors are made to happen, and looked for in it. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { errorsPage, readErrors } from '../scripts/docs/errorsPage.mjs';
import { Data, forward, jacBody, MjcfError, modelFromXml, step } from '../src/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const entries = readErrors(root);
const shapes = entries.map(({ message }) => new RegExp(`^${pattern(message)}$`, 's'));

/** A message as an expression: what is filled in may be anything. */
function pattern(message: string): string {
  const parts = message.split(/\{\w+\}/);
  return parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*');
}

const model = modelFromXml('<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>');
const other = modelFromXml('<mujoco><worldbody><body><freejoint/><geom size="1"/></body></worldbody></mujoco>');
const world = (text: string) => () => modelFromXml(`<mujoco><worldbody>${text}</worldbody></mujoco>`);
const mistakes: [string, () => unknown][] = [
  ['text that is no XML', () => modelFromXml('<mujoco><worldbody></mujoco>')],
  ['an attribute that does not exist', world('<geom sise="1"/>')],
  ['an element that does not exist', world('<goem/>')],
  ['a word that is no number', world('<geom size="a"/>')],
  ['a keyword that does not exist', world('<geom type="spere" size="1"/>')],
  ['too many numbers', world('<geom size="1 1 1 1"/>')],
  ['a body that moves without mass', world('<body><joint/></body>')],
  ['a mesh that does not exist', world('<geom type="mesh" mesh="no"/>')],
  ['a name that is given twice', world('<geom name="a" size="1"/><geom name="a" size="1"/>')],
  ['a file that is not there', () => modelFromXml('<mujoco><asset><mesh file="no.obj"/></asset></mujoco>')],
  ['an actuator of nothing', () => modelFromXml('<mujoco><actuator><motor joint="no"/></actuator></mujoco>')],
  ['a Data of another model', () => step(model, new Data(other))],
  ['something that is no Data', () => forward(model, 'data' as unknown as Data)],
  ['a name that nobody has', () => model.body('nobody')],
  ['an array that is too short', () => jacBody(model, new Data(model), new Float64Array(1), undefined, 1)],
];

test.each(mistakes)('the catalogue has what is said about %s', (_, mistake) => {
  for (const message of messagesOf(mistake))
    expect(
      shapes.some((shape) => shape.test(message)),
      message,
    ).toBe(true);
});

function messagesOf(mistake: () => unknown): string[] {
  try {
    mistake();
  } catch (error) {
    return error instanceof MjcfError ? error.diagnostics.map(({ message }) => message) : [(error as Error).message];
  }
  throw new Error('expected an error');
}

test('the page lists every message once, by class, below what is said about the classes', () => {
  const page = errorsPage(root, entries);
  expect(entries.length).toBeGreaterThan(600);
  for (const kind of new Set(entries.map((entry) => entry.kind))) expect(page).toContain(`| ${kind} |`);
  const cell = (message: string) => message.replaceAll('`', "'").replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();
  expect(entries.filter(({ message }) => !page.includes(`| \`${cell(message)}\` |`))).toEqual([]);
});
