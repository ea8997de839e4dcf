/** Unifies compiler settings for a model whose parts may have different ones.
 * Parts of attached models keep the settings of their file: angle unit, order of Euler angles, autolimits. A saved
 * model has only one set, so such parts are rewritten: angles in radians, Euler angles as quaternions, explicit
 * limits. */

import { LimitedMode, OrientationType } from '../../../core/model/enums/spec.ts';
import { JointType } from '../../../core/model/enums.ts';
import { eulerToQuat } from '../../spec/compose/replicate.ts';
import type { Actuator } from '../../spec/elements/actuation.ts';
import type { Body, Frame, Joint } from '../../spec/elements/body.ts';
import { cloneElement, type Orientation, type SpecElement } from '../../spec/elements/element.ts';
import type { Tendon } from '../../spec/elements/relation.ts';
import type { CompilerSettings } from '../../spec/elements/settings.ts';
import type { SpecTree } from '../../spec/specTree.ts';
import { subtreeBodies } from '../../spec/stateSizes.ts';

export class Unifier {
  readonly settings: CompilerSettings;
  /** angles are written in degrees */
  readonly degree: boolean;

  constructor(spec: SpecTree) {
    this.settings = spec.compiler;
    this.degree = spec.compiler.degree && everyElement(spec).every((element) => element.compiler.degree);
  }

  #converts(compiler: CompilerSettings): boolean {
    return compiler.degree && !this.degree;
  }

  /** An angle in the output unit. */
  #angle(compiler: CompilerSettings, angle: number): number {
    return this.#converts(compiler) ? (angle / 180) * Math.PI : angle;
  }

  orientation(compiler: CompilerSettings, alt: Orientation): Orientation {
    const { type, value } = alt;
    if (type === OrientationType.EULER && compiler.eulerseq !== this.settings.eulerseq) {
      const quat = new Float64Array(4);
      eulerToQuat(quat, value, compiler);
      return { type: OrientationType.QUAT, value: [...quat] };
    }
    if (type === OrientationType.EULER) return { type, value: value.map((angle) => this.#angle(compiler, angle)) };
    if (type === OrientationType.AXISANGLE) {
      return { type, value: [...value.slice(0, 3), this.#angle(compiler, value[3]!)] };
    }
    return alt;
  }

  joint(joint: Joint): Joint {
    const { compiler } = joint;
    const result = cloneElement(joint);
    result.limited = this.#limited(compiler, joint.limited, joint.range);
    result.actfrclimited = this.#limited(compiler, joint.actfrclimited, joint.actfrcrange);
    if (joint.type === JointType.HINGE || joint.type === JointType.BALL)
      result.range = joint.range.map((x) => this.#angle(compiler, x));
    if (joint.type === JointType.HINGE) {
      result.ref = this.#angle(compiler, joint.ref);
      result.springref = this.#angle(compiler, joint.springref);
    }
    return result;
  }

  tendon(tendon: Tendon): Tendon {
    const result = cloneElement(tendon);
    result.limited = this.#limited(tendon.compiler, tendon.limited, tendon.range);
    result.actfrclimited = this.#limited(tendon.compiler, tendon.actfrclimited, tendon.actfrcrange);
    return result;
  }

  actuator(actuator: Actuator): Actuator {
    const result = cloneElement(actuator);
    const { compiler } = actuator;
    result.ctrllimited = this.#limited(compiler, actuator.ctrllimited, actuator.ctrlrange);
    result.forcelimited = this.#limited(compiler, actuator.forcelimited, actuator.forcerange);
    result.actlimited = this.#limited(compiler, actuator.actlimited, actuator.actrange);
    return result;
  }

  /** `auto` resolved with the settings of the element. */
  #limited(compiler: CompilerSettings, mode: LimitedMode, range: readonly number[]): LimitedMode {
    if (mode !== LimitedMode.AUTO || compiler.autolimits === this.settings.autolimits) return mode;
    return compiler.autolimits && range[0]! < range[1]! ? LimitedMode.TRUE : LimitedMode.FALSE;
  }
}

function everyElement(spec: SpecTree): SpecElement[] {
  return subtreeBodies(spec.worldbody).flatMap((body): (Body | Frame | SpecElement)[] => [
    body,
    ...body.frames,
    ...body.joints,
    ...body.geoms,
    ...body.sites,
    ...body.cameras,
  ]);
}
