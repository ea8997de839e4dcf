/** The skin of a cable of boxes: a two-sided ribbon whose rows of points are attached to the bodies. */

import { ObjType } from '../../../core/model/enums.ts';
import type { SpecBuilder } from '../../../formats/spec/builder.ts';
import { type Bone, type Composite, Skin } from '../../../formats/spec/elements/deformable.ts';
import { bindSubgrid } from './subgrid.ts';

/** @param count number of points of the cable */
export function addSkin(builder: SpecBuilder, comp: Composite, count: number): void {
  const { subgrid } = comp.skin;
  const across = subgrid > 0 ? 3 : 2;
  const skin = new Skin();
  skin.location = comp.location;
  skin.compiler = comp.compiler;
  skin.name = `${comp.prefix}Skin`;
  skin.material = comp.skin.material;
  skin.rgba = comp.skin.rgba.slice();
  skin.inflate = 2 * comp.geom.size[2];
  skin.group = comp.skin.group;
  const fine = Math.max(0, subgrid);
  makeRibbon(skin, count + (count - 1) * fine, across + (across - 1) * fine, comp.skin.texcoord);
  skin.bones = cableBones(comp, count, across);
  if (subgrid > 0) bindSubgrid(skin.bones, count, across, subgrid);
  else bindRows(skin.bones, count * across);
  builder.spec.skins.push(skin);
  builder.names.add(ObjType.SKIN, skin.name);
}

/** Points of both sides, all at the origin, with faces between them and around the border. */
function makeRibbon(skin: Skin, nx: number, ny: number, texture: boolean): void {
  const n = nx * ny;
  skin.vert = new Array<number>(6 * n).fill(0);
  for (let side = 0; side < 2; side++) {
    for (let i = 0; i < nx; i++) {
      for (let j = 0; j < ny; j++) {
        if (texture) skin.texcoord.push(Math.fround(i / Math.fround(nx - 1)), Math.fround(j / Math.fround(ny - 1)));
        if (i < nx - 1 && j < ny - 1) addSquare(skin.face, side * n + i * ny + j, ny, side);
      }
    }
  }
  const edge = (a: number, b: number) => skin.face.push(a, n + b, b, a, n + a, n + b);
  const back = (a: number, b: number) => skin.face.push(a, b, n + b, a, n + b, n + a);
  for (let i = 0; i < nx - 1; i++) edge(i * ny, (i + 1) * ny);
  for (let i = 0; i < nx - 1; i++) back(i * ny + ny - 1, (i + 1) * ny + ny - 1);
  for (let j = 0; j < ny - 1; j++) back(j, j + 1);
  for (let j = 0; j < ny - 1; j++) edge((nx - 1) * ny + j, (nx - 1) * ny + j + 1);
}

/** Two triangles; those of the far side have reverse order. */
function addSquare(face: number[], corner: number, ny: number, side: number): void {
  const far = corner + ny;
  if (side === 0) face.push(corner, far, far + 1, corner, far + 1, corner + 1);
  else face.push(corner, far + 1, far, corner, corner + 1, far + 1);
}

/** A bone for each point of the coarse grid: one row for each point of the cable. */
function cableBones(comp: Composite, count: number, across: number): Bone[] {
  const [length, width] = comp.geom.size;
  return Array.from({ length: count * across }, (_, k) => {
    const i = Math.trunc(k / across);
    const j = k % across;
    const name = i === 0 ? 'first' : i >= count - 2 ? 'last' : String(i);
    // the last row is at the far end of the last body
    const along = i === count - 1 ? -2 * length : 0;
    const aside = j === 0 ? -width : j === across - 1 ? width : 0;
    return {
      body: `${comp.prefix}B_${name}`,
      bindpos: [along, aside, 0].map(Math.fround),
      bindquat: [1, 0, 0, 0],
      vertid: [],
      vertweight: [],
    };
  });
}

function bindRows(bones: readonly Bone[], n: number): void {
  bones.forEach((bone, k) => {
    bone.vertid.push(k, n + k);
    bone.vertweight.push(1, 1);
  });
}
