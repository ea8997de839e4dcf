/** Nodes of interpolated flexes: positions, and lines between them. */
import { mulMatVec3 } from '../../../core/math/mat3.ts';
import { addTo3 } from '../../../core/math/vec3.ts';
import type { Data } from '../../../core/model/data.ts';
import { GeomType } from '../../../core/model/enums.ts';
import type { Model } from '../../../core/model/model.ts';
import { type Drawing, vec3 } from '../drawing.ts';

/** World position of a node of flex f; ids count over all flexes. */
export function nodePoint(m: Model, d: Data, f: number, node: number): Float64Array {
  const body = m.flex_nodebodyid[node];
  if (m.flex_centered[f]) return vec3(d.xpos, body).slice();
  const point = new Float64Array(3);
  mulMatVec3(point, 0, d.xmat, 9 * body, m.flex_node, 3 * node);
  addTo3(point, 0, d.xpos, 3 * body);
  return point;
}

const LINE_WIDTH = 3;
const AXES = [0, 1, 2] as const;

/** Lines between neighbors that both move; for a shell, only those on its surface. */
export function drawLattice(draw: Drawing, f: number): void {
  const { m, d } = draw;
  const order = Math.abs(m.flex_interp[f]);
  const count = AXES.map((k) => m.flex_cellnum[3 * f + k] * order + 1);
  const start = m.flex_nodeadr[f];
  const nodeId = (at: readonly number[]) => start + (at[0] * count[1] + at[1]) * count[2] + at[2];
  const onSurface = (at: readonly number[]) => at.some((x, k) => x === 0 || x === count[k] - 1);
  const counts = (at: readonly number[]) =>
    m.body_jntnum[m.flex_nodebodyid[nodeId(at)]] > 0 && (m.flex_interp[f] > 0 || onSurface(at));
  const total = count[0] * count[1] * count[2];
  for (let n = 0; n < total; n++) {
    const at = [Math.floor(n / (count[1] * count[2])), Math.floor(n / count[2]) % count[1], n % count[2]];
    if (!counts(at)) continue;
    for (const axis of AXES) {
      const next = at.map((x, k) => (k === axis ? x + 1 : x));
      if (next[axis] === count[axis] || !counts(next)) continue;
      const [from, to] = [at, next].map((node) => nodePoint(m, d, f, nodeId(node)));
      draw.connector({ id: at[0] }, GeomType.LINE, LINE_WIDTH, from, to);
    }
  }
}
