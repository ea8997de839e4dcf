// Small files of every kind that a model can refer to, each with a model that uses it.
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

const flex = (/** @type {string} */ attributes) =>
  `<mujoco><worldbody><flexcomp name="f" mass="1" radius=".01" ${attributes}><contact selfcollide="none"/></flexcomp></worldbody></mujoco>`;
const skin = `<mujoco><worldbody><body name="a"><freejoint/><geom size=".1"/></body><body name="b" pos=".3 0 0"><geom size=".1"/></body>
  </worldbody><deformable><skin name="k" file="k.skn"/></deformable></mujoco>`;

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
  color: { file: 't.png', xml: texture('type="cube" gridsize="1 1"'), bytes: png(8, 8, 8, 2) },
  alpha: { file: 't.png', xml: texture('type="2d" nchannel="4"'), bytes: png(5, 3, 8, 6) },
  deep: { file: 't.png', xml: texture('type="2d"'), bytes: png(4, 4, 16, 2) },
  palette: { file: 't.png', xml: texture('type="2d"'), bytes: png(9, 5, 2, 3) },
  pngHeights: { file: 'h.png', xml: heights('h.png'), bytes: png(7, 5, 8, 0) },
  skin: { file: 'k.skn', xml: skin, bytes: skinBytes() },
  gmsh: { file: 'g.msh', xml: flex('type="gmsh" dim="3" file="g.msh"'), bytes: gmshText(4, 3) },
  gmshSurface: { file: 'g.msh', xml: flex('type="gmsh" dim="2" file="g.msh"'), bytes: gmshText(2, 2) },
  flexMesh: {
    file: 'm.obj',
    xml: flex('type="mesh" dim="2" file="m.obj"'),
    bytes: new TextEncoder().encode(objText()),
  },
  flexNodes: {
    file: 'm.stl',
    xml: flex('type="mesh" dim="2" dof="trilinear" file="m.stl"'),
    bytes: stlBytes(),
  },
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

/** Counts of vertices, normals, texture coordinates and faces, then the elements of each. */
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

/** Counts of vertices, texture coordinates, faces and bones, then the elements of each; bones with name, pose, vertices and weights. */
function skinBytes() {
  const bones = ['a', 'b'];
  const bone = 40 + 4 * (3 + 4 + 1 + 2 * 4);
  const view = new DataView(new ArrayBuffer(4 * (4 + 12 + 8 + 12) + bone * bones.length));
  let at = 0;
  const ints = (/** @type {number[]} */ values) => {
    for (const x of values) {
      view.setInt32(at, x, true);
      at += 4;
    }
  };
  const floats = (/** @type {number[]} */ values) => {
    for (const x of values) {
      view.setFloat32(at, x, true);
      at += 4;
    }
  };
  ints([4, 4, 4, bones.length]);
  floats([...corners, 0, 0, 1, 0, 0, 1, 1, 1]);
  ints(triangles);
  bones.forEach((name, k) => {
    view.setUint8(at, name.charCodeAt(0));
    at += 40;
    floats([0.3 * k, 0, 0, 1, 0, 0, 0]);
    ints([4, 0, 1, 2, 3]);
    floats([0.5, 0.5, 0.5, 0.5]);
  });
  return new Uint8Array(view.buffer);
}

/** A tetrahedron, or one of its faces, as version 4.1 of Gmsh writes it. @param {number} type of elements @param {number} dim */
function gmshText(type, dim) {
  const points = [0, 3, 6, 9].map((k) => corners.slice(k, k + 3).join(' '));
  const element = [1, 2, 3, 4].slice(0, dim + 1).join(' ');
  const lines = [
    ...['$MeshFormat', '4.1 0 8', '$EndMeshFormat', '$Nodes', '1 4 1 4', `${dim} 1 0 4`, '1', '2', '3', '4'],
    ...points,
    ...['$EndNodes', '$Elements', '1 1 1 1', `${dim} 1 ${type} 1`, `1 ${element}`, '$EndElements'],
  ];
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

/** Rows, columns, then the heights. */
function heightBytes() {
  const view = new DataView(new ArrayBuffer(8 + 4 * 12));
  view.setInt32(0, 3, true);
  view.setInt32(4, 4, true);
  for (let k = 0; k < 12; k++) view.setFloat32(8 + 4 * k, (k % 5) / 5, true);
  return new Uint8Array(view.buffer);
}
