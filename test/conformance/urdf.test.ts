import { expect, test } from 'vitest';
import { compile } from '../../src/compiler/compile.ts';
import { mapSource } from '../../src/formats/mjcf/files.ts';
import { readMjcf } from '../../src/formats/mjcf/readMjcf.ts';
import { writeMjcf } from '../../src/formats/mjcf/writeMjcf.ts';
import { readRobot } from '../../src/formats/urdf/readRobot.ts';
import { MjcfError } from '../../src/formats/xml/error.ts';
import { badRobots, robots } from '../models/urdf.ts';
import { compareModels, describeDifferences } from '../support/oracle/compileConformance.ts';
import { type Files, oracleModel } from '../support/oracle/oracle.ts';

function read(urdf: string, files: Files = {}) {
  const encoder = new TextEncoder();
  const entries = Object.entries(files).map(
    ([name, content]) => [name, typeof content === 'string' ? encoder.encode(content) : content] as const,
  );
  return readMjcf(urdf, { file: 'robot.urdf', source: mapSource(new Map(entries)), readRobot });
}

test.each(robots)('URDF: $claim, as in MuJoCo', ({ urdf, files }) => {
  const theirs = oracleModel(urdf, files);
  try {
    expect(describeDifferences(compareModels(compile(read(urdf, files)), theirs))).toEqual([]);
  } finally {
    theirs.delete();
  }
});

test.each(robots)('URDF: $claim, also when it is saved as MJCF', ({ urdf, files }) => {
  const direct = compile(read(urdf, files));
  const text = writeMjcf(read(urdf, files));
  const again = compile(read(text, files));
  for (const field of ['body_pos', 'body_quat', 'body_inertia', 'jnt_range', 'geom_size', 'geom_rgba'] as const) {
    expect([...again[field]].map((x) => x.toPrecision(6))).toEqual([...direct[field]].map((x) => x.toPrecision(6)));
  }
});

test.each(badRobots)('URDF: $claim is rejected with its location', ({ urdf, says }) => {
  expect(() => oracleModel(urdf), 'MuJoCo accepts it').toThrow();
  let caught: unknown;
  try {
    compile(read(urdf));
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(MjcfError);
  expect((caught as MjcfError).message).toContain(says);
});
