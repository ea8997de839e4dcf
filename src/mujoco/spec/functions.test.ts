// needs: the compiled engine
import { expect, test } from 'vitest';
import {
  expectSame,
  expectSameModel,
  type Module,
  ours,
  plain,
  theirs,
} from '../../../test/support/oracle/bothPackages.ts';
import { ARM, CHILD, CLASSES, doubles, listed, makeAll, members } from '../../../test/support/scenes/specScripts.ts';

test('every spec function and class exists', () => {
  const names = Object.keys(theirs).filter((name) => /^(mjs_|Mjs|MjSpec)/.test(name));
  expect(names.filter((name) => name.startsWith('mjs_')).length).toBe(131);
  expect(names.filter((name) => !(name in ours))).toEqual([]);
});

const LISTED =
  /^mjOBJ_(BODY|JOINT|GEOM|SITE|CAMERA|LIGHT|FRAME|PAIR|EXCLUDE|EQUALITY|TENDON|ACTUATOR|SENSOR|NUMERIC|TEXT|TUPLE|KEY)$/;
test('elements of each kind are listed in order', () => {
  expectSame((mj) => {
    const spec = mj.parseXMLString(ARM);
    const kinds = Object.keys(mj.mjtObj).filter((name) => LISTED.test(name));
    return kinds.sort().map((kind) => {
      const all = listed(mj.mjs_firstElement(spec, mj.mjtObj[kind]), (e) => mj.mjs_nextElement(spec, e));
      return [kind, all.map((e) => mj.mjs_getName(e))];
    });
  });
});

test('children of a body are listed in order', () => {
  expectSame((mj) => {
    const world = mj.mjs_findBody(mj.parseXMLString(ARM), 'world');
    return ['BODY', 'GEOM', 'SITE', 'JOINT'].flatMap((kind) =>
      [0, 1].map((recurse) => {
        const first = mj.mjs_firstChild(world, mj.mjtObj[`mjOBJ_${kind}`], recurse);
        return listed(first, (e) => mj.mjs_nextChild(world, e, recurse)).map((e) => mj.mjs_getName(e));
      }),
    );
  });
});

test('elements are found by name', () => {
  expectSame((mj) => {
    const spec = mj.parseXMLString(ARM);
    return [
      mj.mjs_getName(mj.mjs_findElement(spec, mj.mjtObj.mjOBJ_GEOM, 'h')),
      mj.mjs_findElement(spec, mj.mjtObj.mjOBJ_GEOM, 'none'),
      mj.mjs_findBody(spec, 'none'),
      mj.mjs_findFrame(spec, 'none'),
      mj.mjs_findDefault(spec, 'none'),
      mj.mjs_findSpec(spec, 'none'),
      mj.mjs_getName(mj.mjs_findChild(mj.mjs_findBody(spec, 'a'), 'b').element),
      mj.mjs_getName(mj.mjs_findDefault(spec, 'main').element),
    ];
  });
});

test('the models of attached parts are found by name', () => {
  expectSame((mj) => {
    const vfs = new mj.MjVFS();
    vfs.addBuffer('child.xml', new TextEncoder().encode(CHILD));
    const spec = mj.parseXMLString(
      '<mujoco><asset><model name="c" file="child.xml"/></asset><worldbody><attach model="c" body="x" prefix="p"/></worldbody></mujoco>',
      vfs,
    );
    const found = mj.mjs_findSpec(spec, 'c');
    const ball = mj.mjs_findElement(found, mj.mjtObj.mjOBJ_GEOM, 'ball');
    return [mj.mjs_getName(ball), mj.mjs_findSpec(spec, 'none'), mj.mjs_findBody(spec, 'px')];
  });
});

test('properties of elements', () => {
  expectSame((mj) => {
    const spec = mj.parseXMLString(ARM);
    const find = (kind: string, name: string) => mj.mjs_findElement(spec, mj.mjtObj[`mjOBJ_${kind}`], name);
    const h = find('GEOM', 'h');
    const before = mj.mjs_getId(h);
    mj.mj_compile(spec).delete();
    return [
      before,
      mj.mjs_getId(h),
      h.elemtype,
      mj.mjs_getName(mj.mjs_getParent(h).element),
      mj.mjs_getParent(find('ACTUATOR', 'm')),
      mj.mjs_getName(mj.mjs_getFrame(find('SITE', 'top')).element),
      mj.mjs_getFrame(h),
      mj.mjs_getName(mj.mjs_getDefault(h).element),
      mj.mjs_getCompiler(h).degree,
      mj.mjs_getSpec(h).modelname,
      mj.mjs_getOriginSpec(h).modelname,
      mj.mjs_numWarnings(spec),
      mj.mjs_isWarning(spec),
      mj.mjs_getError(spec),
    ];
  });
});

test('dimensions of each kind of sensor', () => {
  expectSame((mj) => {
    const sensor = makeAll(mj)['MjsSensor'];
    sensor.dim = 5;
    sensor.intprm.set([3, 0, 2]);
    const kinds = Object.keys(mj.mjtSensor).filter((name) => /^mjSENS_/.test(name) && !/TACTILE/.test(name));
    return kinds.sort().map((kind) => {
      sensor.type = mj.mjtSensor[kind];
      return [kind, mj.mjs_sensorDim(sensor)];
    });
  });
});

const KINDS = [...CLASSES.map((name) => name.slice(3)).filter((kind) => kind !== 'Wrap'), 'Plugin'];
test('an element converts to its own class, and to no other', () => {
  expectSame((mj) => {
    const all = makeAll(mj);
    return CLASSES.filter((name) => name !== 'MjsWrap').map((name) =>
      KINDS.map((kind) => mj[`mjs_as${kind}`](all[name].element)),
    );
  });
});

test('tendon paths are read and written', () => {
  expectSame((mj) => {
    const spec = mj.parseXMLString(ARM.replace('<site site="top"/><pulley', '<geom geom="g" sidesite="s"/><pulley'));
    const [t, u] = ['t', 'u'].map((name) => mj.mjs_asTendon(mj.mjs_findElement(spec, mj.mjtObj.mjOBJ_TENDON, name)));
    mj.mjs_wrapSite(t, 'top');
    mj.mjs_wrapGeom(t, 'g', 's');
    mj.mjs_wrapPulley(t, 3);
    mj.mjs_wrapJoint(u, 'k', -1);
    return [t, u].map((tendon) =>
      Array.from({ length: mj.mjs_getWrapNum(tendon) }, (_, i) => describeStep(mj, mj.mjs_getWrap(tendon, i))),
    );
  });
});

function describeStep(mj: Module, step: Module): unknown[] {
  const target = mj.mjs_getWrapTarget(step);
  const name = target && mj.mjs_getName(target);
  const kind = step.type.value;
  if (kind === 1) return [kind, name, mj.mjs_getWrapCoef(step)];
  if (kind === 2) return [kind, mj.mjs_getWrapDivisor(step)];
  const side = kind > 3 ? mj.mjs_getWrapSideSite(step) : undefined;
  return [kind, name, side && mj.mjs_getName(side.element)];
}

const MOTOR = [
  [12, 2, 300],
  [1, 0, 4],
  [0.01, 0],
  [0.1, 6, 0],
  [1, 2, 3, 4, 5, 6],
  [1, 2, 0, 0.004, 25, 20],
  [1, 2, 3, 4, 5],
  0,
];
const SET_TO: [string, unknown[]][] = [
  ['Motor', []],
  ['Position', [10, [2], null, [0.1], 0]],
  ['Position', [10, null, [0.7], null, 1]],
  ['IntVelocity', [10, [2], null, null, 0]],
  ['Velocity', [3]],
  ['Damper', [4]],
  ['Cylinder', [0.5, 1, 2, -1]],
  ['Cylinder', [0.5, 1, 2, 3]],
  ['Muscle', [[0.02, 0.05], 0.1, [0.5, 1.2], 100, 150, 0.4, 1.5, 1.4, 1.2, 1.1]],
  ['Muscle', [[-1, -1], 0, [-1, -1], -1, -1, -1, -1, -1, -1, -1]],
  ['Adhesion', [5]],
  ['Orientation', [7, [1], null, 0]],
  ['PID', [8, [1], null, [0.5], [2], [3], 0, 0]],
  ['PID', [8, null, null, null, null, null, 0, 1]],
  ['DCMotor', [[0.1, 0.2], 2, null, null, null, null, null, null, null, 0]],
  ['DCMotor', [[0, 0], 0, ...MOTOR]],
];
test.each(SET_TO)('mjs_setTo%s(%j) has the same effect on an actuator as in the official package', (title, args) => {
  expectSame((mj) => {
    const actuator = makeAll(mj)['MjsActuator'];
    const given = args.map((arg) => (typeof arg === 'number' ? arg : doubles(mj, arg as number[] | null)));
    return [mj[`mjs_setTo${title}`](actuator, ...given), members(actuator)];
  });
});

test('an invalid actuator is rejected with a message', () => {
  const refused = (mj: Module) => {
    const actuator = makeAll(mj)['MjsActuator'];
    const one = doubles(mj, [1]);
    const both = mj.mjs_setToPosition(actuator, 1, one, one, doubles(mj, null), 0);
    return [both, mj.mjs_setToDamper(actuator, -1), mj.mjs_setToAdhesion(actuator, -1)].map(
      (text: string) => text !== '',
    );
  };
  expect(refused(ours)).toEqual([true, true, true]);
  expectSame(refused);
});

test('duplicate names are rejected', () => {
  expectSame((mj) => {
    const spec = mj.parseXMLString(ARM);
    const main = mj.mjs_getSpecDefault(spec);
    const body = mj.mjs_findBody(spec, 'a');
    const first = mj.mjs_setName(body.element, 'new');
    const taken = mj.mjs_setName(mj.mjs_addGeom(body, main).element, 'h');
    return [first, taken, mj.mjs_getError(spec).includes("repeated name 'h'"), mj.mjs_addDefault(spec, 'main', main)];
  });
});

test('changing a class changes no other, even if a script uses their elements', () => {
  expectSame((mj) => {
    const spec = mj.parseXMLString(
      '<mujoco><default><default class="a"/></default><default><geom density="2"/></default></mujoco>',
    );
    const main = mj.mjs_getSpecDefault(spec);
    const held = main.geom;
    const child = mj.mjs_addDefault(spec, 'child', main);
    const before = main.geom.density;
    held.density = 3;
    const grandchild = mj.mjs_addDefault(spec, 'grandchild', child);
    child.geom.density = 4;
    const classes = [mj.mjs_findDefault(spec, 'a'), main, child, grandchild];
    return [before, ...classes.map(({ geom }) => geom.density)];
  });
});

test.each(['b', 'a'])('deleting body %s deletes everything that refers to it', (name) => {
  expectSameModel((mj) => {
    // tuples remain, and are then invalid
    const spec = mj.parseXMLString(ARM.replace(/<tuple.*<\/tuple>/, ''));
    mj.mjs_delete(spec, mj.mjs_findBody(spec, name).element);
    return mj.mj_compile(spec);
  });
});

const DELETED =
  'ACTUATOR q,SENSOR r,CAMERA c,LIGHT l,EXCLUDE x,PAIR p,TENDON u,EQUALITY e,NUMERIC n,TEXT w,TUPLE v,KEY home';
test.each(DELETED.split(','))('deleting %s gives the model without it', (words) => {
  const [kind, name] = words.split(' ');
  expectSameModel((mj) => {
    const spec = mj.parseXMLString(ARM.replace('ctrl="3 4"', ''));
    expect(mj.mjs_delete(spec, mj.mjs_findElement(spec, mj.mjtObj[`mjOBJ_${kind}`], name))).toBe(0);
    return mj.mj_compile(spec);
  });
});

test.each(['GEOM g', 'SITE s', 'JOINT k'])('deleting %s, which is referenced, makes compilation fail', (words) => {
  const [kind, name] = words.split(' ');
  for (const mj of [ours, theirs]) {
    const spec = mj.parseXMLString(ARM);
    mj.mjs_delete(spec, mj.mjs_findElement(spec, mj.mjtObj[`mjOBJ_${kind}`], name));
    expect(() => mj.mj_compile(spec)).toThrow();
  }
});

type Attach = (mj: Module, parent: Module, child: Module) => unknown;
const namedFrame = (mj: Module, parent: Module) => mj.mjs_findFrame(parent, 'f').element;
const siteOf = (mj: Module, parent: Module) => mj.mjs_findElement(parent, mj.mjtObj.mjOBJ_SITE, 's');
const POINTS: [string, Attach][] = [
  ['a body at a frame', (mj, p, c) => mj.mjs_attach(namedFrame(mj, p), mj.mjs_findBody(c, 'x').element, 'p-', '-s')],
  ['a frame at a frame', (mj, p, c) => mj.mjs_attach(namedFrame(mj, p), mj.mjs_findFrame(c, 'fr').element, 'p-', '')],
  [
    'a frame at a body',
    (mj, p, c) => mj.mjs_attach(mj.mjs_findBody(p, 'b').element, mj.mjs_findFrame(c, 'fr').element, '', '-s'),
  ],
  ['a body at a site', (mj, p, c) => mj.mjs_attach(siteOf(mj, p), mj.mjs_findBody(c, 'x').element, 'p-', '')],
  ['a spec at a frame', (mj, p, c) => mj.mjs_attach(namedFrame(mj, p), c.element, 'p-', '')],
  ['a spec at a site', (mj, p, c) => mj.mjs_attach(siteOf(mj, p), c.element, 'p-', '')],
];
test.each(POINTS)('%s is attached with everything that belongs to it', (_claim, attach) => {
  expectSameModel((mj) => {
    const [parent, child] = [mj.parseXMLString(ARM), mj.parseXMLString(CHILD)];
    mj.mjs_setDeepCopy(parent, 1);
    expect(attach(mj, parent, child)).toBeDefined();
    return mj.mj_compile(parent);
  });
});

test('a body cannot be attached to a body, nor a geom to anything', () => {
  expectSame((mj) => {
    const [parent, child] = [mj.parseXMLString(ARM), mj.parseXMLString(CHILD)];
    const ball = mj.mjs_findElement(child, mj.mjtObj.mjOBJ_GEOM, 'ball');
    const toBody = mj.mjs_attach(mj.mjs_findBody(parent, 'b').element, mj.mjs_findBody(child, 'x').element, '', '');
    return [toBody, mj.mjs_attach(namedFrame(mj, parent), ball, '', ''), mj.mjs_getError(parent) !== ''];
  });
});

test('orientations become quaternions', () => {
  expectSame((mj) => {
    const { alt } = makeAll(mj)['MjsBody'];
    const quat = new mj.DoubleBuffer(4);
    const resolved = ['AXISANGLE', 'XYAXES', 'ZAXIS', 'EULER'].map((form) => {
      mj.mjs_defaultOrientation(alt);
      alt.type = mj.mjtOrientation[`mjORIENTATION_${form}`];
      const numbers = alt[form.toLowerCase()];
      numbers.set([0.1, 0.7, 0.3, 0.5, 0.2, 0.9].slice(0, numbers.length));
      mj.mjs_resolveOrientation(quat, 0, 'xyz', alt);
      return Array.from(quat.GetView() as Float64Array, (x) => x.toFixed(12));
    });
    mj.mjs_defaultOrientation(alt);
    return [resolved, alt.type, alt.euler];
  });
});

/** The official package loses strings and vectors in this case. */
const isSettled = (value: Module) => typeof value !== 'string' && !value?.push_back && value?.constructor !== undefined;
const RESET = CLASSES.filter((title) => !['MjsWrap', 'MjsExclude'].includes(title));
test.each(RESET)('%s can be reset to its defaults', (name) => {
  const putBack = (mj: Module) => {
    const object = makeAll(mj)[name];
    for (const [key, value] of Object.entries(members(object))) {
      if (ArrayBuffer.isView(value) && key !== 'gridlayout') (value as Float64Array).fill(9);
      else if (typeof value === 'number') object[key] = 3;
    }
    mj[name.replace('Mjs', 'mjs_default')](object);
    return members(object);
  };
  expectSame((mj) => Object.fromEntries(Object.entries(putBack(mj)).filter(([, value]) => isSettled(value))));
  expect(plain(putBack(ours))).toEqual(plain(members(makeAll(ours)[name])));
});

test('a spec can be cleared', () => {
  const spec = ours.parseXMLString(ARM);
  ours.mjs_defaultSpec(spec);
  expect(ours.mj_compile(spec).nbody).toBe(1);
});

test('warnings are counted, and returned as text', () => {
  const loose =
    '<mujoco><worldbody><flexcomp name="f" type="grid" count="3 3 1" spacing=".2 .2 .2" dim="2"/></worldbody></mujoco>';
  expectSame((mj) => {
    const spec = mj.parseXMLString(loose);
    const before = mj.mjs_numWarnings(spec);
    for (let k = 0; k < 2; k++) mj.mj_compile(spec).delete();
    const text = mj.mjs_getWarning(spec, 0).split('\n')[0];
    return [before, mj.mjs_numWarnings(spec), mj.mjs_isWarning(spec), text];
  });
});
