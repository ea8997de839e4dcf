import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compileModels } from '../models/compile.ts';
import { loadModelFromXml } from '../support/compileMjcf.ts';
import { compareModels, describeDifferences } from '../support/oracle/compileConformance.ts';
import { oracleModel } from '../support/oracle/oracle.ts';

function differences(xml: string): string[] {
  const theirs = oracleModel(xml);
  try {
    return describeDifferences(compareModels(loadModelFromXml(xml), theirs));
  } finally {
    theirs.delete();
  }
}

test.each(compileModels)('%s', (_claim, xml) => {
  expect(differences(xml)).toEqual([]);
});

const examples = new URL('../../examples/', import.meta.url);
test.each(readdirSync(examples).filter((name) => name.endsWith('.xml')))(
  "our example %s compiles to MuJoCo's model",
  (name) => {
    expect(differences(readFileSync(new URL(name, examples), 'utf8'))).toEqual([]);
  },
);
