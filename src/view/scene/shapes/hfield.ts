/** Height fields: the surface, with walls down to a base. */
import { BufferAttribute, BufferGeometry } from 'three';
import type { Model } from '../../../index.ts';

export function hfieldGeometry(m: Model, id: number): BufferGeometry {
  const nrow = m.hfield_nrow[id]!;
  const ncol = m.hfield_ncol[id]!;
  const [sx, sy, top, bottom] = [0, 1, 2, 3].map((k) => m.hfield_size[4 * id + k]!) as [number, number, number, number];
  const x = (c: number) => sx * ((2 * c) / (ncol - 1) - 1);
  const y = (r: number) => sy * ((2 * r) / (nrow - 1) - 1);
  const z = (r: number, c: number) => top * m.hfield_data[m.hfield_adr[id]! + r * ncol + c]!;

  const position: number[] = [];
  const uv: number[] = [];
  const index: number[] = [];
  const vertex = (r: number, c: number, height: number) => {
    position.push(x(c), y(r), height);
    uv.push(c / (ncol - 1), 1 - r / (nrow - 1));
    return position.length / 3 - 1;
  };
  const quad = (a: number, b: number, c: number, d: number) => index.push(a, b, c, a, c, d);

  for (let r = 0; r < nrow; r++) for (let c = 0; c < ncol; c++) vertex(r, c, z(r, c));
  for (let r = 0; r + 1 < nrow; r++) {
    for (let c = 0; c + 1 < ncol; c++) {
      const a = r * ncol + c;
      quad(a, a + 1, a + ncol + 1, a + ncol);
    }
  }
  // walls have their own vertices, to keep the edge of the surface sharp
  const wall = (points: [number, number][]) => {
    for (let k = 0; k + 1 < points.length; k++) {
      const [[r0, c0], [r1, c1]] = [points[k]!, points[k + 1]!];
      const low = [vertex(r0, c0, -bottom), vertex(r1, c1, -bottom)];
      const high = [vertex(r0, c0, z(r0, c0)), vertex(r1, c1, z(r1, c1))];
      quad(low[0]!, low[1]!, high[1]!, high[0]!);
    }
  };
  const columns = Array.from({ length: ncol }, (_, c) => c);
  const rows = Array.from({ length: nrow }, (_, r) => r);
  wall(columns.map((c) => [0, c]));
  wall(rows.map((r) => [r, ncol - 1]));
  wall(columns.reverse().map((c) => [nrow - 1, c]));
  wall(rows.reverse().map((r) => [r, 0]));
  const under = [vertex(0, 0, -bottom), vertex(nrow - 1, 0, -bottom), vertex(nrow - 1, ncol - 1, -bottom)];
  quad(under[0]!, under[1]!, under[2]!, vertex(0, ncol - 1, -bottom));

  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(position), 3));
  geometry.setAttribute('uv', new BufferAttribute(new Float32Array(uv), 2));
  geometry.setIndex(index);
  geometry.computeVertexNormals();
  return geometry;
}
