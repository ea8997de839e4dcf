/** Types of the spec functions, by the names of the official package. */

import type { Input, Out } from '../base/buffers.ts';
import type { MjVFS } from '../files/vfs.ts';
import type { EnumValue } from '../tables/enums.ts';
import type { MjsActuator, MjsBody, MjsFrame, MjsTendon, MjsWrap, SpecTypes } from '../types/spec.ts';
import type { MjsDefault } from './classes/classes.ts';
import type { SpecClassName } from './classes/fields.ts';
import type { MjsElement } from './classes/handles.ts';
import type { MjSpec } from './classes/mjSpec.ts';
import type { MjsOrientation } from './classes/orientation.ts';
import type { MjsPlugin } from './classes/plugin.ts';

/** A spec class by name. */
type Mjs<N extends SpecClassName> = SpecTypes[N];
type Kind = Exclude<SpecClassName, 'MjsWrap' | 'MjsCompiler'> extends `Mjs${infer K}` ? K : never;
type InBody = 'Joint' | 'Geom' | 'Site' | 'Camera' | 'Light';
type WithDefault = 'Mesh' | 'Material' | 'Pair' | 'Equality' | 'Tendon' | 'Actuator';
type Without = Exclude<Kind, InBody | WithDefault | 'Body' | 'Frame'>;
type Default = MjsDefault | null;
type NumbersInput = Input | null;

type Adding = {
  [K in InBody as `mjs_add${K}`]: (body: MjsBody, def?: Default) => Mjs<`Mjs${K}`>;
} & { [K in WithDefault as `mjs_add${K}`]: (spec: MjSpec, def?: Default) => Mjs<`Mjs${K}`> } & {
  [K in Without as `mjs_add${K}`]: (spec: MjSpec) => Mjs<`Mjs${K}`>;
};
type Converting = { [K in Kind as `mjs_as${K}`]: (element: MjsElement) => Mjs<`Mjs${K}`> | undefined };
type Resetting = { [K in Exclude<Kind, 'Exclude'> as `mjs_default${K}`]: (object: Mjs<`Mjs${K}`>) => void };

interface Finding {
  mjs_findBody(spec: MjSpec, name: string): MjsBody | undefined;
  mjs_findFrame(spec: MjSpec, name: string): MjsFrame | undefined;
  mjs_findChild(body: MjsBody, name: string): MjsBody | undefined;
  mjs_findElement(spec: MjSpec, kind: EnumValue | number, name: string): MjsElement | undefined;
  mjs_findDefault(spec: MjSpec, name: string): MjsDefault | undefined;
  mjs_findSpec(spec: MjSpec, name: string): MjSpec | undefined;
  mjs_firstElement(spec: MjSpec, kind: EnumValue | number): MjsElement | undefined;
  mjs_nextElement(spec: MjSpec, element: MjsElement): MjsElement | undefined;
  mjs_firstChild(body: MjsBody, kind: EnumValue | number, recurse?: number | boolean): MjsElement | undefined;
  mjs_nextChild(body: MjsBody, child: MjsElement, recurse?: number | boolean): MjsElement | undefined;
  mjs_getName(element: MjsElement): string;
  mjs_getId(element: MjsElement): number;
  mjs_getSpec(element: MjsElement): MjSpec;
  mjs_getOriginSpec(element: MjsElement): MjSpec;
  mjs_getCompiler(element: MjsElement): Mjs<'MjsCompiler'>;
  mjs_getSpecDefault(spec: MjSpec): MjsDefault;
  mjs_getDefault(element: MjsElement): MjsDefault | undefined;
  mjs_getFrame(element: MjsElement): MjsFrame | undefined;
  mjs_getParent(element: MjsElement): MjsBody | undefined;
  mjs_sensorDim(sensor: Mjs<'MjsSensor'>): number;
  mjs_getError(spec: MjSpec): string;
  mjs_isWarning(spec: MjSpec): number;
  mjs_numWarnings(spec: MjSpec): number;
  mjs_getWarning(spec: MjSpec, i: number): string;
}

interface Changing {
  mjs_addBody(body: MjsBody, def?: Default): MjsBody;
  mjs_addFrame(body: MjsBody, parent?: MjsFrame | null): MjsFrame;
  mjs_addFreeJoint(body: MjsBody): Mjs<'MjsJoint'>;
  mjs_addDefault(spec: MjSpec, name: string, parent?: Default): MjsDefault | undefined;
  mjs_setName(element: MjsElement, name: string): number;
  mjs_setFrame(element: MjsElement, frame: MjsFrame): number;
  mjs_setDefault(element: MjsElement, def: MjsDefault): void;
  mjs_setDeepCopy(spec: MjSpec, deep: number | boolean): number;
  mjs_delete(spec: MjSpec, element: MjsElement): number;
  mjs_attach(parent: MjsElement, child: MjsElement, prefix?: string, suffix?: string): MjsElement | undefined;
  mjs_wrapSite(tendon: MjsTendon, name: string): MjsWrap;
  mjs_wrapGeom(tendon: MjsTendon, name: string, sidesite?: string): MjsWrap;
  mjs_wrapJoint(tendon: MjsTendon, name: string, coef: number): MjsWrap;
  mjs_wrapPulley(tendon: MjsTendon, divisor: number): MjsWrap;
  mjs_getWrapNum(tendon: MjsTendon): number;
  mjs_getWrap(tendon: MjsTendon, i: number): MjsWrap | undefined;
  mjs_getWrapTarget(wrap: MjsWrap): MjsElement | undefined;
  mjs_getWrapSideSite(wrap: MjsWrap): Mjs<'MjsSite'> | undefined;
  mjs_getWrapCoef(wrap: MjsWrap): number;
  mjs_getWrapDivisor(wrap: MjsWrap): number;
  mjs_resolveOrientation(quat: Out, degree: number | boolean, sequence: string, orientation: MjsOrientation): string;
  mjs_deleteUserValue(element: MjsElement, key: string): void;
  mjs_defaultSpec(spec: MjSpec): void;
  mjs_defaultOrientation(orientation: MjsOrientation): void;
}

/** Each returns '' or an error message. */
type Servo = (
  a: MjsActuator,
  kp: number,
  kv?: NumbersInput,
  dampratio?: NumbersInput,
  timeconst?: NumbersInput,
  inheritrange?: number,
) => string;

interface Setting {
  mjs_setToMotor(a: MjsActuator): string;
  mjs_setToPosition: Servo;
  mjs_setToIntVelocity: Servo;
  mjs_setToVelocity(a: MjsActuator, kv: number): string;
  mjs_setToDamper(a: MjsActuator, kv: number): string;
  mjs_setToCylinder(a: MjsActuator, timeconst: number, bias: number, area: number, diameter: number): string;
  mjs_setToMuscle(a: MjsActuator, timeconst: Input, tausmooth: number, range: Input, ...curve: number[]): string;
  mjs_setToAdhesion(a: MjsActuator, gain: number): string;
  mjs_setToOrientation(
    a: MjsActuator,
    kp: number,
    kv?: NumbersInput,
    dampratio?: NumbersInput,
    ctrlspec?: number,
  ): string;
  mjs_setToPID(a: MjsActuator, kp: number, ...rest: (NumbersInput | number)[]): string;
  mjs_setToDCMotor(
    a: MjsActuator,
    motorconst: NumbersInput,
    resistance: number,
    ...rest: (NumbersInput | number)[]
  ): string;
}

type Vec = readonly number[] | Float64Array | null;

interface Making {
  mjs_makeMesh(mesh: Mjs<'MjsMesh'>, builtin: EnumValue | number, params: Input, count: number): number;
  mjs_makeFlex(
    body: MjsBody,
    name: string,
    type: string | null,
    dim: number,
    dof: string | null,
    count: Vec,
    cellcount: Vec,
    spacing: Vec,
    scale: Vec,
    radius: number,
    mass: number,
    inertiabox: number,
    equality: number,
    rigid: number,
    flatskin: number,
    elastic2d: number,
    pos: Vec,
    quat: Vec,
    origin: Vec,
    file?: string | null,
    vfs?: MjVFS | null,
  ): Mjs<'MjsFlex'> | undefined;
  mjs_addPlugin(spec: MjSpec): MjsPlugin;
  mjs_asPlugin(element: MjsElement): MjsPlugin | undefined;
  mjs_defaultPlugin(plugin: MjsPlugin): void;
  mjs_activatePlugin(spec: MjSpec, name: string): number;
}

export type SpecFunctions = Adding & Converting & Resetting & Finding & Changing & Setting & Making;
