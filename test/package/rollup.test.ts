// needs: a browser
import { testBundler } from './bundlerTests.ts';

testBundler('Rollup');
