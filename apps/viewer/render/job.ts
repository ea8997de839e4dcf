import type { CameraView } from '../../../src/view/viewer/options.ts';

/** Request of the command `tenon render` to a page. */
export interface RenderJob {
  /** Path of the model, and all of its files, as base64. */
  main: string;
  files: Record<string, string>;
  width: number;
  height: number;
  /** Camera of the model by id, or a free one (default: the first that shows the whole model, or a free one). */
  camera: number | 'free' | CameraView | undefined;
  key: number | undefined;
  /** A recording of the states: its name, and its contents as base64 (default: the model is simulated). */
  replay: { name: string; bytes: string } | undefined;
  /** Words of the view settings, such as `contactForce`. */
  show: string[];
  /** A video of `frames` frames (default: one picture). */
  film: { kind: 'webm' | 'mp4'; fps: number; frames: number } | undefined;
  /** Seconds until the picture, or until a video starts: simulated, or after the first row of the recording. */
  from: number;
}
