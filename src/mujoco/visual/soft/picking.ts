/** Finds the flex or skin that a ray hits first, and the body to perturb. */
import { phi } from '../../../core/engine/flex/shape.ts';
import type { Data } from '../../../core/model/data.ts';
import type { Model } from '../../../core/model/model.ts';
import { rayFlex } from '../../functions/rayFlex.ts';
import { raySkin } from '../../functions/raySkin.ts';
import { vec3 } from '../drawing.ts';
import { VisFlag } from '../enums.ts';
import type { OptionRecord } from '../records.ts';
import type { SceneState } from '../scene.ts';
import { nodePoint } from './nodes.ts';

/** The first hit of a kind. */
export interface Met {
  dist: number;
  id: number;
  body: number;
  point: Float64Array;
}

interface Ray {
  from: Float64Array;
  direction: Float64Array;
}

export function meetFlexes(m: Model, d: Data, opt: OptionRecord, { from, direction }: Ray): Met | undefined {
  const drawn = {
    vert: opt.flags[VisFlag.FLEXVERT] !== 0,
    edge: opt.flags[VisFlag.FLEXEDGE] !== 0,
    face: opt.flags[VisFlag.FLEXFACE] !== 0,
    skin: opt.flags[VisFlag.FLEXSKIN] !== 0,
    layer: opt.flex_layer,
  };
  let met: Met | undefined;
  for (let id = 0; id < m.nflex; id++) {
    const { dist, vertid } = rayFlex(m, d, id, from, direction, drawn);
    if (dist >= 0 && dist < (met?.dist ?? Infinity)) met = { dist, id, ...locateInFlex(m, d, id, vertid) };
  }
  return met;
}

/** The body of a vertex; for interpolated flexes, that of the node with the largest weight. */
function locateInFlex(m: Model, d: Data, f: number, vertex: number): { body: number; point: Float64Array } {
  const v = m.flex_vertadr[f] + vertex;
  if (m.flex_interp[f] === 0) return { body: m.flex_vertbodyid[v], point: vec3(d.flexvert_xpos, v).slice() };
  const node = m.flex_nodeadr[f] + strongestNode(m, f, v);
  return { body: m.flex_nodebodyid[node], point: nodePoint(m, d, f, node) };
}

/** Of the nodes of the cell around a vertex, whose weights are a tensor product, the one with the largest weight. Nodes
 * inside a shell are skipped: they belong to the world. */
function strongestNode(m: Model, f: number, v: number): number {
  const order = Math.abs(m.flex_interp[f]);
  const cells = m.flex_cellnum.subarray(3 * f, 3 * f + 3);
  const axes = [0, 1, 2].map((k) => {
    const x = m.flex_vert0[3 * v + k] * cells[k];
    const cell = Math.max(0, Math.min(cells[k] - 1, Math.floor(x)));
    const s = Math.max(0, Math.min(1, x - cell));
    return Array.from({ length: order + 1 }, (_, i) => ({ at: cell * order + i, weight: phi(s, i, order) }));
  });
  const [ny, nz] = [cells[1] * order + 1, cells[2] * order + 1];
  const fixed = (node: number) => m.body_dofnum[m.flex_nodebodyid[m.flex_nodeadr[f] + node]] === 0;
  let best = { node: -1, weight: 0 };
  for (const x of axes[0]) {
    for (const y of axes[1]) {
      for (const z of axes[2]) {
        const node = (x.at * ny + y.at) * nz + z.at;
        const weight = x.weight * y.weight * z.weight;
        if (weight > best.weight && !(m.flex_interp[f] < 0 && fixed(node))) best = { node, weight };
      }
    }
  }
  return best.node;
}

/** Skins have the positions of the last scene update. */
export function meetSkins(m: Model, opt: OptionRecord, scene: SceneState, { from, direction }: Ray): Met | undefined {
  let met: Met | undefined;
  if (!opt.flags[VisFlag.SKIN]) return met;
  for (let id = 0; id < m.nskin; id++) {
    const face = m.skin_face.subarray(3 * m.skin_faceadr[id], 3 * (m.skin_faceadr[id] + m.skin_facenum[id]));
    const start = m.skin_vertadr[id];
    const vert = scene.skinvert.subarray(3 * start, 3 * (start + m.skin_vertnum[id]));
    const vertid = new Int32Array(1);
    const dist = raySkin(m.skin_facenum[id], m.skin_vertnum[id], face, vert, from, direction, vertid);
    if (dist < 0 || dist >= (met?.dist ?? Infinity)) continue;
    const point = Float64Array.from(vert.subarray(3 * vertid[0], 3 * vertid[0] + 3));
    met = { dist, id, body: strongestBone(m, id, vertid[0]), point };
  }
  return met;
}

/** The body with the largest weight at a vertex of a skin. */
function strongestBone(m: Model, skin: number, vertex: number): number {
  let best = { body: -1, weight: -1 };
  for (let b = m.skin_boneadr[skin]; b < m.skin_boneadr[skin] + m.skin_bonenum[skin]; b++) {
    for (let k = m.skin_bonevertadr[b]; k < m.skin_bonevertadr[b] + m.skin_bonevertnum[b]; k++) {
      const weight = m.skin_bonevertweight[k];
      if (m.skin_bonevertid[k] === vertex && weight > best.weight) best = { body: m.skin_bonebodyid[b], weight };
    }
  }
  return best.body;
}
