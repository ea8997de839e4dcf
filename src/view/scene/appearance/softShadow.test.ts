import { expect, test } from 'vitest';
import { withSoftShadows } from './softShadow.ts';

test('shadows of this version of three.js take more samples', () => {
  const shader = withSoftShadows('void before() {}\n#include <shadowmap_pars_fragment>\nvoid after() {}');
  expect(shader).toContain('vogelDiskSample(i, 24, phi)');
  expect(shader).not.toContain('vogelDiskSample( 4, 5, phi )');
  expect(shader).toMatch(/^void before\(\) \{\}[\s\S]*void after\(\) \{\}$/);
});
