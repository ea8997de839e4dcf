/** React hooks for a model, its data, and a control loop. */
import { useEffect, useRef, useState } from 'react';
import { Data, loadModel, type Model, modelFromXml, prepare, step } from '../../index.ts';

/** State of loading a model. */
export interface Loading {
  model: Model | undefined;
  error: Error | undefined;
}

/** Load a model from a URL, or from MJCF if the string starts with `<`.
 *
 *  @example
 *  function Robot() {
 *    const { model, error } = useModel('robot.xml');
 *    return error ? error.message : model ? `${model.nv} degrees of freedom` : 'loading';
 *  } */
export function useModel(source: string): Loading {
  const [state, setState] = useState<Loading>({ model: undefined, error: undefined });
  useEffect(() => {
    let active = true;
    setState({ model: undefined, error: undefined });
    load(source).then(
      (model) => active && setState({ model, error: undefined }),
      (error: unknown) => active && setState({ model: undefined, error: asError(error) }),
    );
    return () => {
      active = false;
    };
  }, [source]);
  return state;
}

/** Create a `Data` for a model, once per model.
 *
 *  @example
 *  function Height({ model }) {
 *    const data = useData(model);
 *    return data ? data.qpos[2] : null;
 *  } */
export function useData(model: Model | undefined): Data | undefined {
  const [data, setData] = useState<Data | undefined>(undefined);
  useEffect(() => setData(model && new Data(model)), [model]);
  // the data of another model does not count
  return data && data.model === model ? data : undefined;
}

/** Step a model in real time and call a function before each step, for pages that render with `tenon/three` or not at
 * all. `TenonViewer` has its own loop and accepts such a function as `control`.
 *
 *  @example
 *  function Balance({ model, data }) {
 *    useControlLoop(model, data, (m, d) => { d.ctrl[0] = -10 * d.qpos[0] - d.qvel[0]; });
 *    return null;
 *  } */
export function useControlLoop(
  model: Model | undefined,
  data: Data | undefined,
  control: (model: Model, data: Data) => void,
  { playing = true, afterFrame }: { playing?: boolean; afterFrame?: (data: Data) => void } = {},
): void {
  // a new function on every render does not restart the loop
  const latest = useRef({ control, afterFrame });
  latest.current = { control, afterFrame };
  useEffect(() => {
    if (!model || !data || !playing) return;
    let last = performance.now();
    let pendingSeconds = 0;
    let request = requestAnimationFrame(function frame(now) {
      request = requestAnimationFrame(frame);
      // do not catch up after the page was hidden
      pendingSeconds += Math.min(Math.max(0, now - last) / 1000, 0.1);
      last = now;
      const { timestep } = model.opt;
      // a timestep of 0 would loop forever
      for (; timestep > 0 && pendingSeconds >= timestep; pendingSeconds -= timestep) {
        latest.current.control(model, data);
        step(model, data);
      }
      latest.current.afterFrame?.(data);
    });
    return () => cancelAnimationFrame(request);
  }, [model, data, playing]);
}

async function load(source: string): Promise<Model> {
  if (!source.trimStart().startsWith('<')) return loadModel(source);
  await prepare();
  return modelFromXml(source);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
