/** Interface of a plugin: a name, attributes that a model can set, and functions that the engine calls. */
import type { Data } from '../model/data.ts';
import type { Stage } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import type { AttributeKind, PluginConfig } from './config.ts';

/** An instance of a plugin, in one `Data`. */
export interface PluginInstance<T = unknown> {
  /** Its id: `body_plugin`, `actuator_plugin`, ... of its elements contain it. */
  readonly id: number;
  /** Name of the `<instance>`; '' if it has none. */
  readonly name: string;
  readonly config: PluginConfig;
  /** Result of `init`. */
  readonly data: T;
  /** Its part of `plugin_state`. Saved, copied and restored with the `Data`, unlike `data`. */
  readonly state: Float64Array;
}

interface PluginFunctions<T> {
  /** Its name in models, such as `acme.spring`. */
  name: string;
  /** Attributes that `<config>` can set, in the order in which the Model stores them. */
  attributes?: Readonly<Record<string, AttributeKind>>;
  /** Message about invalid attributes of an instance, reported with its location in the model; undefined if valid. */
  check?(config: PluginConfig): string | undefined;
  /** Number of state values of an instance. */
  state?: number | ((config: PluginConfig) => number);
  /** Called for each instance of a new `Data`, which is in the state after a reset. The result becomes `data` of the
   *  instance. If it throws, the model is reported as invalid. */
  init?(m: Model, d: Data, instance: Omit<PluginInstance, 'data'>): T;
  /** Called when the `Data` is reset, after the state was set to zero. */
  reset?(m: Model, d: Data, instance: PluginInstance<T>): void;
  /** Called at the end of a step, after time has advanced. Changes of the state belong here. */
  advance?(m: Model, d: Data, instance: PluginInstance<T>): void;
}

interface PluginCompute<T> {
  compute(m: Model, d: Data, instance: PluginInstance<T>): void;
}

/** Actuator forces: `compute` writes `d.actuator_force` of the actuators with its id in `m.actuator_plugin`. */
export interface ActuatorPlugin<T = unknown> extends PluginFunctions<T>, PluginCompute<T> {
  kind: 'actuator';
  /** Writes activation rates to `d.act_dot`, which already contains the rate of the `dyntype`. */
  actDot?(m: Model, d: Data, instance: PluginInstance<T>): void;
}

/** Sensors: `compute` writes `d.sensordata` of the sensors with its id in `m.sensor_plugin`. */
export interface SensorPlugin<T = unknown> extends PluginFunctions<T>, PluginCompute<T> {
  kind: 'sensor';
  /** Stage after which it can be computed. */
  stage: Stage;
  /** Number of values of a sensor. */
  dim(config: PluginConfig): number;
}

/** Passive forces: `compute` adds to `d.qfrc_passive`. */
export interface PassivePlugin<T = unknown> extends PluginFunctions<T>, PluginCompute<T> {
  kind: 'passive';
}

/** A shape, as its signed distance: negative inside, positive outside. */
export interface SdfPlugin<T = unknown> extends PluginFunctions<T> {
  kind: 'sdf';
  /** Values that describe a shape, from its attributes. */
  parameters(config: PluginConfig): readonly number[];
  /** Distance of a point in the frame of the shape. */
  distance(x: number, y: number, z: number, parameters: readonly number[]): number;
  /** out = gradient of the distance. default: finite differences */
  gradient?(out: Float64Array, x: number, y: number, z: number, parameters: readonly number[]): void;
  /** A bounding box of the surface: center and half sizes. */
  box(parameters: readonly number[]): readonly number[];
}

/** Argument of `registerPlugin`. */
export type Plugin<T = unknown> = ActuatorPlugin<T> | SensorPlugin<T> | PassivePlugin<T> | SdfPlugin<T>;

/** Kinds of plugins. */
export type PluginKind = Plugin['kind'];
