/** <geometry> of a <visual> or <collision>: the shape of a geom. */

import { GeomType } from '../../core/model/enums.ts';
import type { MjcfReader } from '../mjcf/mjcfReader.ts';
import { stem } from '../mjcf/paths.ts';
import { start } from '../mjcf/read/common.ts';
import { Mesh } from '../spec/elements/asset.ts';
import type { Geom } from '../spec/elements/body.ts';
import type { XmlElement } from '../xml/element.ts';
import { child, number, numbers, requiredChild, requiredText } from './children.ts';
import { meshPath } from './package.ts';

/** Meshes of a robot by the name of their file. */
export type Meshes = Map<string, Mesh[]>;

type ShapeReader = (r: MjcfReader, shape: XmlElement, geom: Geom, meshes: Meshes) => void;

/** Shapes; of several in one <geometry> the first in this list is used. */
const SHAPES: readonly (readonly [string, GeomType, ShapeReader])[] = [
  ['box', GeomType.BOX, readBox],
  ['cylinder', GeomType.CYLINDER, readRound],
  ['sphere', GeomType.SPHERE, readSphere],
  ['capsule', GeomType.CAPSULE, readRound],
  ['mesh', GeomType.MESH, readMesh],
];

export function readGeometry(r: MjcfReader, element: XmlElement, geom: Geom, meshes: Meshes): void {
  const geometry = requiredChild(r, element, 'geometry');
  if (geometry === undefined) return;
  for (const [tag, type, read] of SHAPES) {
    const shape = child(r, geometry, tag);
    if (shape === undefined) continue;
    geom.type = type;
    geom.location = shape;
    read(r, shape, geom, meshes);
    return;
  }
  r.error(geometry, undefined, `expected a child ${SHAPES.map(([tag]) => `<${tag}>`).join(', ')}, found none`);
}

// URDF has full lengths, MuJoCo half lengths

function readBox(r: MjcfReader, shape: XmlElement, geom: Geom): void {
  const size = numbers(r, shape, 'size');
  if (size) geom.size = size.map((length) => length / 2);
}

function readRound(r: MjcfReader, shape: XmlElement, geom: Geom): void {
  geom.size[0] = number(r, shape, 'radius') ?? 0;
  geom.size[1] = (number(r, shape, 'length') ?? 0) / 2;
}

function readSphere(r: MjcfReader, shape: XmlElement, geom: Geom): void {
  geom.size[0] = number(r, shape, 'radius') ?? 0;
}

function readMesh(r: MjcfReader, shape: XmlElement, geom: Geom, meshes: Meshes): void {
  const file = requiredText(r, shape, 'filename');
  const scale = numbers(r, shape, 'scale') ?? [1, 1, 1];
  const name = stem(file);
  const known = meshes.get(name);
  if (known?.some((mesh) => mesh.scale.every((x, i) => x === scale[i]))) {
    // as in MuJoCo, a mesh with another scale uses the mesh that came first
    geom.meshname = name;
    return;
  }
  const mesh = start(r, shape, new Mesh());
  mesh.classname = r.spec.defaults.name;
  mesh.name = known ? name + known.length : name;
  mesh.file = meshPath(r, shape);
  mesh.scale = scale;
  r.spec.meshes.push(mesh);
  if (known) known.push(mesh);
  else meshes.set(name, [mesh]);
  geom.meshname = mesh.name;
}
