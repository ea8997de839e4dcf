import { expect, test } from 'vitest';
import { MjcfError } from '../../src/formats/xml/error.ts';
import { badModels } from '../models/bad.ts';
import { loadModelFromXml } from '../support/compileMjcf.ts';
import { oracleModel } from '../support/oracle/oracle.ts';

test.each(badModels)('$rule: a model that violates this rule is rejected with its location', ({ xml }) => {
  expect(() => oracleModel(xml), 'MuJoCo accepts it').toThrow();
  let caught: unknown;
  try {
    loadModelFromXml(xml, { file: 'bad.xml' });
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(MjcfError);
  const [first] = (caught as MjcfError).diagnostics;
  expect(first.file).toBe('bad.xml');
  expect(first.line).toBeGreaterThanOrEqual(1);
  expect(first.column).toBeGreaterThanOrEqual(1);
  expect(first.message.length).toBeGreaterThan(10);
});
