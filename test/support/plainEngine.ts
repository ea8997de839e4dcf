/** Every test file has the plain engine at hand, as if it had come in through the main door. */
import { setPlainStages } from '../../src/engine/runtime/engine.ts';
import { jsStages } from '../../src/engine/runtime/stages.ts';

setPlainStages(jsStages);
