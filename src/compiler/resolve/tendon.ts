/** Tendons: the objects on their paths, and the rules for paths. */

import { GeomType, ObjType, WrapType } from '../../core/model/enums.ts';
import type { Wrap } from '../../formats/spec/elements/relation.ts';
import type { CompileState, GeomNode, JointNode, SiteNode, TendonNode, WrapNode } from '../compileState.ts';
import { checkAutoLimit, checkUser, isLimited } from '../limits.ts';

export function compileTendons(state: CompileState): void {
  for (const tendon of state.tendons) compileTendon(state, tendon);
}

function compileTendon(state: CompileState, tendon: TendonNode): void {
  const { spec } = tendon;
  const { report } = state;
  checkUser(report, spec, spec.userdata, state.user.tendon);
  if (spec.path.length === 0) {
    report.elementError(spec, undefined, 'the path of a tendon cannot be empty');
    return;
  }
  const path = spec.path.map((wrap) => resolveWrap(state, wrap));
  const spatial = spec.path[0].type !== WrapType.JOINT;
  if (spatial && path.length < 2) report.elementError(spec, undefined, 'a spatial path needs at least two objects');
  if (spatial && spec.width <= 0) report.elementError(spec, 'width', `expected a positive number, found ${spec.width}`);
  if (path.every((wrap) => wrap !== undefined)) {
    tendon.path = path;
    if (spatial) checkSpatial(state, tendon);
    else checkFixed(state, tendon);
  }
  resolveLimits(state, tendon);
  if (spec.springlength[0] > spec.springlength[1]) {
    report.elementError(spec, 'springlength', 'the first number must not exceed the second');
  }
}

function resolveWrap(state: CompileState, spec: Wrap): WrapNode | undefined {
  const { names, report } = state;
  const wrap: WrapNode = { type: spec.type, obj: null, side: null, prm: spec.prm };
  switch (spec.type) {
    case WrapType.JOINT:
      wrap.obj = names.resolve<JointNode>(report, spec, 'joint', ObjType.JOINT, spec.objname) ?? null;
      return wrap.obj ? wrap : undefined;
    case WrapType.SITE:
      wrap.obj = names.resolve<SiteNode>(report, spec, 'site', ObjType.SITE, spec.objname) ?? null;
      return wrap.obj ? wrap : undefined;
    case WrapType.PULLEY:
      if (spec.prm < 0) report.elementError(spec, 'divisor', `the divisor cannot be negative, found ${spec.prm}`);
      return wrap;
    default:
      return resolveGeomWrap(state, spec, wrap);
  }
}

function resolveGeomWrap(state: CompileState, spec: Wrap, wrap: WrapNode): WrapNode | undefined {
  const { names, report } = state;
  const geom = names.resolve<GeomNode>(report, spec, 'geom', ObjType.GEOM, spec.objname);
  if (!geom) return undefined;
  wrap.obj = geom;
  if (geom.spec.type === GeomType.CYLINDER) wrap.type = WrapType.CYLINDER;
  else if (geom.spec.type === GeomType.SPHERE) wrap.type = WrapType.SPHERE;
  else
    report.elementError(spec, 'geom', `tendons can only wrap around spheres and cylinders, '${geom.name}' is neither`);
  if (spec.sidesite !== '') {
    wrap.side = names.resolve<SiteNode>(report, spec, 'sidesite', ObjType.SITE, spec.sidesite) ?? null;
    if (!wrap.side) return undefined;
  }
  return wrap;
}

function checkFixed(state: CompileState, tendon: TendonNode): void {
  tendon.path.forEach((wrap, i) => {
    if (wrap.type !== WrapType.JOINT) {
      state.report.elementError(tendon.spec.path[i], undefined, 'a fixed tendon can only contain joints');
    }
  });
}

function checkSpatial(state: CompileState, tendon: TendonNode): void {
  const { spec, path } = tendon;
  const { report } = state;
  if (spec.armature < 0) report.elementError(spec, 'armature', `cannot be negative, found ${spec.armature}`);
  const typeAt = (i: number) => path[i]?.type ?? WrapType.NONE;
  const ends = (i: number) => i < 0 || i >= path.length || typeAt(i) === WrapType.PULLEY;
  path.forEach((wrap, i) => {
    const wrapSpec = spec.path[i];
    switch (wrap.type) {
      case WrapType.PULLEY:
        if (typeAt(i - 1) === WrapType.PULLEY) report.elementError(wrapSpec, undefined, 'consecutive pulleys');
        if (i === path.length - 1) report.elementError(wrapSpec, undefined, 'the path ends with a pulley');
        break;
      case WrapType.SITE:
        if (ends(i - 1) && ends(i + 1))
          report.elementError(wrapSpec, undefined, 'a site needs a neighbor that is not a pulley');
        if (typeAt(i + 1) === WrapType.SITE && wrap.obj === path[i + 1].obj) {
          report.elementError(spec.path[i + 1], 'site', `site '${wrap.obj?.name}' occurs twice in a row`);
        }
        break;
      case WrapType.SPHERE:
      case WrapType.CYLINDER:
        if (typeAt(i - 1) !== WrapType.SITE || typeAt(i + 1) !== WrapType.SITE) {
          report.elementError(wrapSpec, undefined, 'a geom must be between two sites');
        }
        if (spec.armature > 0)
          report.elementError(wrapSpec, undefined, 'a tendon with armature cannot wrap around geoms');
        (wrap.obj as GeomNode).visual = false;
        break;
      default:
        report.elementError(wrapSpec, undefined, 'a spatial tendon cannot contain joints');
    }
  });
}

function resolveLimits(state: CompileState, tendon: TendonNode): void {
  const { spec } = tendon;
  const { report } = state;
  checkAutoLimit(report, spec, 'range', spec.limited, spec.range);
  tendon.limited = isLimited(spec.limited, spec.range);
  if (tendon.limited && spec.range[0] >= spec.range[1]) {
    report.elementError(spec, 'range', 'the first number must be smaller than the second');
  }
  const force = spec.actfrcrange;
  checkAutoLimit(report, spec, 'actuatorfrcrange', spec.actfrclimited, force);
  tendon.actfrclimited = isLimited(spec.actfrclimited, force);
  if (tendon.actfrclimited && (force[0] >= force[1] || force[0] > 0 || force[1] < 0)) {
    report.elementError(spec, 'actuatorfrcrange', `expected a range that contains 0, found ${force[0]} ${force[1]}`);
  }
}
