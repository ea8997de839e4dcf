/** The `fromto` form of capsules, cylinders, boxes and ellipsoids: pose and length from two points. */

import { GeomType } from '../../../core/model/enums.ts';
import { EPS, normalize, type Vec, zToQuat } from '../../../formats/pose/frame.ts';
import type { Geom, Site } from '../../../formats/spec/elements/body.ts';
import type { Report } from '../../report.ts';

const LONG_TYPES: readonly GeomType[] = [GeomType.CAPSULE, GeomType.CYLINDER, GeomType.ELLIPSOID, GeomType.BOX];

export function applyFromTo(report: Report, spec: Geom | Site, node: { pos: Vec; quat: Vec; size: Vec }): void {
  if (!LONG_TYPES.includes(spec.type)) {
    report.elementError(spec, 'fromto', 'fromto is only for capsules, cylinders, ellipsoids and boxes');
    return;
  }
  if (node.pos.some((x) => x !== 0)) report.elementError(spec, 'pos', 'pos cannot be given together with fromto');
  const p = spec.fromto;
  const axis = [p[0] - p[3], p[1] - p[4], p[2] - p[5]];
  node.size[1] = normalize(axis) / 2;
  if (node.size[1] < EPS) report.elementError(spec, 'fromto', 'the two points are too close to each other');
  if (spec.type === GeomType.ELLIPSOID || spec.type === GeomType.BOX) {
    node.size[2] = node.size[1];
    node.size[1] = node.size[0];
  }
  node.pos = [(p[0] + p[3]) / 2, (p[1] + p[4]) / 2, (p[2] + p[5]) / 2];
  node.quat = zToQuat(axis);
}

/** Number of sizes used by a geom type; height fields and meshes have theirs from the asset. */
const SIZES: Readonly<Partial<Record<GeomType, number>>> = {
  [GeomType.PLANE]: 3,
  [GeomType.SPHERE]: 1,
  [GeomType.CAPSULE]: 2,
  [GeomType.ELLIPSOID]: 3,
  [GeomType.CYLINDER]: 2,
  [GeomType.BOX]: 3,
};

/** Whether all used sizes are positive; reports those that are not. */
export function checkSize(report: Report, spec: Geom | Site, size: Vec): boolean {
  const first = spec.type === GeomType.PLANE ? 2 : 0;
  let good = true;
  for (let k = first; k < (SIZES[spec.type] ?? 0); k++) {
    if (!(size[k] <= 0)) continue;
    report.elementError(spec, 'size', `size ${k + 1} must be positive, found ${size[k]}`);
    good = false;
  }
  return good;
}
