/** Every test file has the plain engine and the whole compiler at hand, as after `prepare({ engine: 'js' })`, and a sound
 *  referee. */
import { loadAllParts } from '../../src/compiler/optional/parts.ts';
import { setPlainDerivatives } from '../../src/derivative/plain.ts';
import { plainDerivatives } from '../../src/derivative/plainTable.ts';
import { setPlainStages } from '../../src/engine/runtime/engine.ts';
import { jsStages } from '../../src/engine/runtime/stages.ts';
import './equal.ts';
import { atNextFile } from './referee/nextFile.ts';

setPlainStages(jsStages);
setPlainDerivatives(plainDerivatives);
await loadAllParts();
await atNextFile.renewOracle?.();
