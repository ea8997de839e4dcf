/** Every scene of the tests as MJCF: the examples, models of smooth dynamics, of constraints, and some of flexes. */
import { readdirSync, readFileSync } from 'node:fs';
import { flexContacts, flexModels } from '../../models/flex.ts';
import { scenes } from './constraintScenes.ts';
import * as models from './smoothModels.ts';

const examples = new URL('../../../examples/', import.meta.url);

export function sceneCorpus(): string[] {
  const names = readdirSync(examples).filter((name) => name.endsWith('.xml'));
  return [
    ...names.map((name) => readFileSync(new URL(name, examples), 'utf8')),
    ...Object.values(models),
    ...Object.values(scenes).map((scene) => scene()),
    ...[...flexModels, ...flexContacts].filter((_, i) => i % 4 === 1).map(([, xml]) => xml),
  ];
}
