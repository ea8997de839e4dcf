// twins of functions in src/engine/collision/convex, without branches that would be guessed: smallHull.ts, epa.ts, gjk.ts.

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

export function leastOf(a: usize, n: i32): i32 {
  // numbers that are not negative are in order as integers, too
  let least: u64 = 0x7fefffffffffffff;
  let place = -1;
  for (let i = 0; i < n; i++) {
    const x = load<u64>(a + (<usize>i << 3));
    const less = x < least;
    place = select<i32>(i, place, less);
    least = select<u64>(x, least, less);
  }
  return place;
}

/** the same coordinate of two vertices */
// @ts-ignore: decorator
@inline
function ofTwo(p: usize, q: usize, c: usize): v128 {
  return v128.load_lane<f64>(q + c, v128.load_zero<f64>(p + c), 1);
}

/** planes of two faces, each of three vertices */
// @ts-ignore: decorator
@inline
function twoPlanes(p0: usize, q0: usize, r0: usize, p1: usize, q1: usize, r1: usize, normal: usize, dist: usize): void {
  const px = ofTwo(p0, p1, 0);
  const py = ofTwo(p0, p1, 8);
  const pz = ofTwo(p0, p1, 16);
  const ax = f64x2.sub(ofTwo(r0, r1, 0), px);
  const ay = f64x2.sub(ofTwo(r0, r1, 8), py);
  const az = f64x2.sub(ofTwo(r0, r1, 16), pz);
  const bx = f64x2.sub(ofTwo(q0, q1, 0), px);
  const by = f64x2.sub(ofTwo(q0, q1, 8), py);
  const bz = f64x2.sub(ofTwo(q0, q1, 16), pz);
  const x = f64x2.sub(f64x2.mul(ay, bz), f64x2.mul(az, by));
  const y = f64x2.sub(f64x2.mul(az, bx), f64x2.mul(ax, bz));
  const z = f64x2.sub(f64x2.mul(ax, by), f64x2.mul(ay, bx));
  const length2 = f64x2.add(f64x2.add(f64x2.mul(x, x), f64x2.mul(y, y)), f64x2.mul(z, z));
  // MINVAL^2 and MAXVAL^2
  const good = v128.and(f64x2.gt(length2, f64x2.splat(1e-15 * 1e-15)), f64x2.lt(length2, f64x2.splat(1e10 * 1e10)));
  const inverse = f64x2.div(f64x2.splat(1), f64x2.sqrt(length2));
  const ux = v128.bitselect(f64x2.mul(x, inverse), x, good);
  const uy = v128.bitselect(f64x2.mul(y, inverse), y, good);
  const uz = v128.bitselect(f64x2.mul(z, inverse), z, good);
  const along = f64x2.add(f64x2.add(f64x2.mul(ux, px), f64x2.mul(uy, py)), f64x2.mul(uz, pz));
  v128.store(dist, v128.bitselect(along, f64x2.splat(f64.MAX_VALUE), good));
  v128.store(normal, v128.shuffle<f64>(ux, uy, 0, 2));
  v128.store(normal, v128.shuffle<f64>(uz, ux, 0, 3), 16);
  v128.store(normal, v128.shuffle<f64>(uy, uz, 1, 3), 32);
}

export function facePlanes(v: usize, order: usize, normal: usize, dist: usize): void {
  const a = v + 72 * <usize>load<i32>(order);
  const b = v + 72 * <usize>load<i32>(order, 4);
  const c = v + 72 * <usize>load<i32>(order, 8);
  const d = v + 72 * <usize>load<i32>(order, 12);
  twoPlanes(c, b, d, a, c, d, normal, dist);
  twoPlanes(b, a, d, a, b, c, normal + 48, dist + 16);
}
