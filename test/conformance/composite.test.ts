/** Composites: cables as in MuJoCo; unsupported input is rejected with its location. */

import { expect, test } from 'vitest';
import { expander } from '../../src/compiler/expand/index.ts';
import { readMjcf } from '../../src/formats/mjcf/readMjcf.ts';
import { writeMjcf } from '../../src/formats/mjcf/writeMjcf.ts';
import { loadModelFromXml } from '../support/compileMjcf.ts';
import { compareModels, describeDifferences } from '../support/oracle/compileConformance.ts';
import { oracleModel } from '../support/oracle/oracle.ts';

const world = (inside: string, before = ''): string => `<mujoco>${before}<worldbody>${inside}</worldbody></mujoco>`;
const capsule = '<geom type="capsule" size=".02" rgba="1 0 0 1" condim="1"/>';
const cable = (attributes: string, inside = capsule): string =>
  world(`<composite type="cable" ${attributes}>${inside}</composite>`);
const joint =
  '<joint kind="main" damping=".1" stiffness=".2" armature=".01" frictionloss=".03" range="0 30" group="2"/>';
const box = '<geom type="box" size=".1 .02 .005"/>';

const cables: readonly (readonly [string, string])[] = [
  ['a straight cable', cable('count="5 1 1" curve="s"')],
  ['a spiral', cable('count="9 1 1" curve="cos(s) sin(s) s" size="1 .3 2.5" offset="0 0 1" prefix="a" initial="free"')],
  [
    'a fixed cable',
    cable('count="6 1 1" curve="0 s sin(s)" size=".5 .1 1" initial="none" quat=".8 .6 0 0"', capsule + joint),
  ],
  [
    'a cable along points',
    cable(
      'vertex="0 0 0 .1 0 .02 .2 .05 .1 .2 .1 .2 .1 .1 .3" prefix="p"',
      `<geom type="cylinder" size=".01"/><site size=".03" group="1" rgba="0 1 0 1"/>${joint}`,
    ),
  ],
  [
    'a ribbon',
    cable(
      'count="6 1 1" curve="s cos(s)" size="1 .2 1"',
      `${box}${joint}<skin rgba="0 0 1 1" texcoord="true" group="2"/>`,
    ),
  ],
  ['a fine ribbon', cable('count="5 1 1" curve="s" prefix="f"', `${box}<skin subgrid="2" texcoord="true"/>`)],
  [
    'cables in frames and bodies of a class',
    `<mujoco><default><default class="c"><geom rgba="0 1 1 1" density="10"/><joint damping="5"/></default></default><worldbody>
      <frame pos="0 0 1" euler="10 20 30"><composite type="cable" prefix="u" count="4 1 1" curve="s">${capsule}</composite></frame>
      <body name="b" childclass="c" pos="1 0 0"><freejoint/><geom size=".1"/>
        <composite type="cable" prefix="v" count="4 1 1" curve="s s" initial="none">${capsule}${joint}</composite></body>
      </worldbody></mujoco>`,
  ],
];

test.each(cables)("%s compiles to MuJoCo's model", (_, xml) => {
  const theirs = oracleModel(xml);
  const m = loadModelFromXml(xml);
  expect(describeDifferences(compareModels(m, theirs))).toEqual([]);
  // and again from its saved MJCF
  expect(describeDifferences(compareModels(loadModelFromXml(writeMjcf(readMjcf(xml, { expander }))), theirs))).toEqual(
    [],
  );
  theirs.delete();
});

const wrong: readonly (readonly [string, string])[] = [
  [cable('count="5 1 1" curve="s s exp"'), 'curve: expected s, cos(s), sin(s), 0, found exp'],
  [cable('count="5 1 1" curve="s s s s"'), 'curve: expected at most 3 shapes, found 4'],
  [cable('count="5 1 1" curve="s" size="0 0 0"'), 'size: expected a nonzero length, found 0'],
  [cable('count="0 1 1" curve="s"'), 'count: expected at least 1, found 0'],
  [cable('count="1 1 1" curve="s"'), 'count: a cable is one-dimensional'],
  [cable('count="5 5 1" curve="s"'), 'count: a cable is one-dimensional'],
  [cable('count="5 1 1" vertex="0 0 0 1 0 0"'), 'count: count and vertex cannot be combined'],
  [
    cable('count="5 1 1" curve="s"', '<geom type="ellipsoid" size=".1 .1 .1"/>'),
    '<geom> type: expected cylinder, capsule or box',
  ],
  [cable('count="5 1 1" curve="s"', ''), '<geom> type: expected cylinder, capsule or box'],
  [cable('count="5 1 1" curve="s"', `${capsule}${joint}${joint}`), 'expected at most one <joint>'],
  [cable('count="5 1 1" curve="s"', `${box}<skin group="7"/>`), 'expected 0 to 5, found 7'],
  [cable('count="5 1 1" curve="s"').replace('cable', 'rope'), 'type: "rope" was removed. Use "cable"'],
  [cable('count="5 1 1" curve="s"').replace('cable', 'grid'), 'type: "grid" was removed. Use <flexcomp>'],
];

test.each(wrong)('%s is rejected with its location', (xml, message) => {
  expect(() => oracleModel(xml).delete()).toThrow();
  expect(() => loadModelFromXml(xml)).toThrow(message);
});
