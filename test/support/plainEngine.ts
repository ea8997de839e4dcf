/** Every test file has the plain engine at hand, as after `prepare({ engine: 'js' })`, and a sound referee. */
import { setPlainDerivatives } from '../../src/derivative/plain.ts';
import { plainDerivatives } from '../../src/derivative/plainTable.ts';
import { setPlainStages } from '../../src/engine/runtime/engine.ts';
import { jsStages } from '../../src/engine/runtime/stages.ts';
import { atNextFile } from './nextFile.ts';

setPlainStages(jsStages);
setPlainDerivatives(plainDerivatives);
await atNextFile.renewOracle?.();
