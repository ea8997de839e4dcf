/** Every test file has the plain engine at hand, as after `prepare({ engine: 'js' })`. */
import { setPlainDerivatives } from '../../src/derivative/plain.ts';
import { plainDerivatives } from '../../src/derivative/plainTable.ts';
import { setPlainStages } from '../../src/engine/runtime/engine.ts';
import { jsStages } from '../../src/engine/runtime/stages.ts';

setPlainStages(jsStages);
setPlainDerivatives(plainDerivatives);
