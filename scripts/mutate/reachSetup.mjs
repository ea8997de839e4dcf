// Runs before each test file when the harness records which tests reach a mutant.
import { beginFile } from './reach.mjs';

beginFile();
