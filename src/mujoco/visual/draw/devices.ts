/** Decorations of cameras, lights and range finders. */
import { tan } from '../../../core/math/elementary/trig.ts';
import { quat2Mat, quatZ2Vec } from '../../../core/math/quat.ts';
import { GeomType, ObjType, Projection, RayDataField, SensorType } from '../../../core/model/enums.ts';
import { frustumOf } from '../camera.ts';
import { type Drawing, mat3, vec3 } from '../drawing.ts';
import { Frame, Label, VisFlag } from '../enums.ts';
import { triangle } from './boxes.ts';
import { pixelRays } from './pixelRays.ts';

const f = Math.fround;
const NSENS = 3;
const LINE_WIDTH = 3;
/** Size of each data field of a range finder. */
const fieldSizes = [1, 3, 3, 3, 3, 1];

export function drawCameras(draw: Drawing): void {
  const { m, d, opt } = draw;
  if (!draw.has(VisFlag.CAMERA)) return;
  const { camera, framelength, framewidth } = m.vis.scale;
  const unit = draw.scaled(camera);
  for (let i = 0; i < m.ncam; i++) {
    const rgba = m.vis.rgba.camera.slice();
    if (m.cam_resolution[2 * i] > 1 || m.cam_resolution[2 * i + 1] > 1) {
      rgba[3] = 0.3;
      drawFrustum(draw, i);
    }
    const owner = { id: i, type: ObjType.CAMERA };
    const [pos, mat] = [vec3(d.cam_xpos, i), mat3(d.cam_xmat, i)];
    const body = { type: GeomType.BOX, size: [unit, unit * 0.8, unit * 0.4], pos, mat, rgba };
    draw.shape(owner, body, (geom) => {
      if (opt.label === Label.CAMERA) draw.label(geom, ObjType.CAMERA, i);
    });
    const front = pos.map((x, k) => x - unit * 0.6 * mat[3 * k + 2]);
    const dark = rgba.map((x, k) => (k < 3 ? x * 0.5 : x));
    const lens = { type: GeomType.CYLINDER, size: [unit * 0.4, unit * 0.3], pos: front, mat, rgba: dark };
    draw.shape(owner, lens);
    if (opt.frame === Frame.CAMERA) draw.frame(i, pos, mat, draw.scaled(framelength), draw.scaled(framewidth));
  }
}

/** A camera frustum from the near plane on: four sides, each of two triangles and three lines. */
function drawFrustum(draw: Drawing, i: number): void {
  const { m, d } = draw;
  const owner = { id: i, type: ObjType.CAMERA };
  const rgba = m.vis.rgba.frustum;
  const znear = m.vis.map.znear * m.stat.extent;
  const orthographic = m.cam_projection[i] === Projection.ORTHOGRAPHIC;
  const { zver, zhor } = openingOf(draw, i, znear, orthographic);
  const zfar = orthographic ? f(zhor[0] + zver[0]) / 2 : draw.scaled(m.vis.scale.frustum);
  const grown = (z: ArrayLike<number>): number[] => Array.from(z, (x) => (orthographic ? x : f(x * (zfar / znear))));
  const near = corners(vec3(d.cam_xpos, i), mat3(d.cam_xmat, i), znear, zhor, zver);
  const far = corners(vec3(d.cam_xpos, i), mat3(d.cam_xmat, i), zfar, grown(zhor), grown(zver));
  for (let e = 0; e < 4; e++) {
    const next = (e + 1) % 4;
    triangle(draw, owner, near[e], far[e], near[next], rgba);
    triangle(draw, owner, far[e], far[next], near[next], rgba);
    draw.connector(owner, GeomType.LINE, LINE_WIDTH, near[e], near[next], rgba);
    draw.connector(owner, GeomType.LINE, LINE_WIDTH, far[e], far[next], rgba);
    draw.connector(owner, GeomType.LINE, LINE_WIDTH, near[e], far[e], rgba);
  }
}

/** Half sizes of the near plane: bottom and top, left and right. */
function openingOf(
  { m }: Drawing,
  i: number,
  znear: number,
  orthographic: boolean,
): { zver: number[]; zhor: number[] } {
  const aspect = f(m.cam_resolution[2 * i] / m.cam_resolution[2 * i + 1]);
  if (orthographic) {
    const half = f(m.cam_fovy[i] / 2);
    const wide = f((m.cam_fovy[i] * aspect) / 2);
    return { zver: [half, half], zhor: [wide, wide] };
  }
  if (m.cam_sensorsize[2 * i] !== 0 && m.cam_sensorsize[2 * i + 1] !== 0) return frustumOf(m, i, f(znear));
  const half = f(znear * tan((m.cam_fovy[i] * Math.PI) / 360));
  const wide = f(half * aspect);
  return { zver: [half, half], zhor: [wide, wide] };
}

/** Corners of a cross section of the frustum at a distance. */
function corners(
  pos: ArrayLike<number>,
  mat: ArrayLike<number>,
  z: number,
  zhor: ArrayLike<number>,
  zver: ArrayLike<number>,
): number[][] {
  const at = (x: number, y: number): number[] =>
    [0, 1, 2].map((k) => pos[k] + mat[3 * k + 2] * -z + mat[3 * k] * x + mat[3 * k + 1] * y);
  return [at(-zhor[0], -zver[0]), at(zhor[1], -zver[0]), at(zhor[1], zver[1]), at(-zhor[0], zver[1])];
}

export function drawLights(draw: Drawing): void {
  const { m, d, opt } = draw;
  if (!draw.has(VisFlag.LIGHT)) return;
  const unit = draw.scaled(m.vis.scale.light);
  const quat = new Float64Array(4);
  const mat = new Float64Array(9);
  for (let i = 0; i < m.nlight; i++) {
    const [xpos, dir] = [vec3(d.light_xpos, i), vec3(d.light_xdir, i)];
    quatZ2Vec(quat, 0, dir, 0);
    quat2Mat(mat, 0, quat, 0);
    // slightly behind, so that it casts no shadow
    const pos = xpos.map((x, k) => x + dir[k] * (-unit - 0.0001));
    const shape = { type: GeomType.CYLINDER, size: [unit * 0.8, unit], pos, mat, rgba: m.vis.rgba.light };
    draw.shape({ id: i, type: ObjType.LIGHT }, shape, (geom) => {
      if (opt.label === Label.LIGHT) draw.label(geom, ObjType.LIGHT, i);
    });
    if (opt.frame !== Frame.LIGHT) continue;
    draw.frame(i, xpos, mat, draw.scaled(m.vis.scale.framelength), draw.scaled(m.vis.scale.framewidth));
  }
}

/** Rays of range finders, and segments between nearest points of geoms. */
export function drawRangefinders(draw: Drawing): void {
  const { m, d } = draw;
  if (!draw.has(VisFlag.RANGEFINDER)) return;
  for (let i = 0; i < m.nsensor; i++) {
    const at = m.sensor_adr[i];
    if (m.sensor_type[i] === SensorType.GEOMFROMTO) {
      const fromto = d.sensordata.subarray(at, at + 6);
      if (fromto.every((x) => x === 0)) continue;
      line(draw, i, fromto.subarray(0, 3), fromto.subarray(3, 6));
    } else if (m.sensor_type[i] === SensorType.RANGEFINDER) {
      if (m.sensor_objtype[i] === ObjType.SITE) drawSiteRay(draw, i, at);
      else if (m.sensor_objtype[i] === ObjType.CAMERA) drawImage(draw, i, at);
    }
  }
}

function line(draw: Drawing, id: number, from: ArrayLike<number>, to: ArrayLike<number>): void {
  const owner = { id, type: ObjType.SENSOR };
  draw.connector(owner, GeomType.LINE, LINE_WIDTH, from, to, draw.m.vis.rgba.rangefinder);
}

function drawSiteRay(draw: Drawing, i: number, at: number): void {
  const { m, d } = draw;
  const site = m.sensor_objid[i];
  const mat = mat3(d.site_xmat, site);
  drawRay(draw, i, at, vec3(d.site_xpos, site), [mat[2], mat[5], mat[8]], 1.5);
}

function drawImage(draw: Drawing, i: number, at: number): void {
  const { m } = draw;
  const spec = m.sensor_intprm[NSENS * i];
  const size = fieldSizes.reduce((sum, n, field) => (spec & (1 << field) ? sum + n : sum), 0);
  pixelRays(m, draw.d, m.sensor_objid[i], (k, origin, direction) =>
    drawRay(draw, i, at + k * size, origin, direction, 1.3),
  );
}

/** A ray: a line, the hit point, the normal, depending on the data fields of the sensor. */
function drawRay(
  draw: Drawing,
  i: number,
  at: number,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  pointSize: number,
): void {
  const { m, d } = draw;
  const spec = m.sensor_intprm[NSENS * i];
  const has = (field: number): boolean => (spec & (1 << field)) !== 0;
  const field = (wanted: number): Float64Array => {
    const start = fieldSizes.reduce((sum, n, k) => (k < wanted && has(k) ? sum + n : sum), at);
    return d.sensordata.subarray(start, start + fieldSizes[wanted]);
  };
  const dist = has(RayDataField.DIST) ? field(RayDataField.DIST)[0] : -1;
  let point: ArrayLike<number> = [0, 0, 0];
  if (dist >= 0) {
    point = [0, 1, 2].map((k) => origin[k] + direction[k] * dist);
    line(draw, i, origin, point);
  }
  const owner = { id: i, type: ObjType.SENSOR };
  const rgba = m.vis.rgba.rangefinder;
  const width = draw.scaled(m.vis.scale.framewidth);
  if (has(RayDataField.POINT) && field(RayDataField.POINT).some((x) => x !== 0)) {
    point = field(RayDataField.POINT);
    draw.shape(owner, { type: GeomType.SPHERE, size: [pointSize * width], pos: point, rgba });
  }
  const valid = dist >= 0 || point[0] !== 0 || point[1] !== 0 || point[2] !== 0;
  if (!valid || !has(RayDataField.NORMAL)) return;
  const length = 2 * draw.scaled(m.vis.scale.framelength);
  const to = Array.from(field(RayDataField.NORMAL), (x, k) => point[k] + x * length);
  draw.connector(owner, GeomType.ARROW1, width, point, to, rgba);
}
