/** `MjsOrientation`: an orientation in one of five forms; the tree uses the one selected by `type`. */

import { OrientationType } from '../../../core/model/enums/spec.ts';
import type { Orientation } from '../../../formats/spec/elements/element.ts';
import { Handle, hide, INNER } from '../../base/handle.ts';
import { mujocoEnums } from '../../tables/enums.ts';

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

  get axisangle(): Float64Array {
    return this[INNER].axisangle;
  }

  get xyaxes(): Float64Array {
    return this[INNER].xyaxes;
  }

  get zaxis(): Float64Array {
    return this[INNER].zaxis;
  }

  get euler(): Float64Array {
    return this[INNER].euler;
  }

  get type(): unknown {
    return mujocoEnums.mjtOrientation.values[this[INNER].type];
  }

  set type(value: unknown) {
    this[INNER].type = Number((value as { value?: number })?.value ?? value) as OrientationType;
  }
}

/** Reset an orientation to the quaternion. */
export function resetOrientation({ [INNER]: forms }: MjsOrientation): void {
  forms.type = OrientationType.QUAT;
  for (const form of [forms.axisangle, forms.xyaxes, forms.zaxis, forms.euler]) form.fill(0);
}
