/** How a policy is used, as a text that lies beside its ONNX file: `walk.onnx` and `walk.json`. */
import { expectObject, expectString } from '../core/expect.ts';
import { expectModel } from '../core/model/fit.ts';
import type { Model } from '../core/model/model.ts';
import { checkCard } from './checkCard.ts';
import { type ControllerOptions, type PolicyController, policyController, springMotor } from './controller.ts';
import type { Policy } from './load.ts';
import * as terms from './observation.ts';

type Numbers = readonly number[];

/** A part of the observation. Names without settings can be given alone. */
export interface TermCard {
  term: string;
  /** of `angularVelocity`, `linearVelocity` and `projectedGravity` */
  body?: string;
  /** of `jointPositions` and `jointVelocities`, in their order */
  joints?: readonly string[];
  /** of `jointPositions`: what is taken off; 'key' for the model's first keyframe */
  stance?: Numbers | 'key';
  /** of `sensor` */
  name?: string;
  /** of `command` */
  numbers?: Numbers;
  /** of `clock`, in turns per second */
  frequency?: number;
  /** factor of all its numbers */
  scale?: number;
}

/** What a policy sees and what is done with what it says; as JSON. */
export interface PolicyCard {
  observation: readonly (string | TermCard)[];
  /** steps for which an action holds */
  decimation?: number;
  scale?: number | Numbers;
  /** 'key': the joints of the model's first keyframe */
  offset?: Numbers | 'key';
  clip?: number;
  /** springs to the targets, for models whose actuators take torques */
  motor?: Parameters<typeof springMotor>[0];
}

type Maker = (m: Model, card: TermCard) => terms.Term;

const MAKERS: Readonly<Record<string, Maker>> = {
  angularVelocity: (_, card) => terms.angularVelocity(given(card, 'body')),
  linearVelocity: (_, card) => terms.linearVelocity(given(card, 'body')),
  projectedGravity: (_, card) => terms.projectedGravity(given(card, 'body')),
  jointPositions: (m, { joints, stance }) => terms.jointPositions(joints, poseOf(m, stance, joints)),
  jointVelocities: (_, { joints }) => terms.jointVelocities(joints),
  sensor: (_, card) => terms.sensor(given(card, 'name')),
  lastAction: () => terms.lastAction,
  command: (_, card) => terms.command(given(card, 'numbers')),
  clock: (_, card) => terms.clock(given(card, 'frequency')),
};

/** A policy as the controller of a model, by its card.
 *
 *  @example
 *  const policy = { act: async () => new Float32Array([0.5]), close: async () => {} };
 *  const card = { observation: ['jointPositions', { term: 'clock', frequency: 2 }], decimation: 4, scale: 0.25 };
 *  const control = controllerOf(m, card, policy);
 *  await control.act(d);
 *  console.log(control.observation.length, d.ctrl[0]); // -> 3 0.125
 *  @throws TypeError for a card that has other properties or values, RangeError for terms that there are not, and names and sizes that do not fit the model */
export function controllerOf(m: Model, card: PolicyCard, policy: Policy): PolicyController {
  expectModel('controllerOf', m);
  checkCard(card);
  const options: ControllerOptions = {
    policy,
    observation: card.observation.map((term) => termOf(m, typeof term === 'string' ? { term } : term)),
  };
  for (const name of ['decimation', 'scale', 'clip'] as const) {
    if (card[name] !== undefined) Object.assign(options, { [name]: card[name] });
  }
  const offset = poseOf(m, card.offset);
  if (offset) options.offset = offset;
  if (card.motor !== undefined && card.motor !== null) options.motor = springMotor(card.motor);
  return policyController(m, options);
}

function termOf(m: Model, card: TermCard): terms.Term {
  expectString('policy card: term', expectObject('policy card: observation', card).term);
  const make = Object.hasOwn(MAKERS, card.term) ? MAKERS[card.term] : undefined;
  if (make === undefined) {
    throw new RangeError(`policy card: expected one of ${Object.keys(MAKERS).join(', ')}, found '${card.term}'`);
  }
  const term = make(m, card);
  return card.scale === undefined ? term : terms.scaled(term, card.scale);
}

function given<K extends keyof TermCard>(card: TermCard, name: K): NonNullable<TermCard[K]> {
  const value = card[name];
  if (value === undefined) throw new RangeError(`policy card: ${card.term}: expected '${name}'`);
  return value as NonNullable<TermCard[K]>;
}

/** Positions of joints: numbers, or those of the first keyframe. */
function poseOf(m: Model, pose: Numbers | 'key' | undefined, joints?: readonly string[]): Numbers | undefined {
  if (pose !== 'key') return pose;
  if (m.nkey === 0) throw new RangeError('policy card: the model has no keyframe');
  return terms.jointsOf(m, joints).map((j) => m.key_qpos[m.jnt_qposadr[j]]);
}
