// f64x2 twins of functions in src/core/math/array.ts. Sums are split into the lanes that the TypeScript names, so both
// engines give the same bits; element-wise functions need no such care.

// @ts-ignore: decorator
@inline
function real(array: usize, index: i32): usize {
  return array + (<usize>index << 3);
}

/** p . q over n elements, in the lanes of `dot` */
// @ts-ignore: decorator
@inline
function dotLanes(p: usize, q: usize, n: i32): f64 {
  let s01 = f64x2.splat(0);
  let s23 = f64x2.splat(0);
  let k = n;
  for (; k > 3; k -= 4) {
    s01 = f64x2.add(s01, f64x2.mul(v128.load(p), v128.load(q)));
    s23 = f64x2.add(s23, f64x2.mul(v128.load(p, 16), v128.load(q, 16)));
    p += 32;
    q += 32;
  }
  const s = f64x2.add(s01, s23);
  const sum = f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1);
  if (k == 0) return sum;
  let tail = load<f64>(p) * load<f64>(q);
  if (k > 1) tail += load<f64>(p, 8) * load<f64>(q, 8);
  if (k > 2) tail += load<f64>(p, 16) * load<f64>(q, 16);
  return sum + tail;
}

/** p += q s over n elements */
// @ts-ignore: decorator
@inline
function addToSclLanes(p: usize, q: usize, s: f64, n: i32): void {
  const ss = f64x2.splat(s);
  let k = n;
  for (; k > 3; k -= 4) {
    v128.store(p, f64x2.add(v128.load(p), f64x2.mul(v128.load(q), ss)));
    v128.store(p, f64x2.add(v128.load(p, 16), f64x2.mul(v128.load(q, 16), ss)), 16);
    p += 32;
    q += 32;
  }
  if (k > 1) {
    v128.store(p, f64x2.add(v128.load(p), f64x2.mul(v128.load(q), ss)));
    p += 16;
    q += 16;
  }
  if ((k & 1) != 0) store<f64>(p, load<f64>(p) + load<f64>(q) * s);
}

export function dot(a: usize, i: i32, b: usize, j: i32, n: i32): f64 {
  return dotLanes(real(a, i), real(b, j), n);
}

export function addToScl(res: usize, r: i32, a: usize, i: i32, s: f64, n: i32): void {
  addToSclLanes(real(res, r), real(a, i), s, n);
}

export function scl(res: usize, r: i32, a: usize, i: i32, s: f64, n: i32): void {
  let o = real(res, r);
  let p = real(a, i);
  const ss = f64x2.splat(s);
  let k = n;
  for (; k > 1; k -= 2) {
    v128.store(o, f64x2.mul(v128.load(p), ss));
    o += 16;
    p += 16;
  }
  if (k > 0) store<f64>(o, load<f64>(p) * s);
}

export function copy(res: usize, r: i32, a: usize, i: i32, n: i32): void {
  let o = real(res, r);
  let p = real(a, i);
  let k = n;
  for (; k > 1; k -= 2) {
    v128.store(o, v128.load(p));
    o += 16;
    p += 16;
  }
  if (k > 0) store<f64>(o, load<f64>(p));
}

export function copyInt(res: usize, r: i32, a: usize, i: i32, n: i32): void {
  let o = res + (<usize>r << 2);
  let p = a + (<usize>i << 2);
  let k = n;
  for (; k > 3; k -= 4) {
    v128.store(o, v128.load(p));
    o += 16;
    p += 16;
  }
  for (; k > 0; k--) {
    store<i32>(o, load<i32>(p));
    o += 4;
    p += 4;
  }
}

export function add(res: usize, r: i32, a: usize, i: i32, b: usize, j: i32, n: i32): void {
  let o = real(res, r);
  let p = real(a, i);
  let q = real(b, j);
  let k = n;
  for (; k > 1; k -= 2) {
    v128.store(o, f64x2.add(v128.load(p), v128.load(q)));
    o += 16;
    p += 16;
    q += 16;
  }
  if (k > 0) store<f64>(o, load<f64>(p) + load<f64>(q));
}

export function sub(res: usize, r: i32, a: usize, i: i32, b: usize, j: i32, n: i32): void {
  let o = real(res, r);
  let p = real(a, i);
  let q = real(b, j);
  let k = n;
  for (; k > 1; k -= 2) {
    v128.store(o, f64x2.sub(v128.load(p), v128.load(q)));
    o += 16;
    p += 16;
    q += 16;
  }
  if (k > 0) store<f64>(o, load<f64>(p) - load<f64>(q));
}

export function addTo(res: usize, r: i32, a: usize, i: i32, n: i32): void {
  let o = real(res, r);
  let p = real(a, i);
  let k = n;
  for (; k > 1; k -= 2) {
    v128.store(o, f64x2.add(v128.load(o), v128.load(p)));
    o += 16;
    p += 16;
  }
  if (k > 0) store<f64>(o, load<f64>(o) + load<f64>(p));
}

export function subFrom(res: usize, r: i32, a: usize, i: i32, n: i32): void {
  let o = real(res, r);
  let p = real(a, i);
  let k = n;
  for (; k > 1; k -= 2) {
    v128.store(o, f64x2.sub(v128.load(o), v128.load(p)));
    o += 16;
    p += 16;
  }
  if (k > 0) store<f64>(o, load<f64>(o) - load<f64>(p));
}

export function addScl(res: usize, r: i32, a: usize, i: i32, b: usize, j: i32, s: f64, n: i32): void {
  let o = real(res, r);
  let p = real(a, i);
  let q = real(b, j);
  const ss = f64x2.splat(s);
  let k = n;
  for (; k > 1; k -= 2) {
    v128.store(o, f64x2.add(v128.load(p), f64x2.mul(v128.load(q), ss)));
    o += 16;
    p += 16;
    q += 16;
  }
  if (k > 0) store<f64>(o, load<f64>(p) + load<f64>(q) * s);
}

export function addSclScl(res: usize, r: i32, a: usize, i: i32, s: f64, b: usize, j: i32, t: f64, n: i32): void {
  let o = real(res, r);
  let p = real(a, i);
  let q = real(b, j);
  const ss = f64x2.splat(s);
  const tt = f64x2.splat(t);
  let k = n;
  for (; k > 1; k -= 2) {
    v128.store(o, f64x2.add(f64x2.mul(v128.load(p), ss), f64x2.mul(v128.load(q), tt)));
    o += 16;
    p += 16;
    q += 16;
  }
  if (k > 0) store<f64>(o, load<f64>(p) * s + load<f64>(q) * t);
}

export function firstNonZero(a: usize, from: i32, end: i32): i32 {
  let k = from;
  let p = real(a, from);
  // eight at a time as long as all bits are zero, then one by one
  for (; k + 8 <= end; k += 8) {
    const low = v128.or(v128.load(p), v128.load(p, 16));
    const high = v128.or(v128.load(p, 32), v128.load(p, 48));
    if (v128.any_true(v128.or(low, high))) break;
    p += 64;
  }
  for (; k < end && load<i64>(p) == 0; k++) p += 8;
  return k;
}

export function firstEqual(a: usize, x: i32, from: i32, end: i32): i32 {
  const xs = i32x4.splat(x);
  let k = from;
  let p = a + (<usize>from << 2);
  for (; k + 3 < end; k += 4) {
    if (v128.any_true(i32x4.eq(v128.load(p), xs))) break;
    p += 16;
  }
  while (k < end && load<i32>(p) != x) {
    k++;
    p += 4;
  }
  return k;
}

export function firstDifference(a: usize, b: usize, from: i32, end: i32): i32 {
  let k = from;
  let p = real(a, from);
  let q = real(b, from);
  for (; k + 8 <= end; k += 8) {
    const low = v128.or(
      f64x2.ne(v128.load(p), v128.load(q)),
      f64x2.ne(v128.load(p, 16), v128.load(q, 16)),
    );
    const high = v128.or(
      f64x2.ne(v128.load(p, 32), v128.load(q, 32)),
      f64x2.ne(v128.load(p, 48), v128.load(q, 48)),
    );
    if (v128.any_true(v128.or(low, high))) break;
    p += 64;
    q += 64;
  }
  for (; k < end && load<f64>(p) == load<f64>(q); k++) {
    p += 8;
    q += 8;
  }
  return k;
}

export function isZero(a: usize, i: i32, n: i32): bool {
  const zero = f64x2.splat(0);
  let p = real(a, i);
  let k = n;
  for (; k > 1; k -= 2) {
    if (v128.any_true(f64x2.ne(v128.load(p), zero))) return false;
    p += 16;
  }
  return k == 0 || load<f64>(p) == 0.0;
}

export function sameInts(a: usize, b: usize, n: i32): bool {
  let p = a;
  let q = b;
  const end = a + (<usize>n << 2);
  for (; p + 16 <= end; p += 16) {
    if (v128.any_true(v128.xor(v128.load(p), v128.load(q)))) return false;
    q += 16;
  }
  for (; p < end; p += 4) {
    if (load<i32>(p) != load<i32>(q)) return false;
    q += 4;
  }
  return true;
}
