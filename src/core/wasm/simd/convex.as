// Twins of functions in src/core/engine/collision/convex (smallHull.ts, gjk.ts, epa.ts, polytope.ts). Branches that the processor
// cannot predict are selects.

/** (x, y, z) . v for two vertices, with coordinates in pairs */
// @ts-ignore: decorator
@inline
function alongTwo(p: usize, x: v128, y: v128, z: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(x, v128.load(p)), f64x2.mul(y, v128.load(p, 16))), f64x2.mul(z, v128.load(p, 32)));
}

/** maximum of eight values, in both lanes */
// @ts-ignore: decorator
@inline
function maxOf8(v0: v128, v1: v128, v2: v128, v3: v128): v128 {
  const two = f64x2.pmax(f64x2.pmax(v0, v1), f64x2.pmax(v2, v3));
  return f64x2.pmax(two, v128.shuffle<f64>(two, two, 1, 0));
}

/** index of the first of eight values that equals x, which is in both lanes */
// @ts-ignore: decorator
@inline
function indexOf8(x: v128, v0: v128, v1: v128, v2: v128, v3: v128): i32 {
  return ctz(
    i64x2.bitmask(f64x2.eq(v0, x)) |
      (i64x2.bitmask(f64x2.eq(v1, x)) << 2) |
      (i64x2.bitmask(f64x2.eq(v2, x)) << 4) |
      (i64x2.bitmask(f64x2.eq(v3, x)) << 6),
  );
}

/** (x, y, z) . v */
// @ts-ignore: decorator
@inline
function alongOne(vertex: usize, v: i32, x: f64, y: f64, z: f64): f64 {
  const p = vertex + 24 * <usize>v;
  return x * load<f64>(p) + y * load<f64>(p, 8) + z * load<f64>(p, 16);
}

export function climb(vertex: usize, neighbor: usize, index: usize, first: i32, last: i32, x: f64, y: f64, z: f64): i32 {
  const along1 = alongOne(vertex, first, x, y, z);
  const along2 = alongOne(vertex, last, x, y, z);
  let best = select<i32>(first, last, along1 > along2);
  let max = f64x2.pmax(f64x2.splat(along2), f64x2.splat(along1));
  const xx = f64x2.splat(x);
  const yy = f64x2.splat(y);
  const zz = f64x2.splat(z);
  while (true) {
    const p = neighbor + 192 * <usize>best;
    const v0 = alongTwo(p, xx, yy, zz);
    const v1 = alongTwo(p + 48, xx, yy, zz);
    const v2 = alongTwo(p + 96, xx, yy, zz);
    const v3 = alongTwo(p + 144, xx, yy, zz);
    const farthest = maxOf8(v0, v1, v2, v3);
    if (!v128.any_true(f64x2.gt(farthest, max))) return best;
    max = farthest;
    best = load<i32>(index + (<usize>(8 * best + indexOf8(farthest, v0, v1, v2, v3)) << 2));
  }
  return best;
}

// `from`: first and last vertex of shape 0, of shape 1; `dir`: the two directions
export function climbBoth(vertex: usize, neighbor: usize, index: usize, from: usize, dir: usize): i32 {
  const first0 = load<i32>(from);
  const last0 = load<i32>(from, 4);
  const first1 = load<i32>(from, 8);
  const last1 = load<i32>(from, 12);
  const x0 = load<f64>(dir);
  const y0 = load<f64>(dir, 8);
  const z0 = load<f64>(dir, 16);
  const x1 = load<f64>(dir, 24);
  const y1 = load<f64>(dir, 32);
  const z1 = load<f64>(dir, 40);
  const first0Along = alongOne(vertex, first0, x0, y0, z0);
  const last0Along = alongOne(vertex, last0, x0, y0, z0);
  const first1Along = alongOne(vertex, first1, x1, y1, z1);
  const last1Along = alongOne(vertex, last1, x1, y1, z1);
  let a = select<i32>(first0, last0, first0Along > last0Along);
  let b = select<i32>(first1, last1, first1Along > last1Along);
  let maxA = f64x2.pmax(f64x2.splat(last0Along), f64x2.splat(first0Along));
  let maxB = f64x2.pmax(f64x2.splat(last1Along), f64x2.splat(first1Along));
  const xa = f64x2.splat(x0);
  const ya = f64x2.splat(y0);
  const za = f64x2.splat(z0);
  const xb = f64x2.splat(x1);
  const yb = f64x2.splat(y1);
  const zb = f64x2.splat(z1);
  while (true) {
    const p = neighbor + 192 * <usize>a;
    const v0 = alongTwo(p, xa, ya, za);
    const v1 = alongTwo(p + 48, xa, ya, za);
    const v2 = alongTwo(p + 96, xa, ya, za);
    const v3 = alongTwo(p + 144, xa, ya, za);
    const q = neighbor + 192 * <usize>b;
    const w0 = alongTwo(q, xb, yb, zb);
    const w1 = alongTwo(q + 48, xb, yb, zb);
    const w2 = alongTwo(q + 96, xb, yb, zb);
    const w3 = alongTwo(q + 144, xb, yb, zb);
    const farthestA = maxOf8(v0, v1, v2, v3);
    const farthestB = maxOf8(w0, w1, w2, w3);
    const movesA = v128.any_true(f64x2.gt(farthestA, maxA));
    const movesB = v128.any_true(f64x2.gt(farthestB, maxB));
    if (!(i32(movesA) | i32(movesB))) break;
    // for a walk that has ended, the index is not used: only keep it in bounds
    const nextA = load<i32>(index + (<usize>(8 * a + (indexOf8(farthestA, v0, v1, v2, v3) & 7)) << 2));
    const nextB = load<i32>(index + (<usize>(8 * b + (indexOf8(farthestB, w0, w1, w2, w3) & 7)) << 2));
    a = select<i32>(nextA, a, movesA);
    b = select<i32>(nextB, b, movesB);
    maxA = f64x2.pmax(maxA, farthestA);
    maxB = f64x2.pmax(maxB, farthestB);
  }
  return a + (b << 6);
}

export function argMin(a: usize, n: i32): i32 {
  // nonnegative floats compare like their bits
  let min: u64 = 0x7fefffffffffffff;
  let index = -1;
  for (let i = 0; i < n; i++) {
    const x = load<u64>(a + (<usize>i << 3));
    const less = x < min;
    index = select<i32>(i, index, less);
    min = select<u64>(x, min, less);
  }
  return index;
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

// VERT is 9 reals, FACE_INT 7 ints
export function projectTwo(res: usize, r: i32, v: usize, index: usize, i: i32, center: usize): bool {
  const first = index + (<usize>i << 2);
  const apex = v + 72 * <usize>load<i32>(first);
  const a = v + 72 * <usize>load<i32>(first, 4);
  const c = v + 72 * <usize>load<i32>(first, 8);
  const b = v + 72 * <usize>load<i32>(first, 32);
  const d = v + 72 * <usize>load<i32>(first, 36);
  const ox = load<f64>(apex) - load<f64>(center);
  const oy = load<f64>(apex, 8) - load<f64>(center, 8);
  const oz = load<f64>(apex, 16) - load<f64>(center, 16);
  const px = ofTwo(a, b, 0);
  const py = ofTwo(a, b, 8);
  const pz = ofTwo(a, b, 16);
  const ax = f64x2.sub(v128.load64_splat(apex), px);
  const ay = f64x2.sub(v128.load64_splat(apex, 8), py);
  const az = f64x2.sub(v128.load64_splat(apex, 16), pz);
  const bx = f64x2.sub(px, ofTwo(c, d, 0));
  const by = f64x2.sub(py, ofTwo(c, d, 8));
  const bz = f64x2.sub(pz, ofTwo(c, d, 16));
  const x = f64x2.sub(f64x2.mul(ay, bz), f64x2.mul(az, by));
  const y = f64x2.sub(f64x2.mul(az, bx), f64x2.mul(ax, bz));
  const z = f64x2.sub(f64x2.mul(ax, by), f64x2.mul(ay, bx));
  const height = f64x2.add(f64x2.add(f64x2.mul(x, px), f64x2.mul(y, py)), f64x2.mul(z, pz));
  const length2 = f64x2.add(f64x2.add(f64x2.mul(x, x), f64x2.mul(y, y)), f64x2.mul(z, z));
  // MINVAL
  const good = v128.and(f64x2.ne(height, f64x2.splat(0)), f64x2.gt(length2, f64x2.splat(1e-15)));
  if (!i64x2.all_true(good)) return false;
  const scale = f64x2.div(height, length2);
  const fx = f64x2.mul(x, scale);
  const fy = f64x2.mul(y, scale);
  const fz = f64x2.mul(z, scale);
  const outward = f64x2.add(
    f64x2.add(f64x2.mul(fx, f64x2.splat(ox)), f64x2.mul(fy, f64x2.splat(oy))), f64x2.mul(fz, f64x2.splat(oz)),
  );
  const turned = v128.and(f64x2.lt(outward, f64x2.splat(0)), i64x2.splat(0x8000000000000000));
  const nx = v128.xor(fx, turned);
  const ny = v128.xor(fy, turned);
  const nz = v128.xor(fz, turned);
  const dist2 = f64x2.add(f64x2.add(f64x2.mul(nx, nx), f64x2.mul(ny, ny)), f64x2.mul(nz, nz));
  const to = res + (<usize>r << 3);
  v128.store(to, v128.shuffle<f64>(nx, ny, 0, 2));
  v128.store(to, v128.shuffle<f64>(nz, dist2, 0, 2), 16);
  v128.store(to, v128.shuffle<f64>(nx, ny, 1, 3), 32);
  v128.store(to, v128.shuffle<f64>(nz, dist2, 1, 3), 48);
  return true;
}

export function facePlanes(v: usize, order: usize, normal: usize, dist: usize): void {
  const a = v + 72 * <usize>load<i32>(order);
  const b = v + 72 * <usize>load<i32>(order, 4);
  const c = v + 72 * <usize>load<i32>(order, 8);
  const d = v + 72 * <usize>load<i32>(order, 12);
  twoPlanes(c, b, d, a, c, d, normal, dist);
  twoPlanes(b, a, d, a, b, c, normal + 48, dist + 16);
}
