// needs: the compiled engine
/** Type tests of `tenon/spec`. The type checker verifies them; `expect` only checks that the calls exist. */
import { expect, expectTypeOf, test } from 'vitest';
import { type Body, Spec } from '../../spec.ts';

test('attributes have the types that MJCF defines', () => {
  const spec = new Spec();
  const body: Body = spec.worldbody.add('body', { name: 'b' });
  const geom = body.add('geom', { type: 'box', size: new Float64Array([1, 2, 3]) });
  expectTypeOf(geom.size).toEqualTypeOf<number[]>();
  expectTypeOf(geom.mass).toEqualTypeOf<number>();
  expectTypeOf(geom.name).toEqualTypeOf<string>();
  expectTypeOf(geom.material).toEqualTypeOf<string>();
  expectTypeOf(geom.euler).toEqualTypeOf<number[] | undefined>();
  expectTypeOf(spec.option.timestep).toEqualTypeOf<number>();
  // @ts-expect-error no such shape
  expect(() => geom.set({ type: 'cube' })).toThrow();
  // @ts-expect-error a joint has no mass
  expect(() => body.add('joint', { mass: 1 })).toThrow();
  // @ts-expect-error a gyro needs a site
  expect(() => spec.sensor.add('gyro')).toThrow();
  // @ts-expect-error a geom contains nothing
  expect(() => geom.add('geom')).toThrow();
});
