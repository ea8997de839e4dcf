/** `fusestatic`: bodies without joints become part of their parents, unless something refers to them by name. */

import { MINVAL } from '../../core/model/constants.ts';
import { EqType, ObjType, SensorType, TrnType } from '../../core/model/enums.ts';
import { compose, principalInertia } from '../../formats/pose/frame.ts';
import type { BodyNode, CompileState, SiteNode } from '../compileState.ts';
import { compileCamera, compileLight } from './attached.ts';
import { gatherGeoms } from './body.ts';
import { makeBvh } from './bvh.ts';
import { addInertia } from './inertia.ts';

export function fuseStatic(state: CompileState): void {
  const references = namedBodies(state);
  for (const body of state.bodies) makeBvh(body);
  // MuJoCo resolves names with positions recorded before fusing, or when the body was visited; a position beyond the
  // end of the shortened list counts as a failed reference, and named bodies are then kept
  // only the last of them can be: visited bodies are kept, and so are all before them
  const last = state.bodies.findLastIndex((body) => references.has(body));
  const sensed = forceSites(state);
  const all = state.bodies;
  const kept = [all[0]];
  let length = all.length;
  for (let i = 1; i < all.length; i++) {
    const body = all[i];
    const failed = last > i && last >= length;
    const isNamed = failed || references.has(body) || body.sites.some((site) => sensed.has(site));
    if ((body.name !== '' && isNamed) || body.joints.length > 0 || body.spec.mocap) {
      kept.push(body);
      continue;
    }
    fuse(state, body);
    length--;
    if (body.name !== '') state.names.forget(ObjType.BODY, body.name);
  }
  state.bodies = kept;
  reindex(state);
  // cameras and lights are compiled again, as in MuJoCo: their poses become relative to the new body
  for (const camera of state.cameras) compileCamera(state, camera);
  for (const light of state.lights) compileLight(state, light);
}

/** Bodies named by an element. */
function namedBodies(state: CompileState): Set<BodyNode> {
  const { spec } = state;
  const found = new Set<BodyNode>();
  const add = (type: ObjType, name: string) => {
    if (name === '' || (type !== ObjType.BODY && type !== ObjType.XBODY)) return;
    const body = state.names.find<BodyNode>(ObjType.BODY, name);
    if (body) found.add(body);
  };
  for (const node of [...state.cameras, ...state.lights]) add(ObjType.BODY, node.spec.targetbody);
  for (const exclude of spec.excludes) {
    add(ObjType.BODY, exclude.bodyname1);
    add(ObjType.BODY, exclude.bodyname2);
  }
  for (const equality of spec.equalities) {
    if (equality.type !== EqType.CONNECT && equality.type !== EqType.WELD) continue;
    add(equality.objtype, equality.name1);
    add(equality.objtype, equality.name2);
  }
  for (const actuator of spec.actuators) if (actuator.trntype === TrnType.BODY) add(ObjType.BODY, actuator.target);
  for (const sensor of spec.sensors) {
    add(sensor.objtype, sensor.objname);
    add(sensor.reftype, sensor.refname);
  }
  for (const { objname, objtype } of spec.tuples) for (let k = 0; k < objname.length; k++) add(objtype[k], objname[k]);
  return found;
}

/** Sites of sensors that measure constraint forces on a body, so that it must not be fused. */
function forceSites(state: CompileState): Set<SiteNode> {
  const found = new Set<SiteNode>();
  for (const { type, objname } of state.spec.sensors) {
    const site = state.names.find<SiteNode>(ObjType.SITE, objname);
    if (site && (type === SensorType.FORCE || type === SensorType.TORQUE)) found.add(site);
  }
  return found;
}

/** Move the contents of a body to its parent. */
function fuse(state: CompileState, body: BodyNode): void {
  const parent = body.parent!;
  const joined = parent.id !== 0 && body.mass >= MINVAL;
  if (joined) joinInertia(state, parent, body);
  for (const child of body.bodies) {
    ({ pos: child.pos, quat: child.quat } = compose(body.pos, body.quat, child.pos, child.quat));
    child.parent = parent;
  }
  const at = parent.bodies.indexOf(body);
  // lists may be longer than the maximum number of call arguments
  if (body.bodies.length === 0) parent.bodies.splice(at, 1);
  else parent.bodies = [...parent.bodies.slice(0, at), ...body.bodies, ...parent.bodies.slice(at + 1)];
  for (const part of [...body.geoms, ...body.sites]) {
    ({ pos: part.pos, quat: part.quat } = compose(body.pos, body.quat, part.pos, part.quat));
  }
  for (const part of [...body.geoms, ...body.sites, ...body.cameras, ...body.lights]) part.body = parent;
  for (const geom of body.geoms) parent.geoms.push(geom);
  for (const site of body.sites) parent.sites.push(site);
  for (const camera of body.cameras) parent.cameras.push(camera);
  for (const light of body.lights) parent.lights.push(light);
  // the same geoms about the same center have the same hierarchy
  if (body.geoms.length === 0 && !joined) return;
  gatherGeoms(parent);
  const before = (parent.bvh?.nbvh ?? 0) + (body.bvh?.nbvh ?? 0);
  makeBvh(parent);
  state.spareVolumes += (parent.bvh?.nbvh ?? 0) - before;
}

/** Combined inertia of a body and a part given in its frame. */
function joinInertia(state: CompileState, body: BodyNode, part: BodyNode): void {
  const moved = compose(part.pos, part.quat, part.ipos, part.iquat);
  const mass = body.mass + part.mass;
  if (mass < MINVAL) {
    body.mass = 0;
    body.inertia = [0, 0, 0];
    body.ipos = [0, 0, 0];
    body.iquat = [1, 0, 0, 0];
    return;
  }
  const com = [0, 0, 0];
  for (let k = 0; k < 3; k++) com[k] = (0 + body.mass * body.ipos[k] + part.mass * moved.pos[k]) / mass;
  const total = [0, 0, 0, 0, 0, 0];
  const added = [0, 0, 0, 0, 0, 0];
  addInertia(total, body.mass, body.inertia, body.ipos, body.iquat, com);
  addInertia(added, part.mass, part.inertia, moved.pos, moved.quat, com);
  for (let k = 0; k < 6; k++) total[k] += added[k];
  body.mass = mass;
  body.ipos = com;
  const principal = principalInertia(total);
  if (!principal) {
    state.report.elementError(
      part.spec,
      undefined,
      'fusing the body with its parent gives a moment of inertia that is not positive',
    );
    return;
  }
  body.inertia = principal.inertia;
  body.iquat = principal.quat;
}

/** Recompute ids and lists from the tree, and weld relations. */
function reindex(state: CompileState): void {
  state.bodies.forEach((body, i) => {
    body.id = i;
  });
  state.joints = [];
  state.geoms = [];
  state.sites = [];
  state.cameras = [];
  state.lights = [];
  const visit = (body: BodyNode): void => {
    for (const child of body.bodies) {
      child.weldid = child.joints.length > 0 || child.spec.mocap ? child.id : body.weldid;
    }
    number(state.joints, body.joints);
    number(state.geoms, body.geoms);
    number(state.sites, body.sites);
    number(state.cameras, body.cameras);
    number(state.lights, body.lights);
    body.bodies.forEach(visit);
  };
  visit(state.world);
}

function number<N extends { id: number }>(list: N[], more: readonly N[]): void {
  for (const node of more) {
    node.id = list.length;
    list.push(node);
  }
}
