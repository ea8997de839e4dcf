/** Options of `createViewer`. */
import type { Data, Diagnostic, Model } from '../../index.ts';
import type { FlagId } from '../scene/settings.ts';
import type { Source } from './source/source.ts';
import type { LoopEvents } from './viewerLoop.ts';

/** A model to show: where it is, or the thing itself. */
export interface ModelSource {
  /** Address of an MJCF or URDF file; what it refers to is fetched too. Or that of a module whose `model()` is the text. */
  src?: string;
  /** The text of a model. */
  xml?: string;
  /** Files by path, one of them the model: `main`. */
  files?: ReadonlyMap<string, Uint8Array>;
  main?: string;
  /** Address of a module that moves the model: its `controller(model, tenon)` gives a function of a Data, which is called
   *  before each step, where the engine runs. */
  controller?: string;
  /** A model that is in the page already; it is stepped in the page. */
  model?: Model;
  /** The state of `model` to show and to step; default: a new one. */
  data?: Data;
  /** Called before each step; only with `model`, as a function cannot go to another thread. */
  control?: (model: Model, data: Data) => void;
}

/** Where a free camera stands: angles in degrees, as in MuJoCo. */
export interface CameraView {
  azimuth?: number;
  elevation?: number;
  distance?: number;
  lookat?: readonly [number, number, number];
  /** Follow this body, by name or number. */
  track?: string | number;
}

export interface ViewerOptions extends ModelSource {
  /** Run the engine in a thread of its own, unless `model` is given; default true. */
  worker?: boolean;
  /** Play as soon as the model is there; default true. */
  autoplay?: boolean;
  /** Simulated seconds per second. */
  speed?: number;
  /** Keyframe to start from, by number. */
  key?: number;
  /** Camera of the model, by name or number, or where a free one stands. */
  camera?: string | number | CameraView;
  /** What is drawn, where it differs from the defaults: `{ contactForce: true, shadow: false }`. */
  show?: Partial<Record<FlagId, boolean>>;
  /** The bar with play, reset and the line of time; default true. */
  bar?: boolean;
  /** Pixels of the picture per pixel of the page; default that of the screen, at most 2. */
  pixelRatio?: number;
}

export interface ViewerEvents extends LoopEvents {
  /** A model has been loaded and is shown. */
  load: { model: Model; data: Data; title: string; warnings: readonly Diagnostic[] };
  /** A model could not be loaded, or a run has blown up. */
  error: Error;
}

const sourceKeys = ['src', 'xml', 'files', 'model'] as const;

/** The one source that is given, for a thread; undefined if it is a Model. Throws if there is none, or more than one. */
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
    throw new TypeError("viewer: controller: is for models that are loaded; 'model' takes a function 'control'");
  if (!files) return undefined;
  if (main === undefined || !files.has(main))
    throw new TypeError(`viewer: main: expected one of ${[...files.keys()].join(', ')}, found ${main}`);
  return { kind: 'files', files: new Map(files), main, program };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
