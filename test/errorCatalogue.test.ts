// needs: the compiled engine
/** The catalog of errors of the site is generated from the sources. This test provokes errors and looks for their messages in it. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { errorsPage, readErrors } from '../scripts/docs/errorsPage.mjs';
import { Data, forward, jacBody, MjcfError, modelFromXml, step } from '../src/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const entries = readErrors(root);
const shapes = entries.map(({ message }) => new RegExp(`^${pattern(message)}$`, 's'));

/** A message as a regular expression: inserted values match anything. */
function pattern(message: string): string {
  const parts = message.split(/\{\w+\}/);
  return parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*');
}

const model = modelFromXml('<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>');
const other = modelFromXml('<mujoco><worldbody><body><freejoint/><geom size="1"/></body></worldbody></mujoco>');
const world = (text: string) => () => modelFromXml(`<mujoco><worldbody>${text}</worldbody></mujoco>`);
const mistakes: [string, () => unknown][] = [
  ['malformed XML', () => modelFromXml('<mujoco><worldbody></mujoco>')],
  ['an unknown attribute', world('<geom sise="1"/>')],
  ['an unknown element', world('<goem/>')],
  ['a word in place of a number', world('<geom size="a"/>')],
  ['an unknown keyword', world('<geom type="spere" size="1"/>')],
  ['too many numbers', world('<geom size="1 1 1 1"/>')],
  ['a moving body without mass', world('<body><joint/></body>')],
  ['an unknown mesh', world('<geom type="mesh" mesh="no"/>')],
  ['a duplicate name', world('<geom name="a" size="1"/><geom name="a" size="1"/>')],
  ['a missing file', () => modelFromXml('<mujoco><asset><mesh file="no.obj"/></asset></mujoco>')],
  ['an actuator without a target', () => modelFromXml('<mujoco><actuator><motor joint="no"/></actuator></mujoco>')],
  ['a Data of another model', () => step(model, new Data(other))],
  ['an object that is not a Data', () => forward(model, 'data' as unknown as Data)],
  ['an unknown name', () => model.body('nobody')],
  ['a short array', () => jacBody(model, new Data(model), new Float64Array(1), undefined, 1)],
];

test.each(mistakes)('the catalog has the message about %s', (_, mistake) => {
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

test('the page describes the classes, then lists every message once', () => {
  const page = errorsPage(root, entries);
  expect(entries.length).toBeGreaterThan(600);
  for (const kind of new Set(entries.map((entry) => entry.kind))) expect(page).toContain(`| ${kind} |`);
  const cell = (message: string) => message.replaceAll('`', "'").replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();
  expect(entries.filter(({ message }) => !page.includes(`| \`${cell(message)}\` |`))).toEqual([]);
});
