// f64x2 twins of functions in src/core/engine: flex/boxes.ts, collision/flex/boxes.ts and collision/sweep.ts. All axes at once: which of them separates two boxes
// is anybody's guess, and a wrong one costs more than the others do.

export function boxesApart(box1: usize, a: i32, box2: usize, b: i32, margin: f64): bool {
  const p = real(box1, a);
  const q = real(box2, b);
  const reach = f64x2.splat(margin);
  const c1 = v128.load(p);
  const h1 = v128.load(p, 24);
  const c2 = v128.load(q);
  const h2 = v128.load(q, 24);
  const cz = f64x2.replace_lane(v128.load_splat<f64>(p, 16), 1, load<f64>(q, 16));
  const hz = f64x2.replace_lane(v128.load_splat<f64>(p, 40), 1, load<f64>(q, 40));
  const low = f64x2.sub(cz, hz);
  const before = f64x2.lt(f64x2.add(f64x2.add(c1, h1), reach), f64x2.sub(c2, h2));
  const behind = f64x2.lt(f64x2.add(f64x2.add(c2, h2), reach), f64x2.sub(c1, h1));
  const along = f64x2.lt(f64x2.add(f64x2.add(cz, hz), reach), v128.shuffle<f64>(low, low, 1, 0));
  return v128.any_true(v128.or(v128.or(before, behind), along));
}

export function listMeeting(list: usize, box: usize, k: i32, n: i32): i32 {
  const p = box + 48 * <usize>k;
  const low = v128.load(p);
  const high = v128.load(p, 24);
  const lowz = load<f64>(p, 16);
  const highz = load<f64>(p, 40);
  let q = p;
  let at = list;
  for (let i = k + 1; i < n; i++) {
    q += 48;
    store<i32>(at, i);
    const across = v128.and(f64x2.le(v128.load(q), high), f64x2.le(low, v128.load(q, 24)));
    const up = i32(load<f64>(q, 16) <= highz) & i32(lowz <= load<f64>(q, 40));
    at += <usize>(i32(i64x2.all_true(across)) & up) << 2;
  }
  return <i32>((at - list) >> 2);
}

export function apartAcross(box: usize, i: i32, k: i32): bool {
  const p = box + 48 * <usize>i;
  const q = box + 48 * <usize>k;
  const below = f64x2.gt(v128.load(p, 8), v128.load(q, 32));
  const above = f64x2.gt(v128.load(q, 8), v128.load(p, 32));
  return v128.any_true(v128.or(below, above));
}

export function listBegun(list: usize, box: usize, key: usize, order: usize, e: i32, n: i32, top: i32): i32 {
  const k = load<i32>(order + (<usize>e << 2));
  const p = box + 48 * <usize>k;
  const low = v128.load(p, 8);
  const high = v128.load(p, 32);
  let at = list;
  let o = order + (<usize>e << 2) + 4;
  let q = key + (<usize>e << 2) + 4;
  const end = key + (<usize>n << 2);
  while (q < end) {
    const begin = load<i32>(q);
    if (begin > top) break;
    const i = load<i32>(o);
    const r = box + 48 * <usize>i;
    store<i32>(at, i);
    const apart = v128.or(f64x2.gt(low, v128.load(r, 32)), f64x2.gt(v128.load(r, 8), high));
    at += <usize>(i32(!v128.any_true(apart)) & (i32(begin < top) | i32(i < k))) << 2;
    q += 4;
    o += 4;
  }
  return <i32>((at - list) >> 2);
}

/** A box as centre and half sizes; z in both lanes. */
// @ts-ignore: decorator
@inline
function storeBox(res: usize, low: v128, high: v128, lowz: v128, highz: v128, radius: f64): void {
  const half = f64x2.splat(0.5);
  const more = f64x2.splat(radius);
  v128.store(res, f64x2.mul(half, f64x2.add(high, low)));
  const size = f64x2.add(f64x2.mul(half, f64x2.sub(high, low)), more);
  const z = f64x2.mul(half, f64x2.add(highz, lowz));
  const sizez = f64x2.add(f64x2.mul(half, f64x2.sub(highz, lowz)), more);
  store<f64>(res, f64x2.extract_lane(z, 0), 16);
  v128.store(res, size, 24);
  store<f64>(res, f64x2.extract_lane(sizez, 0), 40);
}

export function pointsBox(res: usize, r: i32, x: usize, first: i32, ind: usize, p: i32, n: i32, radius: f64): void {
  let at = ind + (<usize>p << 2);
  const points = x + 24 * <usize>first;
  let v = points + 24 * <usize>load<i32>(at);
  let low = v128.load(v);
  let high = low;
  let lowz = v128.load_splat<f64>(v, 16);
  let highz = lowz;
  for (let k = n; k > 1; k--) {
    at += 4;
    v = points + 24 * <usize>load<i32>(at);
    const here = v128.load(v);
    const z = v128.load_splat<f64>(v, 16);
    low = f64x2.pmin(low, here);
    high = f64x2.pmax(high, here);
    lowz = f64x2.pmin(lowz, z);
    highz = f64x2.pmax(highz, z);
  }
  storeBox(real(res, r), low, high, lowz, highz, radius);
}

export function unitedBox(box: usize, r: i32, a: i32, b: i32): void {
  const p = real(box, a);
  const q = real(box, b);
  const c1 = v128.load(p);
  const h1 = v128.load(p, 24);
  const c2 = v128.load(q);
  const h2 = v128.load(q, 24);
  const z1 = v128.load_splat<f64>(p, 16);
  const d1 = v128.load_splat<f64>(p, 40);
  const z2 = v128.load_splat<f64>(q, 16);
  const d2 = v128.load_splat<f64>(q, 40);
  const low = f64x2.pmin(f64x2.sub(c1, h1), f64x2.sub(c2, h2));
  const high = f64x2.pmax(f64x2.add(c1, h1), f64x2.add(c2, h2));
  const lowz = f64x2.pmin(f64x2.sub(z1, d1), f64x2.sub(z2, d2));
  const highz = f64x2.pmax(f64x2.add(z1, d1), f64x2.add(z2, d2));
  storeBox(real(box, r), low, high, lowz, highz, 0);
}
