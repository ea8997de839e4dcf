/** MuJoCo's enumerations, with its integer values. */
export * from './enums/actuation.ts';
export * from './enums/element.ts';
export * from './enums/option.ts';
export * from './enums/sensor.ts';
export * from './enums/state.ts';
export * from './enums/visual.ts';
export { SensorType } from './sensors.ts';
