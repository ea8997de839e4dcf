/** Surfaces: colour, shine and texture of a geom, site or tendon. */
import {
  Color,
  type DataTexture,
  DoubleSide,
  FrontSide,
  MeshPhongMaterial,
  type WebGLProgramParametersWithUniforms,
} from 'three';
import { type Model, TextureRole } from '../../../../src/index.ts';
import type { AnyTexture, Textures } from './textures.ts';

/** What decides how a surface looks; colour can change every frame. */
export interface Look {
  rgba: readonly [number, number, number, number];
  /** Material of the model, or -1. */
  matid: number;
  /** Scale of the unit shape, for textures that repeat per length. */
  scale: readonly [number, number, number];
  plane: boolean;
  infinite: boolean;
  mesh: boolean;
}

const ROLES = 10;

export class Materials {
  readonly #m: Model;
  readonly #textures: Textures;
  readonly made = new Set<MeshPhongMaterial>();

  constructor(m: Model, textures: Textures) {
    this.#m = m;
    this.#textures = textures;
  }

  /** A material of its own, as colours change from geom to geom with islands, sleep and selection. */
  make(look: Look): MeshPhongMaterial {
    const { rgba, matid } = look;
    const m = this.#m;
    const material = new MeshPhongMaterial({ side: look.plane ? DoubleSide : FrontSide });
    setColor(material, rgba);
    const specular = matid >= 0 ? m.mat_specular[matid]! : 0.5;
    const shininess = matid >= 0 ? m.mat_shininess[matid]! : 0.5;
    const emission = matid >= 0 ? m.mat_emission[matid]! : 0;
    material.shininess = Math.max(2, 128 * shininess);
    // the renderer's highlights hold their energy: the sharper, the brighter; MuJoCo's all peak at the same height
    const peak = 0.25 + material.shininess / 8;
    material.specular = new Color(1, 1, 1).multiplyScalar((0.45 * specular) / peak);
    material.userData['emission'] = emission;
    const texture = matid >= 0 ? this.#textureOf(matid) : undefined;
    if (texture) this.#addTexture(material, texture, look);
    material.userData['textured'] = texture !== undefined;
    this.made.add(material);
    return material;
  }

  dispose(): void {
    for (const material of this.made) {
      (material.userData['map'] as DataTexture | undefined)?.dispose();
      material.dispose();
    }
    this.made.clear();
  }

  #textureOf(matid: number): AnyTexture | undefined {
    const role = (k: number) => this.#m.mat_texid[ROLES * matid + k]!;
    return this.#textures.get(role(TextureRole.RGB)) ?? this.#textures.get(role(TextureRole.RGBA));
  }

  #addTexture(material: MeshPhongMaterial, texture: AnyTexture, look: Look): void {
    const m = this.#m;
    const uniform = m.mat_texuniform[look.matid] !== 0;
    if (texture.cube) {
      addCube(material, texture.map, uniform ? look.scale : [1, 1, 1]);
      return;
    }
    const map = texture.map.clone();
    map.needsUpdate = true;
    const repeat = [0, 1].map((k) => {
      const times = m.mat_texrepeat[2 * look.matid + k]! || 1;
      if (look.infinite) return (times * look.scale[k]!) / (uniform ? 2 : 1);
      if (look.mesh) return times;
      // per length: a shape of half size s holds `times * s` pictures
      return uniform ? times * look.scale[k]! * (look.plane ? 0.5 : 1) : times;
    });
    map.repeat.set(repeat[0]!, repeat[1]!);
    material.map = map;
    material.userData['map'] = map;
  }
}

export function setColor(material: MeshPhongMaterial, rgba: ArrayLike<number>): void {
  material.color.setRGB(rgba[0]!, rgba[1]!, rgba[2]!);
  const alpha = rgba[3]!;
  material.opacity = alpha;
  const transparent = alpha < 0.999;
  if (material.transparent !== transparent) {
    material.transparent = transparent;
    material.depthWrite = !transparent;
    material.needsUpdate = true;
  }
}

/** Colour from a cube around the shape, looked up in the direction of the surface point in the unit shape. */
function addCube(material: MeshPhongMaterial, cube: unknown, scale: readonly number[]): void {
  const on = { value: 1 };
  material.userData['cube'] = on;
  material.onBeforeCompile = (shader: WebGLProgramParametersWithUniforms) => {
    shader.uniforms['cubeColor'] = { value: cube };
    shader.uniforms['cubeScale'] = { value: scale };
    shader.uniforms['cubeOn'] = on;
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nuniform vec3 cubeScale;\nvarying vec3 vCube;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nvCube = position * cubeScale;');
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        '#include <common>\nuniform samplerCube cubeColor;\nuniform float cubeOn;\nvarying vec3 vCube;',
      )
      .replace(
        '#include <map_fragment>',
        '#include <map_fragment>\nif (cubeOn > 0.5) diffuseColor *= textureCube(cubeColor, vCube);',
      );
  };
  material.customProgramCacheKey = () => 'cube';
}
