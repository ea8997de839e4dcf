/** Custom data and keyframes. */

import type { ObjType } from '../../../core/model/enums.ts';
import { SpecElement } from './element.ts';

export class Numeric extends SpecElement {
  /** length of the array in the model, at least data.length; 0: data.length */
  size = 0;
  data: number[] = [];
}

export class Text extends SpecElement {
  data = '';
}

export class Tuple extends SpecElement {
  /** of each entry */
  objtype: ObjType[] = [];
  objname: string[] = [];
  objprm: number[] = [];
}

/** A keyframe. Missing arrays are empty; the compiler checks the lengths of the others. */
export class Key extends SpecElement {
  time = 0;
  qpos: number[] = [];
  qvel: number[] = [];
  act: number[] = [];
  mpos: number[] = [];
  mquat: number[] = [];
  ctrl: number[] = [];
}
