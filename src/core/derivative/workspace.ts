/** Memory of a Model for its derivatives. */
import { BLOCK } from '../model/block/block.ts';
import { Integrator } from '../model/enums.ts';
import type { Heap } from '../model/memory/heap.ts';
import type { Model } from '../model/model.ts';
import { controlMatrixOffset, PassResult, stateMatrixOffset, workspaceSize } from './analytic/layout.ts';
import { foreignParts } from './unsupported.ts';

/** The workspace w of `analytic`, with its fields. Offsets follow from the sizes of a Model and are cached, because
 *  recomputing them would slow down small models. */
export class Workspace {
  readonly w: Float64Array;
  /** Numbers of elements of the state and of the controls. */
  readonly nx: number;
  readonly nu: number;
  /** Message about a part of the Model without an analytic derivative. */
  readonly foreign: string | undefined;
  /** Parts of w. */
  readonly A: Float64Array;
  readonly B: Float64Array;
  readonly #heap: Heap;
  readonly #more: Float64Array[] = [];

  constructor(m: Model) {
    const nx = 2 * m.nv + m.na;
    this.nx = nx;
    this.nu = m.nu;
    this.foreign = foreignParts(m);
    this.#heap = m.heap;
    this.w = memory64(m.heap, workspaceSize(m));
    this.A = this.w.subarray(stateMatrixOffset(m), stateMatrixOffset(m) + nx * nx);
    this.B = this.w.subarray(controlMatrixOffset(m), controlMatrixOffset(m) + nx * m.nu);
    this.w[PassResult.FULL_ROWS] = 0;
  }

  /** Residual at the solution. */
  get residual(): number {
    return this.w[PassResult.RESIDUAL];
  }

  set residual(value: number) {
    this.w[PassResult.RESIDUAL] = value;
  }

  /** A second workspace, if an integrator needs one. */
  spare(integrator: number): Float64Array {
    const implicit = integrator === Integrator.IMPLICIT || integrator === Integrator.IMPLICITFAST;
    return implicit ? this.more(0) : this.w;
  }

  /** A further array like w; the same one for the same k. */
  more(k: number): Float64Array {
    while (this.#more.length <= k) this.#more.push(memory64(this.#heap, this.w.length));
    return this.#more[k];
  }
}

/** The workspace of a Model; the same in every call. */
export function workspaceOf(m: Model): Workspace {
  const block = m[BLOCK];
  block.workspace ??= new Workspace(m);
  return block.workspace as Workspace;
}

/** Array in memory that the compiled engine can access, freed when it is garbage collected. */
export function memory64(heap: Heap, size: number): Float64Array {
  const address = heap.allocate(8 * size, 'a workspace for derivatives');
  const { buffer, ranges } = heap.hold();
  ranges.push({ address, bytes: 8 * size });
  return new Float64Array(buffer, address, size);
}
