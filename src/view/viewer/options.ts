/** Options of `createViewer`. */
import type { Data, Diagnostic, Model } from '../../index.ts';
import type { FlagId } from '../scene/settings.ts';
import type { Source } from './source/source.ts';
import type { LoopEvents } from './viewerLoop.ts';

/** The model to show: a location, text, files, or a Model. */
export interface ModelSource {
  /** URL of an MJCF or URDF file, which may refer to other files; or of a module whose `model()` returns MJCF. */
  src?: string;
  /** MJCF or URDF text. */
  xml?: string;
  /** Files by path; `main` is the path of the model. */
  files?: ReadonlyMap<string, Uint8Array>;
  main?: string;
  /** URL of a module that controls the model: its `controller(model, tenon)` returns a function of a `Data` that runs
   * before each step, on the thread of the engine. */
  controller?: string;
  /** An existing Model of the page; it is stepped in the page. */
  model?: Model;
  /** The state of `model` to show and step (default: a new one). */
  data?: Data;
  /** Called before each step; only with `model`, because a function cannot be sent to another thread. */
  control?: (model: Model, data: Data) => void;
}

/** Pose of a free camera: angles in degrees, as in MuJoCo. */
export interface CameraView {
  azimuth?: number;
  elevation?: number;
  distance?: number;
  lookat?: readonly [number, number, number];
  /** Follow this body, by name or id. */
  track?: string | number;
}

export interface ViewerOptions extends ModelSource {
  /** Run the engine in a worker, unless `model` is set (default: true). */
  worker?: boolean;
  /** Play as soon as the model is loaded (default: true). */
  autoplay?: boolean;
  /** Simulated seconds per second (default: 1). */
  speed?: number;
  /** Initial keyframe, by index. */
  key?: number;
  /** Camera of the model, by name or id, or the pose of a free camera. */
  camera?: string | number | CameraView;
  /** Visual settings that differ from the defaults: `{ contactForce: true, shadow: false }`. */
  show?: Partial<Record<FlagId, boolean>>;
  /** Whether to show the bar with play, reset and timeline (default: true). */
  bar?: boolean;
  /** Rendered pixels per page pixel (default: that of the screen, at most 2). */
  pixelRatio?: number;
}

export interface ViewerEvents extends LoopEvents {
  /** A model was loaded and is shown. */
  load: { model: Model; data: Data; title: string; warnings: readonly Diagnostic[] };
  /** A model could not be loaded, or a run diverged. */
  error: Error;
}

const sourceKeys = ['src', 'xml', 'files', 'model'] as const;

/** The source in the options, for a worker; undefined for a Model. Throws if there is none or more than one. */
export function sourceOf(options: ModelSource): Source | undefined {
  const names = sourceKeys.filter((name) => options[name] !== undefined);
  if (names.length !== 1) {
    const found = names.length === 0 ? 'none' : names.join(' and ');
    throw new TypeError(`viewer: expected one of ${sourceKeys.join(', ')}, found ${found}`);
  }
  const { src, xml, files, main, controller: program } = options;
  if (src !== undefined) return { kind: 'address', url: src, program };
  if (xml !== undefined)
    return { kind: 'files', files: new Map([['model.xml', encode(xml)]]), main: 'model.xml', program };
  if (!files && program !== undefined)
    throw new TypeError("viewer: controller: requires a model to load. With 'model', pass a function 'control'");
  if (!files) return undefined;
  if (main === undefined || !files.has(main))
    throw new TypeError(`viewer: main: expected one of ${[...files.keys()].join(', ')}, found ${main}`);
  return { kind: 'files', files: new Map(files), main, program };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
