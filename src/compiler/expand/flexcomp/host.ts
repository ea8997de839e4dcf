/** The context of a flexcomp: the spec and the body that it adds to. */

import { JointType, ObjType } from '../../../core/model/enums.ts';
import type { SpecBuilder } from '../../../formats/spec/builder.ts';
import { Body, type Joint } from '../../../formats/spec/elements/body.ts';
import { cloneElement, type SpecElement } from '../../../formats/spec/elements/element.ts';

export class Host {
  readonly builder: SpecBuilder;
  readonly body: Body;
  /** joint defaults of the body's class */
  readonly #joint: Joint;
  readonly #origin: SpecElement;

  /** @param origin source of the location and settings of all created elements */
  constructor(builder: SpecBuilder, body: Body, joint: Joint, origin: SpecElement) {
    this.builder = builder;
    this.body = body;
    this.#joint = joint;
    this.#origin = origin;
  }

  /** Give an element the location of the flexcomp. */
  start<T extends SpecElement>(element: T): T {
    element.location = this.#origin.location;
    element.compiler = this.#origin.compiler;
    return element;
  }

  /** A body that slides along axes; its mass is set later. */
  sliderBody(name: string, pos: readonly number[], axes: readonly (readonly number[])[]): Body {
    this.builder.countCopy();
    const body = this.start(new Body());
    body.name = name;
    body.classname = this.body.classname;
    body.parent = this.body;
    body.pos = pos.slice();
    body.ipos = [0, 0, 0];
    body.explicitinertial = true;
    body.inertialLocation = body.location;
    this.builder.addToFrame(ObjType.BODY, this.body.bodies, body, null);
    for (const axis of axes) {
      const joint = this.start(cloneElement(this.#joint));
      joint.classname = body.classname;
      joint.type = JointType.SLIDE;
      joint.pos = [0, 0, 0];
      joint.axis = axis.slice();
      this.builder.addToFrame(ObjType.JOINT, body.joints, joint, null);
    }
    return body;
  }

  /** Set mass, and the inertia of a box with this half size. */
  setMass(body: Body, mass: number, halfSize: number): void {
    body.mass = mass;
    body.inertia = new Array<number>(3).fill((mass * (2 * halfSize * halfSize)) / 3);
  }
}
