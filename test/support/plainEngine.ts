/** Every test file has the plain engine at hand, as if it had come in through the main door. */
import { setPlainStages } from '../../src/engine/engine.ts';
import { jsStages } from '../../src/engine/stages.ts';

setPlainStages(jsStages);
