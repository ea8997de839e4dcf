// `npm run conformance -- --scenes`: mjv_updateScene of both packages for each flag, label and frame: geoms, lights and
// cameras, member by member.
import { readFileSync } from 'node:fs';

/** @typedef {Record<string, any>} Loose
 *  @typedef {{ scenes: number, geoms: number, differences: string[] }} Comparison */

const VISUAL_FLAGS = 31;
const LABELS = 17;
const FRAMES = 8;
const MAX_GEOMS = 5000;
const ALL = 7;
/** Tolerance for floats: the engines differ in the last bits of doubles. */
const TOLERANCE = 2e-5;

/** Changes to options, perturbation and camera, by name.
 *  @type {Record<string, (world: { opt: Loose, pert: Loose, cam: Loose, m: Loose }) => void>} */
const special = {
  perturbation: ({ opt, pert, m }) => {
    Object.assign(pert, { select: m.nbody - 1, active: 3, active2: 1 });
    pert.localpos.set([0.1, 0.2, 0.3]);
    pert.refpos.set([1, 2, 3]);
    pert.refselpos.set([1, 0, 2]);
    opt.flags[21] = 1;
    opt.label = 13;
  },
  'all groups': ({ opt }) => {
    for (const kind of ['geom', 'site', 'joint', 'tendon', 'actuator', 'flex', 'skin']) opt[`${kind}group`].fill(1);
  },
  'transparent and moving only': ({ opt }) => {
    opt.flags[18] = 1;
    opt.flags[22] = 0;
  },
  'islands of contacts': ({ opt }) => {
    for (const flag of [14, 15, 16, 17]) opt.flags[flag] = 1;
  },
  'boxes of depth 2': ({ opt }) => {
    opt.flags[28] = 1;
    opt.flags[29] = 1;
    opt.bvh_depth = 2;
  },
  'faces of a layer': ({ opt }) => {
    opt.flags[26] = 1;
    opt.flags[27] = 0;
    opt.flex_layer = 1;
  },
  'soft things selected': ({ pert }) => {
    Object.assign(pert, { flexselect: 0, skinselect: 0 });
  },
  'a fixed camera': ({ cam, m }) => {
    if (m.ncam > 0) Object.assign(cam, { type: 2, fixedcamid: 0 });
  },
};

/** All tested changes.
 *  @param {boolean} thorough labels and frames too
 *  @returns {[string, (world: { opt: Loose, pert: Loose, cam: Loose, m: Loose }) => void][]} */
function changes(thorough) {
  /** @type {ReturnType<typeof changes>} */
  const all = [];
  for (let flag = 0; flag < VISUAL_FLAGS; flag++) {
    all.push([`flag ${flag}`, ({ opt }) => opt.flags.set([opt.flags[flag] ? 0 : 1], flag)]);
  }
  if (!thorough) return [...all, ...Object.entries(special)];
  for (let label = 0; label < LABELS; label++) {
    all.push([`label ${label}`, ({ opt }) => Object.assign(opt, { label }).flags.fill(1)]);
  }
  for (let frame = 0; frame < FRAMES; frame++) {
    all.push([`frame ${frame}`, ({ opt }) => Object.assign(opt, { frame }).flags.fill(1, 3, 7)]);
  }
  return [...all, ...Object.entries(special)];
}

/** A model in both packages, in the same state after some steps.
 *  @param {Loose} theirs @param {Loose} ours @param {string} xml */
function worlds(theirs, ours, xml) {
  const [a, b] = [theirs, ours].map((mj) => {
    const m = mj.MjModel.from_xml_string(xml);
    return { mj, m, d: new mj.MjData(m), scene: new mj.MjvScene(m, MAX_GEOMS) };
  });
  for (let i = 0; i < a.m.nu; i++) a.d.ctrl[i] = 0.1 * (i + 1);
  for (let i = 0; i < a.m.nv; i++) a.d.qvel[i] = 0.1 * Math.sin(i);
  for (let k = 0; k < 60; k++) a.mj.mj_step(a.m, a.d);
  for (const name of ['qpos', 'qvel', 'act', 'ctrl', 'qacc_warmstart', 'mocap_pos', 'mocap_quat']) {
    b.d[name].set(a.d[name]);
  }
  b.d.time = a.d.time;
  for (const { mj, m, d } of [a, b]) {
    if (m.nbody > 1) d.xfrc_applied.set([1.5, 0, 3], 6);
    mj.mj_forward(m, d);
  }
  // forces of redundant contacts are not unique
  if (a.d.nefc === b.d.nefc) b.d.efc_force.set(a.d.efc_force);
  return [a, b];
}

/** Compare the scenes of a model.
 *  @param {Loose} theirs @param {Loose} ours @param {string} xml @param {{ thorough?: boolean }} [options]
 *  @returns {Comparison} */
export function compareScenes(theirs, ours, xml, { thorough = true } = {}) {
  const pair = worlds(theirs, ours, xml);
  /** @type {Comparison} */
  const result = { scenes: 0, geoms: 0, differences: [] };
  for (const [name, change] of changes(thorough)) {
    const [a, b] = pair.map((world) => captureScene(world, change));
    result.scenes++;
    result.geoms += a.geoms.length;
    const difference = firstDifference(a, b);
    if (difference) result.differences.push(`${name}: ${difference}`);
  }
  for (const { m, d, scene } of pair) for (const object of [scene, d, m]) object.delete();
  return result;
}

/** Contents of a scene as plain records.
 *  @param {{ mj: Loose, m: Loose, d: Loose, scene: Loose }} world @param {(world: any) => unknown} change */
function captureScene({ mj, m, d, scene }, change) {
  const [opt, pert, cam] = [new mj.MjvOption(), new mj.MjvPerturb(), new mj.MjvCamera()];
  mj.mjv_defaultFreeCamera(m, cam);
  change({ opt, pert, cam, m });
  // twice: infinite geoms follow the camera of the previous update
  for (let k = 0; k < 2; k++) mj.mjv_updateScene(m, d, opt, pert, cam, ALL, scene);
  const found = {
    geoms: records(mj.MjvGeom, scene.geoms, scene.ngeom),
    lights: records(mj.MjvLight, scene.lights, scene.nlight),
    cameras: records(mj.MjvGLCamera, scene.camera, 2),
    flexes: Array.from({ length: scene.nflex }, (_, f) => sceneFlex(m, scene, f)),
    skins: Array.from({ length: scene.nskin }, (_, i) => skinOf(scene, i)),
    soft: [options(scene)],
  };
  for (const object of [cam, pert, opt]) object.delete();
  return found;
}

/** Vertices, edges and the faces in use of a flex.
 *  @param {Loose} m @param {Loose} scene @param {number} f @returns {Loose} */
function sceneFlex(m, scene, f) {
  const [vert, edge, face] = ['vert', 'edge', 'face'].map((kind) => scene[`flex${kind}adr`][f]);
  const [verts, edges, faces] = [scene.flexvertnum[f], scene.flexedgenum[f], scene.flexfaceused[f]];
  /** @param {string} name @param {number} start @param {number} count @param {number} width */
  const part = (name, start, count, width) => Array.from(scene[name].subarray(width * start, width * (start + count)));
  return {
    sizes: [vert, edge, face, verts, edges, faces, scene.flexfacenum[f]],
    vert: part('flexvert', vert, verts, 3),
    edge: part('flexedge', edge, edges, 2),
    face: part('flexface', face, faces, 9),
    normal: part('flexnormal', face, faces, 9),
    // without coordinates the official package leaves uninitialized memory there
    texcoord: m.flex_texcoordadr[f] < 0 ? [] : part('flextexcoord', face, faces, 6),
  };
}

/** @param {Loose} scene @param {number} i @returns {Loose} */
function skinOf(scene, i) {
  const [start, count] = [scene.skinvertadr[i], scene.skinvertnum[i]];
  const part = (/** @type {string} */ name) => Array.from(scene[name].subarray(3 * start, 3 * (start + count)));
  return { sizes: [start, count, scene.skinfacenum[i]], vert: part('skinvert'), normal: part('skinnormal') };
}

/** @param {Loose} scene @returns {Loose} */
function options({ flexvertopt, flexedgeopt, flexfaceopt, flexskinopt }) {
  return { flexvertopt, flexedgeopt, flexfaceopt, flexskinopt };
}

/** @param {any} Class @param {Loose} list @param {number} count @returns {Loose[]} */
function records(Class, list, count) {
  const names = Object.getOwnPropertyNames(Class.prototype).filter((name) => name !== 'constructor' && name !== 'copy');
  const all = Array.from({ length: count }, (_, i) => {
    const object = list.get(i);
    const record = Object.fromEntries(names.map((name) => [name, plain(name, object[name])]));
    object.delete();
    return record;
  });
  list.delete();
  return all;
}

/** @param {string} name @param {any} value */
function plain(name, value) {
  if (name === 'label') return String.fromCharCode(...value.subarray(0, value.indexOf(0)));
  return typeof value === 'number' ? value : Array.from(value);
}

/** @param {Record<string, Loose[]>} a @param {Record<string, Loose[]>} b */
function firstDifference(a, b) {
  for (const list of Object.keys(a)) {
    if (a[list].length !== b[list].length) return `${a[list].length} ${list} official, ${b[list].length} ours`;
    for (let i = 0; i < a[list].length; i++) {
      for (const [name, value] of Object.entries(a[list][i])) {
        if (!alike(value, b[list][i][name])) {
          return `${list}[${i}].${name}: ${JSON.stringify(value)} official, ${JSON.stringify(b[list][i][name])} ours`;
        }
      }
    }
  }
  return undefined;
}

/** @param {any} a @param {any} b @returns {boolean} */
function alike(a, b) {
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((x, i) => alike(x, b[i]));
  if (typeof a !== 'number') return a === b;
  return Object.is(a, b) || Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(a), Math.abs(b));
}

/** Compare the scenes of many files and print what differs.
 *  @param {Loose} theirs @param {Loose} ours @param {readonly string[]} paths @returns {boolean} */
export function reportScenes(theirs, ours, paths) {
  const sum = { models: 0, scenes: 0, geoms: 0, different: 0 };
  for (const path of paths) {
    try {
      const { scenes, geoms, differences } = compareScenes(theirs, ours, readFileSync(path, 'utf8'));
      sum.models++;
      sum.scenes += scenes;
      sum.geoms += geoms;
      sum.different += differences.length;
      if (differences.length > 0) console.log(`${path}\n  ${differences.join('\n  ')}`);
    } catch (error) {
      console.log(`${path}: skipped: ${String(/** @type {Error} */ (error).message).split('\n')[0]}`);
    }
  }
  console.log(`${sum.models} models, ${sum.scenes} scenes, ${sum.geoms} geoms: ${sum.different} scenes differ`);
  return sum.different === 0;
}
