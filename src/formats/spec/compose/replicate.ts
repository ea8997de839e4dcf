/** Poses of the copies of <replicate>. */

import { sinCos } from '../../../core/math/elementary/trig.ts';
import { mulQuat, normalize4, rotVecQuat, unit4 } from '../../../core/math/quat.ts';
import type { CompilerSettings } from '../elements/settings.ts';

const AXES = 'xyz';
const turn = new Float64Array(4);
const half = new Float64Array(2);

/** Quaternion of three rotations in the order of eulerseq; angles in the unit of the settings. */
export function eulerToQuat(quat: Float64Array, euler: readonly number[], settings: CompilerSettings): void {
  unit4(quat, 0);
  for (let i = 0; i < 3; i++) {
    const letter = settings.eulerseq[i] ?? '';
    const axis = AXES.indexOf(letter.toLowerCase());
    if (letter === '' || axis < 0) continue;
    const angle = settings.degree ? (euler[i]! / 180) * Math.PI : euler[i]!;
    sinCos(half, 0, angle / 2);
    turn.fill(0);
    turn[0] = half[1]!;
    turn[1 + axis] = half[0]!;
    // lowercase letters rotate with the frame, uppercase ones about fixed axes
    if (letter === AXES[axis]) mulQuat(quat, 0, quat, 0, turn, 0);
    else mulQuat(quat, 0, turn, 0, quat, 0);
  }
  normalize4(quat, 0);
}

/**
 * Iterates over the copies: copy i is rotated by i times `euler`, and each offset is along the previous orientation.
 */
export class ReplicatePath {
  readonly pos = new Float64Array(3);
  readonly quat = new Float64Array([1, 0, 0, 0]);
  readonly #offset: Float64Array;
  readonly #euler: readonly number[];
  readonly #settings: CompilerSettings;
  #index = 0;

  constructor(offset: readonly number[], euler: readonly number[], settings: CompilerSettings) {
    this.#offset = Float64Array.from(offset);
    this.#euler = euler;
    this.#settings = settings;
  }

  next(): void {
    const step = new Float64Array(3);
    rotVecQuat(step, 0, this.#offset, 0, this.quat, 0);
    for (let i = 0; i < 3; i++) this.pos[i] = this.pos[i]! + step[i]!;
    this.#index++;
    const angles = this.#euler.map((angle) => this.#index * angle);
    eulerToQuat(this.quat, angles, this.#settings);
  }
}
