// Small files of every kind that a model can refer to, with a model that uses each.
import { png } from './png.mjs';

/** @typedef {{ file: string, xml: string, bytes: Uint8Array }} Asset */

const mesh = (/** @type {string} */ file, more = '') =>
  `<mujoco><asset><mesh name="m" file="${file}"${more}/></asset><worldbody><geom type="plane" size="1 1 1"/>
  <body pos="0 0 1"><freejoint/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>`;
const texture = (/** @type {string} */ attributes) =>
  `<mujoco><asset><texture name="t" file="t.png" ${attributes}/><material name="c" texture="t"/></asset>
  <worldbody><geom size="1" material="c"/></worldbody></mujoco>`;
const heights = (/** @type {string} */ file) =>
  `<mujoco><asset><hfield name="h" file="${file}" size="1 1 .3 .1"/></asset><worldbody>
  <geom type="hfield" hfield="h"/><body pos="0 0 1"><freejoint/><geom size=".1"/></body></worldbody></mujoco>`;

/** Corners and triangles of a tetrahedron. */
const corners = [0, 0, 0, 0.3, 0, 0, 0, 0.3, 0, 0, 0, 0.3];
const triangles = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];

/** @type {Record<string, Asset>} */
export const assetFiles = {
  obj: { file: 'm.obj', xml: mesh('m.obj'), bytes: new TextEncoder().encode(objText()) },
  stl: { file: 'm.stl', xml: mesh('m.stl'), bytes: stlBytes() },
  msh: { file: 'm.msh', xml: mesh('m.msh'), bytes: mshBytes() },
  inertia: { file: 'm.stl', xml: mesh('m.stl', ' inertia="exact" maxhullvert="5"'), bytes: stlBytes() },
  gray: { file: 't.png', xml: texture('type="2d"'), bytes: png(8, 8, 8, 0) },
  colour: { file: 't.png', xml: texture('type="cube" gridsize="1 1"'), bytes: png(8, 8, 8, 2) },
  alpha: { file: 't.png', xml: texture('type="2d" nchannel="4"'), bytes: png(5, 3, 8, 6) },
  deep: { file: 't.png', xml: texture('type="2d"'), bytes: png(4, 4, 16, 2) },
  palette: { file: 't.png', xml: texture('type="2d"'), bytes: png(9, 5, 2, 3) },
  pngHeights: { file: 'h.png', xml: heights('h.png'), bytes: png(7, 5, 8, 0) },
  heights: { file: 'h.bin', xml: heights('h.bin'), bytes: heightBytes() },
};

function objText() {
  const lines = ['# a tetrahedron', 'o t'];
  for (let k = 0; k < 12; k += 3) lines.push(`v ${corners.slice(k, k + 3).join(' ')}`);
  lines.push('vt 0 0', 'vt 1 0', 'vt 0 1', 'vn 0 0 1', 'vn 1 0 0');
  for (let k = 0; k < 12; k += 3) {
    const [a, b, c] = triangles.slice(k, k + 3).map((v) => v + 1);
    lines.push(k % 2 ? `f ${a}/1/1 ${b}/2/2 ${c}/3/1` : `f ${a} ${b} -${5 - c}`);
  }
  return `${lines.join('\n')}\n`;
}

function stlBytes() {
  const view = new DataView(new ArrayBuffer(84 + 50 * 4));
  view.setUint32(80, 4, true);
  for (let t = 0; t < 4; t++) {
    for (let k = 0; k < 9; k++) {
      const corner = triangles[3 * t + Math.floor(k / 3)];
      view.setFloat32(84 + 50 * t + 12 + 4 * k, corners[3 * corner + (k % 3)], true);
    }
  }
  return new Uint8Array(view.buffer);
}

/** Numbers of vertices, normals, texture coordinates and faces, then each of them. */
function mshBytes() {
  const view = new DataView(new ArrayBuffer(4 * (4 + 12 + 12)));
  [4, 0, 0, 4].forEach((n, k) => {
    view.setInt32(4 * k, n, true);
  });
  corners.forEach((x, k) => {
    view.setFloat32(16 + 4 * k, x, true);
  });
  triangles.forEach((v, k) => {
    view.setInt32(64 + 4 * k, v, true);
  });
  return new Uint8Array(view.buffer);
}

/** Rows, columns, then the heights. */
function heightBytes() {
  const view = new DataView(new ArrayBuffer(8 + 4 * 12));
  view.setInt32(0, 3, true);
  view.setInt32(4, 4, true);
  for (let k = 0; k < 12; k++) view.setFloat32(8 + 4 * k, (k % 5) / 5, true);
  return new Uint8Array(view.buffer);
}
