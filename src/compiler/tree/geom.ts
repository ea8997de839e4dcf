/** Geoms: pose, size, mesh or height field, mass properties and bounds. */

import { GeomInertia } from '../../core/model/enums/spec.ts';
import { GeomType } from '../../core/model/enums.ts';
import { AssetError } from '../../formats/bytes/assetError.ts';
import { compose, cross, EPS, negQuat, normalize, rotate, type Vec } from '../../formats/pose/frame.ts';
import { isDefined } from '../../formats/spec/elements/element.ts';
import {
  fitGeom,
  fluidCoefs,
  type GeomShape,
  geomAabb,
  geomInertia,
  geomRBound,
  geomVolume,
  meshHalfSizes,
} from '../asset/primitive.ts';
import type { BodyNode, CompileState, GeomNode, MeshNode } from '../compileState.ts';
import { checkUser } from '../limits.ts';
import { countsForInertia } from './inertia.ts';
import { elementQuat, toBodyFrame } from './pose/frames.ts';
import { applyFromTo, checkSize } from './pose/fromto.ts';

const CONDIMS: readonly number[] = [1, 3, 4, 6];

/** Pose, size and mass of a geom in its body. Meshes must have been compiled. */
export function compileGeom(state: CompileState, node: BodyNode, geom: GeomNode): void {
  const { spec } = geom;
  const { report } = state;
  checkUser(report, spec, spec.userdata, state.user.geom);
  checkGeom(state, node, geom);
  geom.visual = spec.contype === 0 && spec.conaffinity === 0;
  normalize(geom.quat);
  if (isDefined(spec.fromto)) applyFromTo(report, spec, geom);
  else geom.quat = elementQuat(state, spec, geom.quat, spec.alt);
  if (geom.mesh?.data) absorbMesh(state, geom, geom.mesh);
  const sized = checkSize(report, spec, geom.size);
  if (geom.hfield && spec.type === GeomType.HFIELD) {
    const h = geom.hfield.spec.size;
    geom.size = [h[0], h[1], 0.25 * h[2] + 0.5 * h[3]];
  } else if (geom.mesh?.data && isMesh(spec.type)) {
    geom.size = Array.from(meshHalfSizes(geom.mesh.data.aamm));
  }
  if (geom.size.some(Number.isNaN)) report.elementError(spec, 'size', 'a size is not a number');
  if (sized && hasShape(geom)) {
    const shape = geomShape(geom);
    geom.aabb = geomAabb(shape);
    geom.rbound = geomRBound(shape);
    if (countsForInertia(node, geom)) weigh(state, geom, shape);
    if (spec.fluid_ellipsoid > 0) geom.fluid = fluidCoefs(shape, spec.fluid_coefs);
  }
  toBodyFrame(state, spec.frame, geom);
}

function isMesh(type: GeomType): boolean {
  return type === GeomType.MESH || type === GeomType.SDF;
}

/** Returns false if a missing mesh or height field was reported, so that nothing can be computed. */
function hasShape(geom: GeomNode): boolean {
  if (isMesh(geom.spec.type)) return !!geom.mesh?.data;
  return geom.spec.type !== GeomType.HFIELD || geom.hfield !== null;
}

function checkGeom(state: CompileState, node: BodyNode, geom: GeomNode): void {
  const { spec } = geom;
  const { report } = state;
  if (!CONDIMS.includes(spec.condim))
    report.elementError(spec, 'condim', `expected 1, 3, 4 or 6, found ${spec.condim}`);
  if (isMesh(spec.type) && !geom.mesh) report.elementError(spec, 'mesh', 'a geom of type mesh needs a mesh');
  if ((spec.type === GeomType.HFIELD) !== (geom.hfield !== null)) {
    report.elementError(spec, 'hfield', 'hfield is required for geoms of type hfield, and not allowed for others');
  }
  if (spec.type === GeomType.PLANE && node.weldid !== 0 && !state.bodies[node.weldid].spec.mocap) {
    report.elementError(spec, 'type', 'planes are allowed in static bodies only');
  }
}

/** Fit the geom to its mesh, or use the mesh: the frame removed from the vertices is applied to the geom. */
function absorbMesh(state: CompileState, geom: GeomNode, mesh: MeshNode): void {
  const { spec } = geom;
  const { report } = state;
  const data = mesh.data!;
  if (isDefined(spec.fromto)) report.elementError(spec, 'fromto', 'fromto cannot be used with a mesh');
  let center: Vec = [0, 0, 0];
  if (!isMesh(spec.type)) {
    try {
      const fit = fitGeom(
        { type: spec.type as GeomType, size: geom.size, mesh: data },
        state.spec.compiler.fitaabb,
        spec.fitscale,
      );
      geom.size = Array.from(fit.size);
      center = Array.from(fit.center);
    } catch (error) {
      if (!(error instanceof AssetError)) throw error;
      report.elementError(spec, 'type', error.message);
    }
  } else if (spec.typeinertia === GeomInertia.SHELL) {
    report.elementError(spec, 'shellinertia', 'shell inertia of a mesh must be set in the mesh asset');
  }
  const quat = Array.from(data.quat);
  const offset = rotate(center, quat);
  const pos = [offset[0] + data.pos[0], offset[1] + data.pos[1], offset[2] + data.pos[2]];
  ({ pos: geom.pos, quat: geom.quat } = compose(geom.pos, geom.quat, pos, quat));
  moveSurfaceVelocity(geom, pos, quat);
}

/** Move the surface velocity from the written origin of the geom to the frame that includes the mesh. */
function moveSurfaceVelocity(geom: GeomNode, pos: Vec, quat: Vec): void {
  if (geom.surfacevel.every((x) => x === 0)) return;
  const linear = geom.surfacevel.slice(0, 3);
  const angular = geom.surfacevel.slice(3);
  const shift = cross(angular, pos);
  for (let k = 0; k < 3; k++) linear[k] += shift[k];
  const back = negQuat(quat);
  geom.surfacevel = [...rotate(linear, back), ...rotate(angular, back)];
}

function geomShape(geom: GeomNode): GeomShape {
  return {
    type: geom.spec.type as GeomType,
    size: geom.size,
    shell: geom.spec.typeinertia === GeomInertia.SHELL,
    mesh: isMesh(geom.spec.type) ? (geom.mesh?.data ?? undefined) : undefined,
    hfieldSize: geom.hfield?.spec.size,
  };
}

/** Mass from `mass` or from density and volume. */
function weigh(state: CompileState, geom: GeomNode, shape: GeomShape): void {
  const { spec } = geom;
  let density = spec.density;
  if (isDefined(spec.mass)) {
    const volume = spec.mass === 0 ? 0 : geomVolume(shape);
    if (spec.mass === 0) {
      density = 0;
    } else if (volume > EPS) {
      geom.mass = spec.mass;
      density = spec.mass / volume;
      geom.inertia = Array.from(geomInertia(shape, geom.mass));
    }
  } else if (density !== 0) {
    geom.mass = density * geomVolume(shape);
    geom.inertia = Array.from(geomInertia(shape, geom.mass));
  }
  if (geom.mass < 0 || density < 0 || geom.inertia.some((x) => x < 0)) {
    state.report.elementError(
      spec,
      isDefined(spec.mass) ? 'mass' : 'density',
      'mass, inertia and density cannot be negative',
    );
  }
}
