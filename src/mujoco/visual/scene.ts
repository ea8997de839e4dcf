/** `MjvScene`: geoms, lights and cameras for a renderer. */
import { describeType } from '../../core/model/fit.ts';
import { Model } from '../../core/model/model.ts';
import { assignNumbers } from '../base/assign.ts';
import type { AsList, AsLists } from '../base/buffers.ts';
import { BindingError } from '../base/errors.ts';
import { Handle, hide, INNER, inner } from '../base/handle.ts';
import type { MjModel } from '../classes/model.ts';
import { assignRecord } from '../classes/struct.ts';
import { vectorOfCopies } from '../classes/vectors.ts';
import {
  type GeomRecord,
  type GLCameraRecord,
  type LightRecord,
  MjvGeom,
  MjvGLCamera,
  MjvLight,
  newGeom,
} from './records.ts';
import { type SoftRoom, softArrays, softRoom } from './soft/room.ts';

const MAX_LIGHTS = 100;

export const MjvGeomVec = vectorOfCopies<MjvGeom>('MjvGeomVec', MjvGeom);
export const MjvLightVec = vectorOfCopies<MjvLight>('MjvLightVec', MjvLight);
export const MjvGLCameraVec = vectorOfCopies<MjvGLCamera>('MjvGLCameraVec', MjvGLCamera);
export type MjvGeomVec = InstanceType<typeof MjvGeomVec>;
export type MjvLightVec = InstanceType<typeof MjvLightVec>;
export type MjvGLCameraVec = InstanceType<typeof MjvGLCameraVec>;

/** Numbers and arrays of a scene. */
const numbers = {
  maxgeom: 0,
  ngeom: 0,
  nlight: 0,
  flexvertopt: 0,
  flexedgeopt: 0,
  flexfaceopt: 0,
  flexskinopt: 0,
  enabletransform: 0,
  scale: 1,
  stereo: 0,
  framewidth: 0,
  status: 0,
};
/** Contents of a scene. */
export interface SceneState extends Record<keyof typeof numbers, number>, SoftRoom {
  readonly geoms: GeomRecord[];
  readonly lights: LightRecord[];
  readonly camera: readonly [GLCameraRecord, GLCameraRecord];
  readonly flags: Uint8Array;
  readonly translate: Float32Array;
  readonly rotate: Float32Array;
  readonly framergb: Float32Array;
}

function newState(m: Model | undefined, maxgeom: number): SceneState {
  return {
    ...numbers,
    ...softRoom(m),
    maxgeom,
    geoms: [],
    lights: Array.from({ length: MAX_LIGHTS }, () => MjvLight.make()),
    camera: [MjvGLCamera.make(), MjvGLCamera.make()],
    flags: Uint8Array.of(1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1),
    translate: new Float32Array(3),
    rotate: Float32Array.of(1, 0, 0, 0),
    framergb: new Float32Array(3),
  };
}

/** The next geom of a scene, initialized; undefined if the scene is full, which sets its `status`. */
export function nextGeom(scene: SceneState): GeomRecord | undefined {
  if (scene.ngeom >= scene.maxgeom) {
    scene.status = 1;
    return undefined;
  }
  const found = scene.geoms[scene.ngeom];
  if (found) {
    assignRecord(found, blank);
    return found;
  }
  const made = MjvGeom.make();
  scene.geoms.push(made);
  return made;
}

const blank = { ...MjvGeom.make(), ...newGeom() };

export interface MjvScene extends AsLists<Omit<SceneState, 'geoms' | 'lights' | 'camera'>> {}

// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the members are created from the tables above
export class MjvScene extends Handle {
  static override readonly name = 'MjvScene';
  /** @internal */
  declare readonly [INNER]: SceneState;

  /** Without a model, the scene has no capacity. */
  constructor(model?: MjModel | null, maxgeom = 0) {
    super();
    const m = model ? inner(model) : undefined;
    if (m !== undefined && !(m instanceof Model)) {
      throw new BindingError(`MjvScene: expected an MjModel or null, found ${describeType(model)}`);
    }
    hide(this, INNER, newState(m, maxgeom));
  }

  get geoms(): MjvGeomVec {
    const { geoms, ngeom } = this[INNER];
    return new MjvGeomVec(geoms.slice(0, ngeom).map((record) => MjvGeom.on(record)));
  }

  get lights(): MjvLightVec {
    return new MjvLightVec(this[INNER].lights.map((record) => MjvLight.on(record)));
  }

  get camera(): MjvGLCameraVec {
    return new MjvGLCameraVec(this[INNER].camera.map((record) => MjvGLCamera.on(record)));
  }

  /** Drawing order of a renderer; arbitrary, because there is none. */
  get geomorder(): AsList<Int32Array> {
    return Int32Array.from({ length: this[INNER].ngeom }, () => 0) as AsList<Int32Array>;
  }
}

const properties = [
  ...Object.keys(numbers),
  'nflex',
  'nskin',
  ...softArrays,
  'flags',
  'translate',
  'rotate',
  'framergb',
];
for (const name of properties) {
  Object.defineProperty(MjvScene.prototype, name, {
    enumerable: true,
    get(this: MjvScene) {
      return this[INNER][name as 'ngeom'];
    },
    set(this: MjvScene, value: number | ArrayLike<number>) {
      const old: unknown = this[INNER][name as 'ngeom'];
      if (ArrayBuffer.isView(old)) assignNumbers(`MjvScene.${name}`, old as Float32Array, value);
      else this[INNER][name as 'ngeom'] = Number(value);
    },
  });
}
