/** `MjsOrientation`: an orientation in one of five forms; the tree uses the one selected by `type`. */

import { OrientationType } from '../../../core/model/enums/spec.ts';
import { describeType } from '../../../core/model/fit.ts';
import type { Orientation } from '../../../formats/spec/elements/element.ts';
import type { AsList } from '../../base/buffers.ts';
import { BindingError } from '../../base/errors.ts';
import { Handle, hide, INNER } from '../../base/handle.ts';
import { mujocoEnums } from '../../tables/enums.ts';
import type { mjtOrientation } from '../../tables/enumTypes.ts';

/** An orientation of the tree that stores all forms. */
class FormsOfOrientation implements Orientation {
  type: OrientationType = OrientationType.QUAT;
  readonly axisangle = new Float64Array(4);
  readonly xyaxes = new Float64Array(6);
  readonly zaxis = new Float64Array(3);
  readonly euler = new Float64Array(3);

  get value(): number[] {
    return [...(this.#form(this.type) ?? [1, 0, 0, 0])];
  }

  /** The values of a form; undefined for the quaternion, which is stored in the element itself. */
  #form(type: OrientationType): Float64Array | undefined {
    return [undefined, this.axisangle, this.xyaxes, this.zaxis, this.euler][type];
  }

  /** Copy another orientation. */
  take({ type, value }: Orientation): void {
    this.type = type;
    this.#form(type)?.set(value);
  }
}

type Fields = Record<string, unknown>;
type Doubles = AsList<Float64Array>;

/** The orientation in a field of an element. The tree stores it, so that writes of a script take effect. */
export function orientationOn(fields: Fields, name: string): MjsOrientation {
  let held = fields[name] as Orientation | null;
  if (!(held instanceof FormsOfOrientation)) {
    const forms = new FormsOfOrientation();
    if (held) forms.take(held);
    held = forms;
    fields[name] = forms;
  }
  return new MjsOrientation(held as FormsOfOrientation);
}

export class MjsOrientation extends Handle {
  /** @internal */
  declare readonly [INNER]: FormsOfOrientation;

  constructor(forms: FormsOfOrientation) {
    super();
    hide(this, INNER, forms);
  }

  get axisangle(): Doubles {
    return this[INNER].axisangle as Doubles;
  }

  get xyaxes(): Doubles {
    return this[INNER].xyaxes as Doubles;
  }

  get zaxis(): Doubles {
    return this[INNER].zaxis as Doubles;
  }

  get euler(): Doubles {
    return this[INNER].euler as Doubles;
  }

  get type(): mjtOrientation {
    return mujocoEnums.mjtOrientation.values[this[INNER].type] as mjtOrientation;
  }

  set type(value: mjtOrientation | number) {
    this[INNER].type = (typeof value === 'number' ? value : value?.value) as OrientationType;
  }
}

/** Copy every form of one orientation to another. */
export function assignOrientation({ [INNER]: target }: MjsOrientation, source: unknown): void {
  if (!(source instanceof MjsOrientation)) {
    throw new BindingError(`orientation: expected MjsOrientation, found ${describeType(source)}`);
  }
  const { type, axisangle, xyaxes, zaxis, euler } = source[INNER];
  target.type = type;
  target.axisangle.set(axisangle);
  target.xyaxes.set(xyaxes);
  target.zaxis.set(zaxis);
  target.euler.set(euler);
}

/** Reset an orientation to the quaternion. */
export function resetOrientation({ [INNER]: forms }: MjsOrientation): void {
  forms.type = OrientationType.QUAT;
  for (const form of [forms.axisangle, forms.xyaxes, forms.zaxis, forms.euler]) form.fill(0);
}
