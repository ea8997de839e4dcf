/** Training in a page: shows the learning curve and the current policy. The program of docs/train.html, whose URL may
 * have
 *  `env`, `seed`, `directions`, `top`, `threads`, `iterations` and `steps`. */
import { Color, DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from 'three';
import { availableThreads } from '../../src/batch.ts';
import { type Box, type EnvironmentId, make, policyFromFile, type Search, startSearch } from '../../src/env.ts';
import { ModelScene } from '../../src/three.ts';

const query = new URLSearchParams(location.search);
const number = (name: string, usual: number) => Number(query.get(name) ?? usual);
const id = (query.get('env') ?? 'HalfCheetah-v5') as EnvironmentId;
const episode = query.has('steps') ? { max_episode_steps: number('steps', 1000) } : {};
const part = <E extends Element>(selector: string) => document.querySelector<E>(selector)!;

/** Trains until stopped. Calls `onIteration` after each iteration. */
async function train(onIteration: (search: Search, returns: readonly number[]) => void): Promise<void> {
  const search = await startSearch(
    id,
    {
      seed: number('seed', 1),
      directions: number('directions', 16),
      top: number('top', 4),
      threads: number('threads', Math.max(1, availableThreads() - 1)),
    },
    episode,
  );
  const returns: number[] = [];
  for (const iterations = number('iterations', Infinity); returns.length < iterations; ) {
    const { iteration, steps, return: reached } = await search.iterate();
    returns.push(reached);
    part('#status').textContent = `iteration ${iteration}, ${steps} actions: return ${reached.toFixed(1)}`;
    onIteration(search, returns);
  }
  search.close();
}

/** The returns of all iterations so far. */
function drawCurve(returns: readonly number[]): void {
  const canvas = part<HTMLCanvasElement>('#curve');
  const context = canvas.getContext('2d')!;
  const { width, height } = canvas;
  const [low, high] = [Math.min(0, ...returns), Math.max(1, ...returns)];
  const x = (k: number) => (width * (k + 0.5)) / Math.max(20, returns.length);
  const y = (value: number) => height - 8 - ((height - 16) * (value - low)) / (high - low);
  context.clearRect(0, 0, width, height);
  context.strokeStyle = '#d2561f';
  context.lineWidth = 2;
  context.beginPath();
  returns.forEach((value, k) => {
    context.lineTo(x(k), y(value));
  });
  context.stroke();
}

/**
 * An environment that is rendered while the current policy acts in it, episode after episode. Returns its action
 * space.
 */
async function show(act: () => ((observation: Float64Array) => Float64Array) | undefined): Promise<Box> {
  const env = await make(id, episode);
  const canvas = part<HTMLCanvasElement>('#walker');
  const renderer = new WebGLRenderer({ canvas, antialias: true });
  const scene = new Scene();
  scene.background = new Color(0x8fa3b8);
  const robot = new ModelScene(env.model);
  const camera = new PerspectiveCamera(40, canvas.width / canvas.height, 0.05, 200);
  camera.up.set(0, 0, 1);
  scene.add(robot.object, new HemisphereLight(0xffffff, 0x445566, 2), new DirectionalLight(0xffffff, 1.5));
  const middle = new Vector3();
  let { observation } = env.reset({ seed: 1 });
  renderer.setAnimationLoop(() => {
    const policy = act();
    if (policy) {
      const result = env.step(policy(observation));
      observation = result.terminated || result.truncated ? env.reset().observation : result.observation;
    }
    middle.fromArray(env.data.subtree_com, 3);
    const far = Math.min(3.5, 2 * env.model.stat.extent);
    camera.position.set(middle.x, middle.y - far, middle.z + 0.35 * far);
    camera.lookAt(middle);
    robot.update(env.data);
    renderer.render(scene, camera);
  });
  return env.actionSpace;
}

let act: ((observation: Float64Array) => Float64Array) | undefined;
try {
  part('#env').textContent = id;
  const actions = await show(() => act);
  await train((search, returns) => {
    act = policyFromFile(search.toFile(), actions);
    drawCurve(returns);
  });
  part('#status').textContent += ', done';
} catch (error) {
  part('#status').textContent = `failed: ${error instanceof Error ? error.message : error}`;
}
