/** Bounds of a model in a picture: the vertices that three.js draws, projected by its camera. */
import { type Mesh, Vector3 } from 'three';
import { type Data, GeomType, type Model } from '../../src/index.ts';
import type { CameraRig } from '../../src/view/scene/cameraRig.ts';
import { ModelScene } from '../../src/view/scene/modelScene.ts';

/** Bounds in a picture, whose edges are at -1 and 1; infinite if a vertex is behind the camera. */
export interface PictureSpan {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** Bounds of the visible geoms that count, and of flexes. */
export function pictureSpan(m: Model, d: Data, rig: CameraRig, isCounted = (geom: number) => !isGround(m, geom)) {
  const scene = new ModelScene(m);
  scene.update(d);
  rig.update(d, scene.settings);
  const camera = rig.active;
  const span: PictureSpan = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
  const add = (point: Vector3) => {
    const isBehind = point.clone().applyMatrix4(camera.matrixWorldInverse).z >= 0;
    const { x, y } = isBehind ? new Vector3().setScalar(Infinity) : point.project(camera);
    span.left = Math.min(span.left, x);
    span.right = Math.max(span.right, x);
    span.bottom = Math.min(span.bottom, y);
    span.top = Math.max(span.top, y);
  };
  scene.object.traverse((object) => {
    const mesh = object as Mesh;
    const { geom } = mesh.userData as { geom?: number };
    if (!mesh.isMesh || geom === undefined || !mesh.visible || !isCounted(geom)) return;
    const position = mesh.geometry.getAttribute('position');
    for (let i = 0; i < position.count; i++)
      add(new Vector3().fromBufferAttribute(position, i).applyMatrix4(mesh.matrix));
  });
  for (let v = 0; v < m.nflexvert; v++) add(new Vector3().fromArray(d.flexvert_xpos, 3 * v));
  scene.dispose();
  return span;
}

/** Planes and height fields. */
export function isGround(m: Model, geom: number): boolean {
  return m.geom_type[geom] === GeomType.PLANE || m.geom_type[geom] === GeomType.HFIELD;
}

export function isInPicture({ left, right, bottom, top }: PictureSpan): boolean {
  return left >= -1 && right <= 1 && bottom >= -1 && top <= 1;
}

/** Fraction of the picture spanned, in width or in height, whichever is larger. */
export function shareOf({ left, right, bottom, top }: PictureSpan): number {
  return Math.max(right - left, top - bottom) / 2;
}
