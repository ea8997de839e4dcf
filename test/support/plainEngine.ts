/** Makes the plain engine and the whole compiler available to every test file, as after `prepare({ engine: 'js' })`, and a working oracle. */
import { loadAllChunks } from '../../src/compiler/chunks/lazyChunks.ts';
import { setPlainDerivatives } from '../../src/core/derivative/plain.ts';
import { plainDerivatives } from '../../src/core/derivative/plainTable.ts';
import { setPlainStages } from '../../src/core/engine/runtime/engine.ts';
import { jsStages } from '../../src/core/engine/runtime/stages.ts';
import { loadCompiler, loadReader } from '../../src/load/loadChunks.ts';
import './equal.ts';
import { atNextFile } from './oracle/nextFile.ts';

setPlainStages(jsStages);
setPlainDerivatives(plainDerivatives);
await Promise.all([loadReader(), loadCompiler(), loadAllChunks()]);
await atNextFile.renewOracle?.();
