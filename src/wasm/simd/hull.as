// f64x2 twin of a function in src/engine/collision/convex/smallHull.ts.

/** along for two vertices, whose coordinates are in pairs */
// @ts-ignore: decorator
@inline
function alongTwo(p: usize, x: v128, y: v128, z: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(x, v128.load(p)), f64x2.mul(y, v128.load(p, 16))), f64x2.mul(z, v128.load(p, 32)));
}

export function climb(own: usize, star: usize, next: usize, first: i32, last: i32, x: f64, y: f64, z: f64): i32 {
  const a = own + 24 * <usize>first;
  const b = own + 24 * <usize>last;
  const along1 = x * load<f64>(a) + y * load<f64>(a, 8) + z * load<f64>(a, 16);
  const along2 = x * load<f64>(b) + y * load<f64>(b, 8) + z * load<f64>(b, 16);
  let best = select<i32>(first, last, along1 > along2);
  let most = f64x2.pmax(f64x2.splat(along2), f64x2.splat(along1));
  const xx = f64x2.splat(x);
  const yy = f64x2.splat(y);
  const zz = f64x2.splat(z);
  while (true) {
    const p = star + 192 * <usize>best;
    const v0 = alongTwo(p, xx, yy, zz);
    const v1 = alongTwo(p + 48, xx, yy, zz);
    const v2 = alongTwo(p + 96, xx, yy, zz);
    const v3 = alongTwo(p + 144, xx, yy, zz);
    let farthest = f64x2.pmax(f64x2.pmax(v0, v1), f64x2.pmax(v2, v3));
    farthest = f64x2.pmax(farthest, v128.shuffle<f64>(farthest, farthest, 1, 0));
    if (!v128.any_true(f64x2.gt(farthest, most))) return best;
    most = farthest;
    const equal =
      i64x2.bitmask(f64x2.eq(v0, farthest)) |
      (i64x2.bitmask(f64x2.eq(v1, farthest)) << 2) |
      (i64x2.bitmask(f64x2.eq(v2, farthest)) << 4) |
      (i64x2.bitmask(f64x2.eq(v3, farthest)) << 6);
    best = load<i32>(next + (<usize>(8 * best + ctz(equal)) << 2));
  }
  return best;
}
