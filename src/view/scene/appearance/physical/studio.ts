/** Image-based lighting from a photo studio: a bright ceiling, two lamps with large screens, a dim floor. It lights
 * surfaces of the physical look and appears in their reflections. */
import {
  BackSide,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  ShaderMaterial,
  SphereGeometry,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from 'three';

const vertexShader = `
varying vec3 vDir;
void main() {
  vDir = position;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

// z is up, as everywhere here
const fragmentShader = `
varying vec3 vDir;
void main() {
  float up = normalize(vDir).z;
  vec3 wall = mix(vec3(0.32, 0.31, 0.30), vec3(0.62, 0.66, 0.72), smoothstep(-0.05, 0.5, up));
  vec3 color = mix(wall, vec3(1.0, 1.02, 1.05), smoothstep(0.5, 1.0, up));
  gl_FragColor = vec4(mix(vec3(0.10, 0.095, 0.09), color, smoothstep(-0.6, 0.0, up)), 1.0);
}`;

/** Lamp screens: position, size and brightness. */
const screens = [
  { at: [5, -4, 6], size: 4, light: 7 },
  { at: [-6, 2, 4], size: 3, light: 4 },
  { at: [0, 7, 3], size: 3, light: 2.5 },
] as const;

/** The studio as an environment map; dispose of it when it is no longer used. */
export function makeStudio(renderer: WebGLRenderer): WebGLRenderTarget {
  const scene = new Scene();
  const dome = new Mesh(
    new SphereGeometry(20, 32, 16),
    new ShaderMaterial({ vertexShader, fragmentShader, side: BackSide }),
  );
  scene.add(dome);
  for (const { at, size, light } of screens) {
    const screen = new Mesh(new PlaneGeometry(size, size), new MeshBasicMaterial({ side: DoubleSide }));
    screen.material.color.setScalar(light);
    screen.position.fromArray(at);
    screen.lookAt(0, 0, 0);
    scene.add(screen);
  }
  const generator = new PMREMGenerator(renderer);
  // low resolution: it contains no sharp features
  const target = generator.fromScene(scene, 0, 0.1, 100, { size: 64 });
  generator.dispose();
  for (const object of scene.children as Mesh[]) {
    object.geometry.dispose();
    (object.material as MeshBasicMaterial).dispose();
  }
  return target;
}
