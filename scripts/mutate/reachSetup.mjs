// Before each test file of a run that asks which tests reach a mutant.
import { beginFile } from './reach.mjs';

beginFile();
