/** Visible elements of a model: flexes, geoms, sites. */
import { GeomType, ObjType } from '../../../core/model/enums.ts';
import { categoryOf, type Drawing, inGroup, mat3, vec3 } from '../drawing.ts';
import { CatBit, Frame, Label, VisFlag } from '../enums.ts';
import type { GeomRecord } from '../records.ts';
import { islandColor, islandHue } from './island.ts';

/** Grid squares of an infinite plane. */
const PLANE_GRID = 200;

export function drawFlexes(draw: Drawing): void {
  const { m, d, opt, pert } = draw;
  const flags = [VisFlag.FLEXVERT, VisFlag.FLEXEDGE, VisFlag.FLEXFACE, VisFlag.FLEXSKIN];
  if (!(draw.catmask & CatBit.DYNAMIC) || !flags.some((flag) => draw.has(flag))) return;
  for (let i = 0; i < m.nflex; i++) {
    if (!inGroup(opt.flexgroup, m.flex_group[i])) continue;
    const owner = { id: i, category: CatBit.DYNAMIC, type: ObjType.FLEX };
    const pos = vec3(d.flexvert_xpos, m.flex_vertadr[i]);
    draw.shape(owner, { type: GeomType.FLEX, pos }, (geom) => {
      geom.size[0] = m.flex_radius[i];
      draw.material(geom, m.flex_matid[i], m.flex_rgba.subarray(4 * i, 4 * i + 4));
      if (draw.has(VisFlag.ISLAND)) colorFlex(draw, geom, i);
      if (m.flex_texcoordadr[i] >= 0) geom.texcoord = 1;
      else geom.matid = -1;
      if (pert.flexselect === i) draw.glow(geom);
      if (geom.rgba[3] === 0) return false;
      if (opt.label === Label.FLEX) draw.label(geom, ObjType.FLEX, i);
      return true;
    });
  }
}

/** Island color of the first moving body of a flex. */
function colorFlex({ m, d }: Drawing, geom: GeomRecord, i: number): void {
  const [adr, num, ids] = m.flex_interp[i]
    ? [m.flex_nodeadr[i], m.flex_nodenum[i], m.flex_nodebodyid]
    : [m.flex_vertadr[i], m.flex_vertnum[i], m.flex_vertbodyid];
  const body = Array.from(ids.subarray(adr, adr + num)).find((id) => m.body_treeid[id] >= 0);
  if (body === undefined) return;
  geom.matid = -1;
  geom.rgba.set(islandColor(islandHue(m, d, body), d.body_awake[body] !== 0));
}

export function drawGeoms(draw: Drawing): void {
  const { m, d, opt, pert } = draw;
  let plane = -1;
  for (let i = 0; i < m.ngeom; i++) {
    const body = m.geom_bodyid[i];
    const type = m.geom_type[i];
    if (type === GeomType.PLANE) plane++;
    if (!draw.isShown(body) || !inGroup(opt.geomgroup, m.geom_group[i])) continue;
    const owner = { id: i, category: categoryOf(m, body), type: ObjType.GEOM };
    const shape = { type, size: vec3(m.geom_size, i), pos: vec3(d.geom_xpos, i), mat: mat3(d.geom_xmat, i) };
    draw.shape(owner, shape, (geom) => {
      geom.modelrbound = m.geom_rbound[i];
      draw.material(geom, m.geom_matid[i], m.geom_rgba.subarray(4 * i, 4 * i + 4));
      if (draw.has(VisFlag.ISLAND) && m.body_dofnum[m.body_weldid[body]] > 0) {
        geom.matid = -1;
        geom.rgba.set(islandColor(islandHue(m, d, body), d.body_awake[body] !== 0));
      }
      if (geom.rgba[3] === 0) return false;
      if (pert.select > 0 && pert.select === body) draw.glow(geom);
      if (opt.label === Label.GEOM) draw.label(geom, ObjType.GEOM, i);
      setGeomData(draw, geom, i, plane);
      return true;
    });
  }
}

/** Data id, texture coordinates, and position of an infinite plane, which follows the camera. */
function setGeomData(draw: Drawing, geom: GeomRecord, i: number, plane: number): void {
  const { m } = draw;
  const id = m.geom_dataid[i];
  geom.dataid = id;
  if (geom.type === GeomType.PLANE) {
    geom.dataid = plane;
    geom.pos.set(planePosition(draw, i));
  } else if (geom.type === GeomType.MESH || geom.type === GeomType.SDF) {
    if (id >= 0 && m.mesh_texcoordadr[id] >= 0) geom.texcoord = 1;
    const collides = m.geom_contype[i] !== 0 || m.geom_conaffinity[i] !== 0;
    const hull = m.mesh_graphadr[id] >= 0 && draw.has(VisFlag.CONVEXHULL) && collides;
    // ids alternate between meshes and their hulls
    geom.dataid = 2 * id + Number(hull);
  }
}

/** An infinite plane is moved below the camera in steps of its texture. */
function planePosition({ m, d, scene }: Drawing, i: number): Float64Array {
  const pos = vec3(d.geom_xpos, i).slice();
  const mat = mat3(d.geom_xmat, i);
  const material = m.geom_matid[i];
  const zfar = m.vis.map.zfar * m.stat.extent;
  const [left, right] = scene.camera;
  const away = [0, 1, 2].map((k) => 0.5 * Math.fround(left.pos[k] + right.pos[k]) - d.geom_xpos[3 * i + k]);
  for (let k = 0; k < 2; k++) {
    if (m.geom_size[3 * i + k] > 0) continue;
    const repeat = material >= 0 ? m.mat_texrepeat[2 * material + k] : 0;
    const size = repeat > 0 ? Math.fround(2 / repeat) : (2.1 * zfar) / (PLANE_GRID - 2);
    const axis = [mat[k], mat[3 + k], mat[6 + k]];
    const along = away[0] * axis[0] + away[1] * axis[1] + away[2] * axis[2];
    const steps = (0.5 * along) / size;
    const shift = 2 * size * (steps < 0 ? -Math.round(-steps) : Math.round(steps));
    for (let c = 0; c < 3; c++) pos[c] += shift * axis[c];
  }
  return pos;
}

export function drawSites(draw: Drawing): void {
  const { m, d, opt, pert } = draw;
  for (let i = 0; i < m.nsite; i++) {
    const body = m.site_bodyid[i];
    if (!draw.isShown(body) || !inGroup(opt.sitegroup, m.site_group[i])) continue;
    const owner = { id: i, category: categoryOf(m, body), type: ObjType.SITE };
    const shape = {
      type: m.site_type[i],
      size: vec3(m.site_size, i),
      pos: vec3(d.site_xpos, i),
      mat: mat3(d.site_xmat, i),
    };
    draw.shape(owner, shape, (geom) => {
      draw.material(geom, m.site_matid[i], m.site_rgba.subarray(4 * i, 4 * i + 4));
      if (geom.rgba[3] === 0) return false;
      if (pert.select > 0 && pert.select === body) draw.glow(geom);
      if (opt.label === Label.SITE) draw.label(geom, ObjType.SITE, i);
      return true;
    });
  }
}

/** Frames of geoms, or of sites. */
export function drawElementFrames(draw: Drawing): void {
  const { m, d, opt } = draw;
  const { framelength, framewidth } = m.vis.scale;
  const one = (
    i: number,
    body: number,
    groups: Uint8Array,
    group: number,
    material: number,
    rgba: Float32Array,
    pos: Float64Array,
    mat: Float64Array,
  ): void => {
    if (!draw.isShown(body) || !inGroup(groups, group)) return;
    if ((material >= 0 ? m.mat_rgba[4 * material + 3] : rgba[4 * i + 3]) === 0) return;
    draw.frame(i, vec3(pos, i), mat3(mat, i), draw.scaled(framelength), draw.scaled(framewidth));
  };
  if (opt.frame === Frame.GEOM) {
    for (let i = 0; i < m.ngeom; i++) {
      one(i, m.geom_bodyid[i], opt.geomgroup, m.geom_group[i], m.geom_matid[i], m.geom_rgba, d.geom_xpos, d.geom_xmat);
    }
  }
  if (opt.frame === Frame.SITE) {
    for (let i = 0; i < m.nsite; i++) {
      one(i, m.site_bodyid[i], opt.sitegroup, m.site_group[i], m.site_matid[i], m.site_rgba, d.site_xpos, d.site_xmat);
    }
  }
}
