// Random models for derivatives, assembled from mechanisms: each is a piece of MJCF that works without the others, so that a failing model
// is minimized by removing mechanisms.
import { Random } from './random.mjs';

/** A mechanism: its kind, and the seed of its values. @typedef {{ kind: string, seed: number }} Mechanism */
/** MJCF that a mechanism adds to the sections of a model. @typedef {Record<string, string>} Parts */
/** @typedef {(random: Random, id: string) => Parts} Maker */

/** @param {Random} r @param {number} from @param {number} to */
const between = (r, from, to) => (from + (to - from) * r.next()).toFixed(4);
/** @param {Random} r @param {number} n @param {number} from @param {number} to */
const several = (r, n, from, to) => r.list(n, () => between(r, from, to)).join(' ');

/** @param {Random} r */
const randomPosition = (r) => `${between(r, -0.35, 0.35)} ${between(r, -0.35, 0.35)} ${between(r, 0.08, 0.45)}`;

const corners = '.12 0 -.06 -.06 .11 -.07 -.07 -.09 -.06 .03 .01 .15 .09 .07 .06 -.12 .03 .07 .01 -.12 .08';

/** Attributes of geoms of every convex shape. @type {Record<string, (r: Random) => string>} */
const shapes = {
  sphere: (r) => `type="sphere" size="${between(r, 0.05, 0.12)}"`,
  capsule: (r) => `type="capsule" size="${between(r, 0.04, 0.08)} ${between(r, 0.05, 0.15)}"`,
  ellipsoid: (r) => `type="ellipsoid" size="${several(r, 3, 0.05, 0.14)}"`,
  cylinder: (r) => `type="cylinder" size="${between(r, 0.05, 0.1)} ${between(r, 0.05, 0.12)}"`,
  box: (r) => `type="box" size="${several(r, 3, 0.05, 0.12)}"`,
  mesh: () => 'type="mesh" mesh="rock"',
};

/** @param {Random} r */
const anyShape = (r) => shapes[r.pick(Object.keys(shapes))](r);

/** @param {Random} r */
const surface = (r) =>
  [
    `condim="${r.pick([1, 3, 3, 4, 6])}" friction="${between(r, 0.3, 1.2)} ${between(r, 0.002, 0.02)} ${between(r, 0.001, 0.01)}"`,
    r.chance(0.25) ? `margin="${between(r, 0.002, 0.02)}"` : '',
    r.chance(0.1) ? `gap="${between(r, 0.001, 0.005)}"` : '',
    r.pick([
      '',
      '',
      '',
      `solref="${between(r, 0.01, 0.05)} ${between(r, 0.6, 1.3)}"`,
      `solref="-${between(r, 500, 2000)} -${between(r, 10, 80)}"`,
    ]),
    r.chance(0.2) ? `solimp=".8 .95 ${between(r, 0.002, 0.02)} .5 ${r.pick([1, 2, 3])}"` : '',
  ].join(' ');

/** @param {Random} r */
const joint = (r) =>
  [
    r.chance(0.4) ? `damping="${between(r, 0.01, 0.6)}"` : '',
    r.chance(0.3) ? `stiffness="${between(r, 0.5, 8)}" springref="${between(r, -0.4, 0.4)}"` : '',
    r.chance(0.3) ? `armature="${between(r, 0.001, 0.05)}"` : '',
    r.chance(0.25) ? `frictionloss="${between(r, 0.01, 0.3)}"` : '',
    r.chance(0.35) ? `limited="true" range="${between(r, -60, -3)} ${between(r, 3, 60)}"` : '',
    r.chance(0.1) ? `margin="${between(r, 0.01, 0.1)}"` : '',
  ].join(' ');

/** A chain of three links, each with a random joint. @param {Random} r @param {string} id */
function chain(r, id) {
  const link = (/** @type {number} */ k, /** @type {string} */ inner) => {
    const type = k === 0 ? 'hinge' : r.pick(['hinge', 'hinge', 'slide', 'ball']);
    const axis = `axis="${several(r, 3, -1, 1)}"`;
    const own =
      type === 'ball'
        ? joint(r)
            .replace(/range="\S+ /, 'range="0 ')
            .replace(/springref="\S+"/, '')
        : joint(r);
    const gravity = r.chance(0.1) ? `gravcomp="${between(r, 0.2, 1)}"` : '';
    return `<body pos="${k === 0 ? randomPosition(r) : '0 0 -.2'}" ${gravity}><joint name="j${id}${k}" type="${type}" ${axis} ${own}/>
      <geom name="g${id}${k}" ${r.chance(0.5) ? 'type="capsule" fromto="0 0 -.04 0 0 -.16" size=".03"' : `${anyShape(r)} pos="0 0 -.1"`} ${surface(r)}/>
      <site name="s${id}${k}" pos="${several(r, 3, -0.08, 0.08)}"/>${inner}</body>`;
  };
  return link(0, link(1, link(2, '')));
}

/** Actuators on the first joint of a chain, or on its last site. @type {readonly ((r: Random, id: string) => string)[]} */
const actuators = [
  (r, id) => `<motor joint="j${id}0" gear="${between(r, 0.5, 3)}"/>`,
  (r, id) => `<position joint="j${id}0" kp="${between(r, 2, 20)}" kv="${between(r, 0, 1)}"/>`,
  (r, id) => `<velocity joint="j${id}0" kv="${between(r, 0.1, 2)}"/>`,
  (r, id) => `<intvelocity joint="j${id}0" kp="${between(r, 2, 20)}" actrange="-1 1"/>`,
  (r, id) => `<damper joint="j${id}0" kv="${between(r, 0.1, 1)}" ctrlrange="0 1"/>`,
  (r, id) => `<cylinder joint="j${id}0" timeconst="${between(r, 0.02, 0.5)}" area="2"/>`,
  (r, id) => `<muscle joint="j${id}0" lengthrange="-1 1" force="${between(r, 5, 30)}"/>`,
  (r, id) =>
    `<general joint="j${id}0" dyntype="${r.pick(['filter', 'filterexact', 'integrator'])}" dynprm="${between(r, 0.02, 0.3)}" gainprm="${between(r, 0.5, 4)}" biastype="affine" biasprm="0 ${between(r, -4, 0)} ${between(r, -0.5, 0)}"/>`,
  (r, id) => `<motor site="s${id}2" gear="${several(r, 6, -1, 1)}"/>`,
  (r, id) => `<motor site="s${id}2" refsite="s${id}0" gear="${several(r, 6, -1, 1)}"/>`,
  (r, id) =>
    `<motor joint="j${id}0" gear="${between(r, 0.5, 3)}" forcelimited="true" forcerange="-${between(r, 0.1, 3)} ${between(r, 0.1, 3)}"/>`,
  (r, id) => `<motor joint="j${id}0" delay="${between(r, 0.004, 0.02)}" nsample="12"/>`,
  (_r, id) => `<general joint="j${id}0" dyntype="user" actdim="1"/>`,
];

/** @type {Record<string, Maker>} */
const makers = {
  floor: (r) => ({
    world: r.pick([
      `<geom type="plane" size="3 3 1" ${surface(r)}/>`,
      `<geom type="plane" size="3 3 1" euler="${several(r, 2, -12, 12)} 0" ${surface(r)}/>`,
      `<geom type="box" size="2 2 .2" pos="0 0 -.2" ${surface(r)}/>`,
      `<geom type="hfield" hfield="ground" ${surface(r)}/>`,
      `<geom type="ellipsoid" size="2 1.7 .6" pos="0 0 -.6" ${surface(r)}/>`,
      `<geom type="cylinder" size=".5 1" pos="0 0 -.45" euler="90 0 0" ${surface(r)}/>`,
    ]),
  }),
  body: (r) => ({
    world: `<body pos="${randomPosition(r)}" euler="${several(r, 3, -180, 180)}"><freejoint/><geom ${anyShape(r)} ${surface(r)}/></body>`,
  }),
  slider: (r) => ({
    world: `<body pos="${randomPosition(r)}"><joint type="slide" axis="0 0 1" ${joint(r)}/><joint axis="${several(r, 3, -1, 1)}" ${joint(r)}/>
      <geom ${anyShape(r)} ${surface(r)}/></body>`,
  }),
  chain: (r, id) => ({ world: chain(r, id) }),
  arm: (r, id) => ({
    world: chain(r, id),
    actuator: r.list(1 + r.int(2), () => r.pick(actuators.slice(0, 11))(r, id)).join(''),
  }),
  odd: (r, id) => ({ world: chain(r, id), actuator: r.pick(actuators.slice(11))(r, id) }),
  tendon: (r, id) => ({
    world: chain(r, id),
    tendon: r.pick([
      `<fixed name="t${id}" ${tendon(r)}><joint joint="j${id}0" coef="${between(r, 0.3, 1)}"/></fixed>`,
      `<spatial name="t${id}" ${tendon(r)}><site site="s${id}0"/><site site="s${id}2"/></spatial>`,
      `<spatial name="t${id}" ${tendon(r)}><site site="s${id}0"/><geom geom="w${id}"/><site site="s${id}2"/></spatial>`.replace(
        'armature',
        'width',
      ),
    ]),
    actuator: r.chance(0.6) ? `<motor tendon="t${id}" gear="${between(r, 0.5, 2)}"/>` : '',
    // a wrapping geom, away from the others
    more: `<body name="b${id}" pos="${randomPosition(r)}"><geom name="w${id}" type="${r.pick(['sphere', 'cylinder'])}" size=".05 .1" contype="0" conaffinity="0"/></body>`,
  }),
  equality: (r, id) => ({
    world: chain(r, id),
    equality: r.pick([
      `<joint joint1="j${id}0" polycoef="${several(r, 3, -0.3, 0.3)} 0 0"/>`,
      `<connect site1="s${id}2" site2="a${id}"/>`,
      `<weld site1="s${id}2" site2="a${id}" torquescale="${between(r, 0.2, 2)}"/>`,
    ]),
    more: `<site name="a${id}" pos="${randomPosition(r)}"/>`,
  }),
  adhesion: (r, id) => ({
    world: `<body name="b${id}" pos="${randomPosition(r)}"><freejoint/><geom ${anyShape(r)} ${surface(r)}/></body>`,
    actuator: `<adhesion body="b${id}" gain="${between(r, 1, 10)}" ctrlrange="0 1"/>`,
  }),
  swimmer: (r, id) => ({
    world: `<body pos="${randomPosition(r)}"><joint name="j${id}0" type="ball"/><geom ${anyShape(r)} fluidshape="${r.pick(['none', 'ellipsoid'])}" ${surface(r)}/></body>`,
    option: `density="${between(r, 1, 500)}" viscosity="${between(r, 0, 0.2)}" wind="${several(r, 3, -2, 2)}"`,
  }),
  pair: (r, id) => ({
    world: `<body pos="${randomPosition(r)}"><freejoint/><geom name="p${id}" ${anyShape(r)} contype="0" conaffinity="0"/></body>
      <geom name="q${id}" ${anyShape(r)} pos="${randomPosition(r)}" contype="0" conaffinity="0"/>`,
    contact: `<pair geom1="p${id}" geom2="q${id}" condim="${r.pick([1, 3, 6])}" ${r.chance(0.5) ? 'margin=".02" gap=".004"' : ''}/>`,
  }),
  plugin: (_r, id) => ({
    world: `<body pos="0 0 1"><joint name="j${id}0"/><geom size=".05"/></body>`,
    extension: `<plugin plugin="mujoco.pid"><instance name="i${id}"><config key="kp" value="4"/></instance></plugin>`,
    actuator: `<plugin joint="j${id}0" plugin="mujoco.pid" instance="i${id}"/>`,
  }),
  cloth: (_r, id) => ({
    world: `<body name="b${id}" pos="0 0 1"><flexcomp name="f${id}" type="grid" count="2 2 1" spacing=".1 .1 .1" dim="2" radius=".01"/></body>`,
  }),
};

/** @param {Random} r */
const tendon = (r) =>
  [
    r.chance(0.6) ? `stiffness="${between(r, 1, 20)}" springlength="${between(r, 0.05, 0.3)}"` : '',
    r.chance(0.5) ? `damping="${between(r, 0.05, 0.5)}"` : '',
    r.chance(0.2) ? `frictionloss="${between(r, 0.02, 0.2)}"` : '',
    r.chance(0.3) ? `limited="true" range="0 ${between(r, 0.1, 0.4)}"` : '',
    r.chance(0.1) ? 'armature=".01"' : '',
  ].join(' ');

/** Weights of the kinds: unsupported ones are rare. */
const kinds = [
  ...['floor', 'floor', 'floor', 'body', 'body', 'body', 'body', 'slider', 'slider', 'chain', 'arm', 'arm', 'arm'],
  ...['tendon', 'tendon', 'equality', 'equality', 'adhesion', 'swimmer', 'pair', 'pair'],
];
const rare = ['odd', 'plugin', 'cloth'];

/** @param {Random} random @returns {Mechanism[]} */
export function mechanisms(random) {
  const list = random.list(1 + random.int(4), () => ({ kind: random.pick(kinds), seed: random.int(1e9) }));
  list.unshift({ kind: random.pick(['floor', 'body', 'slider']), seed: random.int(1e9) });
  if (random.chance(0.05)) list.push({ kind: random.pick(rare), seed: random.int(1e9) });
  return list;
}

/** The model of some mechanisms, with attributes of `<option>` and flags. @param {readonly Mechanism[]} list @param {string} option
 *  @param {string} flags */
export function assembleModel(list, option, flags) {
  /** @type {Record<string, string>} */
  const parts = {};
  for (const { kind, seed } of list) {
    const made = makers[kind](new Random(seed), `${seed}_`);
    // the last of repeated options counts
    for (const [section, text] of Object.entries(made)) {
      parts[section] = section === 'option' ? text : (parts[section] ?? '') + text;
    }
  }
  const section = (/** @type {string} */ name) => (parts[name] ? `<${name}>${parts[name]}</${name}>` : '');
  return `<mujoco><option ${option} ${parts.option ?? ''}><flag ${flags}/></option>${section('extension')}
    <asset><mesh name="rock" vertex="${corners}"/><hfield name="ground" nrow="5" ncol="5" size="1 1 .1 .2"
      elevation="0 1 2 1 0 1 2 1 2 1 2 0 1 1 0 1 2 1 2 2 0 2 1 1 1"/></asset>
    <worldbody>${parts.more ?? ''}${parts.world ?? ''}</worldbody>
    ${['contact', 'tendon', 'actuator', 'equality'].map(section).join('')}</mujoco>`;
}
