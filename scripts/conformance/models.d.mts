/** A model file and the files that it refers to. */
export interface Example {
  id: string;
  main: string;
  files: { vfs: string; path: string }[];
}
export function ourExamples(): Example[];
export function conformanceModels(filter?: string): Example[];
/** A model of either engine; they share no type. */
export function loadModel<M>(
  mj: { MjVFS: unknown; MjModel: { from_xml_path(...args: never[]): M } },
  model: Example,
): M;
export function controlLaw(m: object): (d: { ctrl: Float64Array }, time: number) => void;
