// needs: the compiled engine
import { beforeAll, expect, test } from 'vitest';
import { modelFromXml, prepare } from '../../../src/index.ts';
import { allFlags } from '../../../src/view/scene/settings.ts';
import { groupByPrefix } from '../ui/sliderList.ts';
import { flagGroups } from './display/rendering.ts';
import { controlUnit } from './model/units.ts';

beforeAll(() => prepare());

test('sliders are grouped by the first word of their names', () => {
  const groups = (names: string[]) =>
    groupByPrefix(names).map(({ title, members }) => `${title}: ${members.map((i) => names[i]).join()}`);
  expect(groups(['left_hip', 'right_hip', 'left_knee', 'right_knee', 'head'])).toEqual([
    'left: left_hip,left_knee',
    'right: right_hip,right_knee',
    'Other: head',
  ]);
  // the common prefix of all names is ignored
  expect(groups(['rh_A_FFJ1', 'rh_A_THJ1', 'rh_A_FFJ2', 'rh_A_THJ2'])).toEqual([
    'FFJ: rh_A_FFJ1,rh_A_FFJ2',
    'THJ: rh_A_THJ1,rh_A_THJ2',
  ]);
  expect(groups(['a', 'b'])).toEqual(['All: a,b']);
  expect(groups([])).toEqual([]);
});

test('every flag of the picture is in one group', () => {
  const ids = flagGroups.flatMap(({ flags }) => flags);
  expect([...ids].sort()).toEqual(allFlags.map(({ id }) => id).sort());
});

test('a control has the unit of its actuator, if that does not depend on a gain or a gear', () => {
  const m = modelFromXml(`<mujoco><worldbody><body><joint name="h" axis="0 1 0"/><geom size="1"/>
    <body><joint name="s" type="slide"/><geom size="1"/></body></body></worldbody><actuator>
    <motor joint="h"/><motor joint="s"/><motor joint="h" gear="5"/><position joint="h" kp="9"/><position joint="s" kp="9"/>
    <velocity joint="h" kv="3"/><velocity joint="s" kv="3"/><general joint="h" gainprm="2"/><muscle joint="h" lengthrange="1 2"/>
    </actuator></mujoco>`);
  const units = Array.from({ length: m.nactuator }, (_, i) => controlUnit(m, i));
  expect(units).toEqual(['N·m', 'N', '', 'rad', 'm', 'rad/s', 'm/s', '', '']);
});
