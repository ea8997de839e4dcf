/** Mass, center of mass and principal inertia of bodies. */

import { InertiaFromGeom, OrientationType } from '../../core/model/enums/spec.ts';
import { EPS, normalize, pointInertia, principalInertia, rotatedInertia, type Vec } from '../../formats/pose/frame.ts';
import { isDefined } from '../../formats/spec/elements/element.ts';
import type { BodyNode, CompileState, GeomNode } from '../compileState.ts';
import { elementQuat } from './pose/frames.ts';

/** The <inertial> of a body as written. */
export function readInertial(state: CompileState, node: BodyNode): void {
  const { spec } = node;
  const { report } = state;
  node.mass = spec.mass;
  node.ipos = spec.ipos.slice();
  node.iquat = spec.iquat.slice();
  node.inertia = spec.inertia.slice();
  normalize(node.iquat);
  const alternative = spec.ialt !== null && spec.ialt.type !== OrientationType.QUAT;
  if (isDefined(spec.fullinertia)) {
    if (alternative) {
      report.errorAt(spec.inertialLocation, 'fullinertia', 'an orientation cannot be given together with fullinertia');
    }
    if (spec.inertia.some((x) => x !== 0)) {
      report.errorAt(spec.inertialLocation, 'fullinertia', 'diaginertia cannot be given together with fullinertia');
    }
    const principal = principalInertia(spec.fullinertia);
    if (principal) {
      node.iquat = principal.quat;
      node.inertia = principal.inertia;
    } else {
      report.errorAt(spec.inertialLocation, 'fullinertia', 'the principal moments of inertia must be positive');
    }
  }
  if (alternative) node.iquat = elementQuat(state, spec, spec.iquat, spec.ialt);
}

/** Whether the mass of the geom is computed at all. */
export function countsForInertia(node: BodyNode, geom: GeomNode): boolean {
  const { compiler, explicitinertial } = node.spec;
  if (node.id === 0 || (explicitinertial && compiler.inertiafromgeom !== InertiaFromGeom.TRUE)) return false;
  return inGroupRange(node, geom);
}

function inGroupRange(node: BodyNode, geom: GeomNode): boolean {
  const [low, high] = node.spec.compiler.inertiagrouprange;
  return geom.spec.group >= low && geom.spec.group <= high;
}

/** Infer the inertial frame from geoms if needed, then apply bounds and checks. */
export function completeInertia(state: CompileState, node: BodyNode): void {
  const { spec } = node;
  const mode = spec.compiler.inertiafromgeom;
  const given = isDefined(node.ipos);
  if (node.id > 0 && (mode === InertiaFromGeom.TRUE || (!given && mode === InertiaFromGeom.AUTO)))
    inertiaFromGeoms(state, node);
  if (!isDefined(node.ipos)) {
    node.ipos = node.pos.slice();
    node.iquat = node.quat.slice();
  }
  if (node.id > 0) boundAndCheck(state, node);
}

function inertiaFromGeoms(state: CompileState, node: BodyNode): void {
  const chosen = node.geoms.filter((g) => inGroupRange(node, g) && g.mass > EPS);
  if (chosen.length === 0) return;
  if (chosen.length === 1) {
    const [geom] = chosen;
    node.ipos = geom.pos.slice();
    node.iquat = geom.quat.slice();
    node.mass = geom.mass;
    node.inertia = geom.inertia.slice();
    return;
  }
  node.mass = 0;
  const com = [0, 0, 0];
  for (const geom of chosen) {
    node.mass += geom.mass;
    for (let k = 0; k < 3; k++) com[k] += geom.mass * geom.pos[k];
  }
  node.ipos = com.map((c) => c / node.mass);
  const total = [0, 0, 0, 0, 0, 0];
  for (const geom of chosen) addInertia(total, geom.mass, geom.inertia, geom.pos, geom.quat, node.ipos);
  const principal = principalInertia(total);
  if (principal) {
    node.iquat = principal.quat;
    node.inertia = principal.inertia;
  } else {
    state.report.elementError(
      node.spec,
      undefined,
      'the inertia of the geoms has a principal moment that is not positive',
    );
  }
}

/** total += the inertia of a part about the point `about`. */
export function addInertia(total: Vec, mass: number, inertia: Vec, pos: Vec, quat: Vec, about: Vec): void {
  const turned = rotatedInertia(inertia, quat);
  const moved = pointInertia(mass, [pos[0] - about[0], pos[1] - about[1], pos[2] - about[2]]);
  for (let k = 0; k < 6; k++) total[k] = total[k] + turned[k] + moved[k];
}

function boundAndCheck(state: CompileState, node: BodyNode): void {
  const { compiler } = node.spec;
  const location = node.spec.explicitinertial ? node.spec.inertialLocation : node.spec.location;
  node.mass = Math.max(node.mass, compiler.boundmass);
  node.inertia = node.inertia.map((x) => Math.max(x, compiler.boundinertia));
  const [a, b, c] = node.inertia;
  if (node.mass < 0 || a < 0 || b < 0 || c < 0) {
    state.report.errorAt(location, undefined, 'mass and inertia cannot be negative');
  } else if (a + b < c || a + c < b || b + c < a) {
    if (compiler.balanceinertia) node.inertia.fill((a + b + c) / 3);
    else {
      state.report.errorAt(
        location,
        undefined,
        `inertia ${a} ${b} ${c}: no moment may exceed the sum of the other two. Set balanceinertia in <compiler> to repair it`,
      );
    }
  }
}
