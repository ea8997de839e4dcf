/** Tendons: the objects on their paths, and what paths may look like. */

import { GeomType, ObjType, WrapType } from '../../core/model/enums.ts';
import type { Wrap } from '../../formats/spec/elements/relation.ts';
import { checkAutoLimit, checkUser, isLimited } from '../limits.ts';
import type { GeomNode, JointNode, Scene, SiteNode, TendonNode, WrapNode } from '../scene.ts';

export function compileTendons(scene: Scene): void {
  for (const tendon of scene.tendons) compileTendon(scene, tendon);
}

function compileTendon(scene: Scene, tendon: TendonNode): void {
  const { spec } = tendon;
  const { report } = scene;
  checkUser(report, spec, spec.userdata, scene.user.tendon);
  if (spec.path.length === 0) {
    report.problem(spec, undefined, 'the path of a tendon cannot be empty');
    return;
  }
  const path = spec.path.map((wrap) => resolveWrap(scene, wrap));
  const spatial = spec.path[0].type !== WrapType.JOINT;
  if (spatial && path.length < 2) report.problem(spec, undefined, 'a spatial path needs at least two objects');
  if (spatial && spec.width <= 0) report.problem(spec, 'width', `expected a positive number, found ${spec.width}`);
  if (path.every((wrap) => wrap !== undefined)) {
    tendon.path = path;
    if (spatial) checkSpatial(scene, tendon);
    else checkFixed(scene, tendon);
  }
  resolveLimits(scene, tendon);
  if (spec.springlength[0] > spec.springlength[1]) {
    report.problem(spec, 'springlength', 'the first number must not exceed the second');
  }
}

function resolveWrap(scene: Scene, spec: Wrap): WrapNode | undefined {
  const { names, report } = scene;
  const wrap: WrapNode = { type: spec.type, obj: null, side: null, prm: spec.prm };
  switch (spec.type) {
    case WrapType.JOINT:
      wrap.obj = names.resolve<JointNode>(report, spec, 'joint', ObjType.JOINT, spec.objname) ?? null;
      return wrap.obj ? wrap : undefined;
    case WrapType.SITE:
      wrap.obj = names.resolve<SiteNode>(report, spec, 'site', ObjType.SITE, spec.objname) ?? null;
      return wrap.obj ? wrap : undefined;
    case WrapType.PULLEY:
      if (spec.prm < 0) report.problem(spec, 'divisor', `the divisor cannot be negative, found ${spec.prm}`);
      return wrap;
    default:
      return resolveGeomWrap(scene, spec, wrap);
  }
}

function resolveGeomWrap(scene: Scene, spec: Wrap, wrap: WrapNode): WrapNode | undefined {
  const { names, report } = scene;
  const geom = names.resolve<GeomNode>(report, spec, 'geom', ObjType.GEOM, spec.objname);
  if (!geom) return undefined;
  wrap.obj = geom;
  if (geom.spec.type === GeomType.CYLINDER) wrap.type = WrapType.CYLINDER;
  else if (geom.spec.type === GeomType.SPHERE) wrap.type = WrapType.SPHERE;
  else report.problem(spec, 'geom', `tendons wrap around spheres and cylinders only, '${geom.name}' is neither`);
  if (spec.sidesite !== '') {
    wrap.side = names.resolve<SiteNode>(report, spec, 'sidesite', ObjType.SITE, spec.sidesite) ?? null;
    if (!wrap.side) return undefined;
  }
  return wrap;
}

function checkFixed(scene: Scene, tendon: TendonNode): void {
  tendon.path.forEach((wrap, i) => {
    if (wrap.type !== WrapType.JOINT) {
      scene.report.problem(tendon.spec.path[i], undefined, 'a fixed tendon consists of joints only');
    }
  });
}

function checkSpatial(scene: Scene, tendon: TendonNode): void {
  const { spec, path } = tendon;
  const { report } = scene;
  if (spec.armature < 0) report.problem(spec, 'armature', `cannot be negative, found ${spec.armature}`);
  const typeAt = (i: number) => path[i]?.type ?? WrapType.NONE;
  const ends = (i: number) => i < 0 || i >= path.length || typeAt(i) === WrapType.PULLEY;
  path.forEach((wrap, i) => {
    const place = spec.path[i];
    switch (wrap.type) {
      case WrapType.PULLEY:
        if (typeAt(i - 1) === WrapType.PULLEY) report.problem(place, undefined, 'two pulleys follow each other');
        if (i === path.length - 1) report.problem(place, undefined, 'the path ends with a pulley');
        break;
      case WrapType.SITE:
        if (ends(i - 1) && ends(i + 1))
          report.problem(place, undefined, 'a site needs a neighbour that is not a pulley');
        if (typeAt(i + 1) === WrapType.SITE && wrap.obj === path[i + 1].obj) {
          report.problem(spec.path[i + 1], 'site', `site '${wrap.obj?.name}' follows itself`);
        }
        break;
      case WrapType.SPHERE:
      case WrapType.CYLINDER:
        if (typeAt(i - 1) !== WrapType.SITE || typeAt(i + 1) !== WrapType.SITE) {
          report.problem(place, undefined, 'a geom must stand between two sites');
        }
        if (spec.armature > 0) report.problem(place, undefined, 'a tendon with armature cannot wrap around geoms');
        (wrap.obj as GeomNode).visual = false;
        break;
      default:
        report.problem(place, undefined, 'a spatial tendon cannot contain joints');
    }
  });
}

function resolveLimits(scene: Scene, tendon: TendonNode): void {
  const { spec } = tendon;
  const { report } = scene;
  checkAutoLimit(report, spec, 'range', spec.limited, spec.range);
  tendon.limited = isLimited(spec.limited, spec.range);
  if (tendon.limited && spec.range[0] >= spec.range[1]) {
    report.problem(spec, 'range', 'the first number must be smaller than the second');
  }
  const force = spec.actfrcrange;
  checkAutoLimit(report, spec, 'actuatorfrcrange', spec.actfrclimited, force);
  tendon.actfrclimited = isLimited(spec.actfrclimited, force);
  if (tendon.actfrclimited && (force[0] >= force[1] || force[0] > 0 || force[1] < 0)) {
    report.problem(spec, 'actuatorfrcrange', `expected a range that contains 0, found ${force[0]} ${force[1]}`);
  }
}
