import { expect, test } from 'vitest';
import { ObjType, SensorType, Stage } from './enums.ts';
import { type PosSensor, SENSORS, type SensorName, sensorName, sensorRow } from './sensors.ts';
import { unreachable } from './unreachable.ts';

const names = Object.keys(SENSORS) as SensorName[];

test('every sensor type has a row, found by its type', () => {
  for (const name of Object.keys(SensorType) as SensorName[]) {
    expect(sensorName(SensorType[name])).toBe(name);
    expect(sensorRow(SensorType[name])).toBe(SENSORS[name]);
  }
  expect(names).toEqual(Object.keys(SensorType));
});

test('no two sensors have the same element', () => {
  expect(new Set(names.map((name) => SENSORS[name].tag)).size).toBe(names.length);
});

test('a sensor of one object refers to one kind of object, or to none', () => {
  const simple = names.filter((name) => SENSORS[name].form === 'object');
  expect(simple.length).toBeGreaterThan(20);
  for (const name of simple) expect([name, SENSORS[name].objects.length]).toEqual([name, 1]);
  expect(simple.filter((name) => SENSORS[name].objects[0] === ObjType.UNKNOWN)).toEqual([
    ...['E_POTENTIAL', 'E_KINETIC', 'CLOCK'],
  ]);
});

test('only sensors that specify their stage themselves have none', () => {
  expect(names.filter((name) => sensorRow(SensorType[name]).stage === Stage.NONE)).toEqual(['PLUGIN', 'USER']);
});

test('a missing case does not compile', () => {
  const isClock = (type: PosSensor): boolean => {
    switch (type) {
      case SensorType.CLOCK:
        return true;
      default:
        // @ts-expect-error all other sensors of the stage are missing
        unreachable(type);
    }
    return false;
  };
  expect([isClock(SensorType.CLOCK), isClock(SensorType.JOINTPOS)]).toEqual([true, false]);
  // @ts-expect-error a sensor of another stage
  expect(isClock(SensorType.TOUCH)).toBe(false);
});
