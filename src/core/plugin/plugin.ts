/** What a plugin is: a name, attributes that a model can give, and functions that the engine calls. */
import type { Data } from '../model/data.ts';
import type { Stage } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import type { AttributeKind, PluginConfig } from './config.ts';

/** One use of a plugin by a model, in one Data. */
export interface PluginInstance<T = unknown> {
  /** Its number: elements of the model that it works for have it in `body_plugin`, `actuator_plugin`, ... */
  readonly id: number;
  /** Name of the `<instance>`; '' if it has none. */
  readonly name: string;
  readonly config: PluginConfig;
  /** What `init` has returned. */
  readonly data: T;
  /** Its part of `plugin_state`. It is saved, copied and restored with the Data, which `data` is not. */
  readonly state: Float64Array;
}

interface PluginFunctions<T> {
  /** How it is called in models, such as `acme.spring`. */
  name: string;
  /** Attributes that `<config>` can give, in the order in which the Model keeps them. */
  attributes?: Readonly<Record<string, AttributeKind>>;
  /** Words for what is wrong with the attributes of an instance, shown with its place in the model; else undefined. */
  check?(config: PluginConfig): string | undefined;
  /** How many numbers of state an instance has. */
  state?: number | ((config: PluginConfig) => number);
  /** Called for each instance when a Data is made; the Data is as after a reset. What it returns is `data` of the instance.
   *  An error that it throws is an error of the model. */
  init?(m: Model, d: Data, instance: Omit<PluginInstance, 'data'>): T;
  /** Called when the Data is reset. The state is zero by then. */
  reset?(m: Model, d: Data, instance: PluginInstance<T>): void;
  /** Called at the end of a step, when time has advanced: the place to change the state. */
  advance?(m: Model, d: Data, instance: PluginInstance<T>): void;
}

interface PluginCompute<T> {
  compute(m: Model, d: Data, instance: PluginInstance<T>): void;
}

/** Forces of actuators: `compute` writes `d.actuator_force` of those with its number in `m.actuator_plugin`. */
export interface ActuatorPlugin<T = unknown> extends PluginFunctions<T>, PluginCompute<T> {
  kind: 'actuator';
  /** Writes rates of their activations to `d.act_dot`; the rate that their `dyntype` asks for is there. */
  actDot?(m: Model, d: Data, instance: PluginInstance<T>): void;
}

/** Sensors: `compute` writes `d.sensordata` of those with its number in `m.sensor_plugin`. */
export interface SensorPlugin<T = unknown> extends PluginFunctions<T>, PluginCompute<T> {
  kind: 'sensor';
  /** After which stage it can be computed. */
  stage: Stage;
  /** How many numbers a sensor gives. */
  dim(config: PluginConfig): number;
}

/** Passive forces: `compute` adds to `d.qfrc_passive`. */
export interface PassivePlugin<T = unknown> extends PluginFunctions<T>, PluginCompute<T> {
  kind: 'passive';
}

/** A shape, as its signed distance: negative inside, positive outside. */
export interface SdfPlugin<T = unknown> extends PluginFunctions<T> {
  kind: 'sdf';
  /** Numbers that describe a shape, from its attributes. */
  parameters(config: PluginConfig): readonly number[];
  /** Distance of a point in the frame of the shape. */
  distance(x: number, y: number, z: number, parameters: readonly number[]): number;
  /** out = gradient of the distance; without this it is found by differences */
  gradient?(out: Float64Array, x: number, y: number, z: number, parameters: readonly number[]): void;
  /** A box around the surface: center and half sizes. */
  box(parameters: readonly number[]): readonly number[];
}

/** What `registerPlugin` takes. */
export type Plugin<T = unknown> = ActuatorPlugin<T> | SensorPlugin<T> | PassivePlugin<T> | SdfPlugin<T>;

/** What plugins can be. */
export type PluginKind = Plugin['kind'];
