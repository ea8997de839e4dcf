/** Exports: the model as text or binary, all fields of Model and Data, keyframes, the camera. */
import { modelToBinary } from '../../../src/index.ts';
import { type GlbRecorder, recordGlb } from '../../../src/record.ts';
import type { Context, Panel } from '../context.ts';
import { download, h } from '../ui/dom.ts';
import { section } from '../ui/section.ts';

export interface SaveActions {
  /** The model as a single MJCF file; undefined if a program created it. */
  xml: (() => Promise<string>) | undefined;
  /** The state as a keyframe of this name. */
  keyframe(name?: string): string;
  camera(): string;
}

/** The motion of the bodies, frame by frame, until it is saved. */
class MotionRecording {
  readonly #sim: Context['sim'];
  #glb: GlbRecorder | undefined;
  #last = Number.NEGATIVE_INFINITY;

  constructor(sim: Context['sim']) {
    this.#sim = sim;
  }

  get isRunning(): boolean {
    return this.#glb !== undefined;
  }

  /** Start, or return the file. */
  async toggle(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const glb = this.#glb;
    if (glb) {
      this.#glb = undefined;
      return glb.bytes();
    }
    this.#last = Number.NEGATIVE_INFINITY;
    this.#glb = await recordGlb(this.#sim.m, this.#sim.d);
    this.sample();
    return undefined;
  }

  /** Add the current frame. Frames from before the last one, after a reset, are not part of the motion. */
  sample(): void {
    const { d } = this.#sim;
    if (!this.#glb || d.time <= this.#last) return;
    this.#last = d.time;
    this.#glb.add();
  }
}

/** Maximum number of printed values per field. */
const MAX_VALUES = 1000;

export function savePanel({ sim, title, showMessage }: Context, actions: SaveActions): Panel {
  const save = (name: string, content: BlobPart, type = 'text/plain') => download(new Blob([content], { type }), name);
  const copy = (text: string, said: string) =>
    void (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
      () => showMessage(said),
      () => showMessage(text),
    );
  const button = (id: string, label: string, click: () => void) =>
    h('button', { class: 'plain', id, on: { click } }, label);
  const { xml } = actions;
  const glbBlob = (bytes: Uint8Array<ArrayBuffer>) =>
    download(new Blob([bytes], { type: 'model/gltf-binary' }), `${title}.glb`);
  const saveScene = async () => {
    const glb = await recordGlb(sim.m, sim.d);
    glb.add();
    glbBlob(glb.bytes());
  };
  const motion = new MotionRecording(sim);
  const motionButton = button('record-motion', 'Record motion', () => void toggleMotion());
  const toggleMotion = async () => {
    const bytes = await motion.toggle();
    motionButton.textContent = motion.isRunning ? 'Save motion' : 'Record motion';
    motionButton.setAttribute('aria-pressed', String(motion.isRunning));
    if (bytes) glbBlob(bytes);
    else showMessage('Recording the motion of the bodies. Press the button again to save it as glTF.');
  };
  const savedKeys: string[] = [];
  const saveKeyframe = () => {
    savedKeys.push(actions.keyframe(`saved ${savedKeys.length + 1}`));
    showMessage(`Keyframe 'saved ${savedKeys.length}' will be included in the saved XML.`);
  };
  const saveXml = async (write: () => Promise<string>) =>
    save(`${title}.xml`, withKeys(await write(), savedKeys), 'text/xml');
  const saveBinary = async () =>
    save(`${title}.mjb`, (await modelToBinary(sim.m)) as Uint8Array<ArrayBuffer>, 'application/octet-stream');
  return {
    element: section(
      'Save and print',
      'save',
      false,
      h(
        'p',
        { class: 'buttons' },
        xml && button('save-xml', 'Save XML', () => void saveXml(xml)),
        xml && button('keep-key', 'Add keyframe', saveKeyframe),
        button('save-binary', 'Save binary', () => void saveBinary()),
        button('save-scene', 'Save glTF scene', () => void saveScene()),
        motionButton,
        button('print-model', 'Print model', () => save(`${title}-model.txt`, formatRecord(sim.m))),
        button('print-data', 'Print data', () => save(`${title}-data.txt`, formatRecord(sim.d))),
        button('copy-camera', 'Copy camera', () => copy(actions.camera(), 'Camera copied as MJCF.')),
        button('copy-key', 'Copy keyframe', () => copy(actions.keyframe(), 'State copied as a keyframe.')),
      ),
    ),
    sample: () => motion.sample(),
  };
}

/** The MJCF of a model with additional keyframes. */
function withKeys(text: string, keys: readonly string[]): string {
  if (keys.length === 0) return text;
  const section = `  <keyframe>\n${keys.map((key) => `    ${key}\n`).join('')}  </keyframe>\n`;
  return text.replace(/(<\/mujoco>\s*)$/, `${section}$1`);
}

/** All values of a Model or `Data`, one field per line. */
function formatRecord(record: object, inside = ''): string {
  const lines: string[] = [];
  for (const name in record) {
    const value = (record as Record<string, unknown>)[name];
    if (name.startsWith('work_')) continue;
    if (typeof value === 'number') lines.push(`${inside}${name} ${value}`);
    else if (ArrayBuffer.isView(value)) lines.push(`${inside}${name} ${formatValues(value as Float64Array)}`);
  }
  for (const name of ['opt', 'stat', 'vis'])
    if (inside === '' && name in record)
      lines.push(formatRecord((record as Record<string, object>)[name]!, `${name}.`).trimEnd());
  return `${lines.join('\n')}\n`;
}

function formatValues(values: Float64Array): string {
  const some = Array.from(values.subarray(0, MAX_VALUES), (x) => String(Number(x.toPrecision(8)))).join(' ');
  return values.length > MAX_VALUES ? `${some} ... (${values.length})` : some;
}
