// f64x2 twins of src/core/math/linear/block4.ts: the dense kernels of the constraint solver. Where the TypeScript works row by row,
// these go once over the columns with four rows in registers; for each element the operations and their order are the
// same.

/** the sum of four lanes, as `dot` adds them */
// @ts-ignore: decorator
@inline
function lanes(s01: v128, s23: v128): f64 {
  const s = f64x2.add(s01, s23);
  return f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1);
}

export function mulRows4(res: usize, r: i32, A: usize, a: i32, n: i32, v: usize, i: i32, rows: i32): void {
  let o = real(res, r);
  let row = real(A, a);
  const x = real(v, i);
  const stride = <usize>n << 3;
  let left = rows;
  for (; left > 1; left -= 2) {
    let p = row;
    let q = row + stride;
    let y = x;
    let s01 = f64x2.splat(0);
    let s23 = f64x2.splat(0);
    let t01 = f64x2.splat(0);
    let t23 = f64x2.splat(0);
    const end = x + stride;
    while (y < end) {
      const y01 = v128.load(y);
      const y23 = v128.load(y, 16);
      s01 = f64x2.add(s01, f64x2.mul(v128.load(p), y01));
      s23 = f64x2.add(s23, f64x2.mul(v128.load(p, 16), y23));
      t01 = f64x2.add(t01, f64x2.mul(v128.load(q), y01));
      t23 = f64x2.add(t23, f64x2.mul(v128.load(q, 16), y23));
      p += 32;
      q += 32;
      y += 32;
    }
    store<f64>(o, lanes(s01, s23));
    store<f64>(o, lanes(t01, t23), 8);
    o += 16;
    row += stride << 1;
  }
  if (left > 0) store<f64>(o, dotLanes(row, x, n));
}

export function addRowsT4(res: usize, r: i32, A: usize, a: i32, n: i32, w: usize, i: i32, rows: i32): void {
  const o = real(res, r);
  let row = real(A, a);
  let weight = real(w, i);
  const stride = <usize>n << 3;
  for (let k = 0; k < rows; k++) {
    const s = load<f64>(weight);
    if (s != 0.0) {
      const ss = f64x2.splat(s);
      const end = row + stride;
      let p = row;
      let q = o;
      while (p < end) {
        v128.store(q, f64x2.add(v128.load(q), f64x2.mul(ss, v128.load(p))));
        v128.store(q, f64x2.add(v128.load(q, 16), f64x2.mul(ss, v128.load(p, 16))), 16);
        p += 32;
        q += 32;
      }
    }
    row += stride;
    weight += 8;
  }
}

export function mulPairs4(
  res: usize,
  r: i32,
  A: usize,
  a: i32,
  v: usize,
  blocks: usize,
  l: i32,
  rows: i32,
): void {
  let o = real(res, r);
  let p = real(A, a);
  let ind = blocks + (<usize>l << 2);
  const end = o + (<usize>rows << 3);
  while (o < end) {
    const x = v + (<usize>load<i32>(ind) << 5);
    const y = v + (<usize>load<i32>(ind, 4) << 5);
    const s01 = f64x2.add(f64x2.mul(v128.load(p), v128.load(x)), f64x2.mul(v128.load(p, 32), v128.load(y)));
    const s23 = f64x2.add(f64x2.mul(v128.load(p, 16), v128.load(x, 16)), f64x2.mul(v128.load(p, 48), v128.load(y, 16)));
    store<f64>(o, lanes(s01, s23));
    o += 8;
    p += 64;
    ind += 8;
  }
}

export function addPairsT4(
  res: usize,
  A: usize,
  a: i32,
  w: usize,
  f: i32,
  blocks: usize,
  l: i32,
  rows: i32,
): void {
  let p = real(A, a);
  let weight = real(w, f);
  let ind = blocks + (<usize>l << 2);
  const end = weight + (<usize>rows << 3);
  while (weight < end) {
    const s = load<f64>(weight);
    if (s != 0.0) {
      const ss = f64x2.splat(s);
      const x = res + (<usize>load<i32>(ind) << 5);
      v128.store(x, f64x2.add(v128.load(x), f64x2.mul(ss, v128.load(p))));
      v128.store(x, f64x2.add(v128.load(x, 16), f64x2.mul(ss, v128.load(p, 16))), 16);
      const y = res + (<usize>load<i32>(ind, 4) << 5);
      v128.store(y, f64x2.add(v128.load(y), f64x2.mul(ss, v128.load(p, 32))));
      v128.store(y, f64x2.add(v128.load(y, 16), f64x2.mul(ss, v128.load(p, 48))), 16);
    }
    weight += 8;
    p += 64;
    ind += 8;
  }
}

export function combineRows4(res: usize, r: i32, A: usize, a: i32, n: i32, w: usize, i: i32, rows: i32): void {
  const o = real(res, r);
  const first = real(A, a);
  const weights = real(w, i);
  const stride = <usize>n << 3;
  const end = weights + (<usize>rows << 3);
  for (let c: usize = 0; c < stride; c += 32) {
    let s01 = f64x2.splat(0);
    let s23 = f64x2.splat(0);
    let p = first + c;
    for (let q = weights; q < end; q += 8) {
      const ww = v128.load_splat<f64>(q);
      s01 = f64x2.add(s01, f64x2.mul(v128.load(p), ww));
      s23 = f64x2.add(s23, f64x2.mul(v128.load(p, 16), ww));
      p += stride;
    }
    v128.store(o + c, s01);
    v128.store(o + c, s23, 16);
  }
}

export function anyInRows4(A: usize, a: i32, stride: i32, rows: i32): bool {
  const zero = f64x2.splat(0);
  let found = f64x2.splat(0);
  let p = real(A, a);
  for (let k = 0; k < rows; k++) {
    found = v128.or(found, v128.or(f64x2.ne(v128.load(p), zero), f64x2.ne(v128.load(p, 16), zero)));
    p += <usize>stride << 3;
  }
  return v128.any_true(found);
}

export function reverse4(res: usize, r: i32, a: usize, i: i32): void {
  const o = real(res, r);
  const p = real(a, i);
  const low = v128.load(p);
  const high = v128.load(p, 16);
  v128.store(o, v128.shuffle<f64>(high, high, 1, 0));
  v128.store(o, v128.shuffle<f64>(low, low, 1, 0), 16);
}

export function addOuter4(
  C: usize,
  c: i32,
  cs: i32,
  A: usize,
  a: i32,
  B: usize,
  b: i32,
  n: i32,
  rows: i32,
): void {
  const o0 = real(C, c);
  const o1 = real(o0, cs);
  const o2 = real(o1, cs);
  const o3 = real(o2, cs);
  let c00 = v128.load(o0);
  let c01 = v128.load(o0, 16);
  let c10 = v128.load(o1);
  let c11 = v128.load(o1, 16);
  let c20 = v128.load(o2);
  let c21 = v128.load(o2, 16);
  let c30 = v128.load(o3);
  let c31 = v128.load(o3, 16);
  let p = real(A, a);
  let q = real(B, b);
  for (let k = 0; k < rows; k++) {
    const q0 = v128.load(q);
    const q1 = v128.load(q, 16);
    let x = v128.load_splat<f64>(p);
    c00 = f64x2.add(c00, f64x2.mul(x, q0));
    c01 = f64x2.add(c01, f64x2.mul(x, q1));
    x = v128.load_splat<f64>(p, 8);
    c10 = f64x2.add(c10, f64x2.mul(x, q0));
    c11 = f64x2.add(c11, f64x2.mul(x, q1));
    x = v128.load_splat<f64>(p, 16);
    c20 = f64x2.add(c20, f64x2.mul(x, q0));
    c21 = f64x2.add(c21, f64x2.mul(x, q1));
    x = v128.load_splat<f64>(p, 24);
    c30 = f64x2.add(c30, f64x2.mul(x, q0));
    c31 = f64x2.add(c31, f64x2.mul(x, q1));
    p = real(p, n);
    q = real(q, n);
  }
  v128.store(o0, c00);
  v128.store(o0, c01, 16);
  v128.store(o1, c10);
  v128.store(o1, c11, 16);
  v128.store(o2, c20);
  v128.store(o2, c21, 16);
  v128.store(o3, c30);
  v128.store(o3, c31, 16);
}

export function subOuter4(C: usize, c: i32, cs: i32, A: usize, a: i32, as: i32, B: usize, b: i32, bs: i32): void {
  const o0 = real(C, c);
  const o1 = real(o0, cs);
  const o2 = real(o1, cs);
  const o3 = real(o2, cs);
  let c00 = v128.load(o0);
  let c01 = v128.load(o0, 16);
  let c10 = v128.load(o1);
  let c11 = v128.load(o1, 16);
  let c20 = v128.load(o2);
  let c21 = v128.load(o2, 16);
  let c30 = v128.load(o3);
  let c31 = v128.load(o3, 16);
  let p = real(A, a);
  let q = real(B, b);
  for (let k = 0; k < 4; k++) {
    const q0 = v128.load(q);
    const q1 = v128.load(q, 16);
    let x = v128.load_splat<f64>(p);
    c00 = f64x2.sub(c00, f64x2.mul(x, q0));
    c01 = f64x2.sub(c01, f64x2.mul(x, q1));
    x = v128.load_splat<f64>(p, 8);
    c10 = f64x2.sub(c10, f64x2.mul(x, q0));
    c11 = f64x2.sub(c11, f64x2.mul(x, q1));
    x = v128.load_splat<f64>(p, 16);
    c20 = f64x2.sub(c20, f64x2.mul(x, q0));
    c21 = f64x2.sub(c21, f64x2.mul(x, q1));
    x = v128.load_splat<f64>(p, 24);
    c30 = f64x2.sub(c30, f64x2.mul(x, q0));
    c31 = f64x2.sub(c31, f64x2.mul(x, q1));
    p = real(p, as);
    q = real(q, bs);
  }
  v128.store(o0, c00);
  v128.store(o0, c01, 16);
  v128.store(o1, c10);
  v128.store(o1, c11, 16);
  v128.store(o2, c20);
  v128.store(o2, c21, 16);
  v128.store(o3, c30);
  v128.store(o3, c31, 16);
}

export function cholRows4(C: usize, c: i32, n: i32, mindiag: f64): i32 {
  const stride = <usize>n << 3;
  const r0 = real(C, c);
  const r1 = r0 + stride;
  const r2 = r1 + stride;
  const r3 = r2 + stride;
  // the diagonal block; an inverse pivot is 0 for a raised one
  let raised = 0;
  let s01 = load<f64>(r0, 8);
  let s02 = load<f64>(r0, 16);
  let s03 = load<f64>(r0, 24);
  let s12 = load<f64>(r1, 16);
  let s13 = load<f64>(r1, 24);
  let s23 = load<f64>(r2, 24);
  let pivot = load<f64>(r0);
  let i0 = 0.0;
  if (pivot < mindiag) {
    raised++;
    store<f64>(r0, sqrt<f64>(mindiag));
    s01 = 0.0;
    s02 = 0.0;
    s03 = 0.0;
  } else {
    const root = sqrt<f64>(pivot);
    i0 = 1.0 / root;
    store<f64>(r0, root);
    s01 *= i0;
    s02 *= i0;
    s03 *= i0;
  }
  store<f64>(r0, s01, 8);
  store<f64>(r0, s02, 16);
  store<f64>(r0, s03, 24);
  pivot = load<f64>(r1, 8);
  if (s01 != 0.0) {
    pivot -= s01 * s01;
    s12 -= s01 * s02;
    s13 -= s01 * s03;
  }
  let i1 = 0.0;
  store<f64>(r1, 0.0);
  if (pivot < mindiag) {
    raised++;
    store<f64>(r1, sqrt<f64>(mindiag), 8);
    s12 = 0.0;
    s13 = 0.0;
  } else {
    const root = sqrt<f64>(pivot);
    i1 = 1.0 / root;
    store<f64>(r1, root, 8);
    s12 *= i1;
    s13 *= i1;
  }
  store<f64>(r1, s12, 16);
  store<f64>(r1, s13, 24);
  pivot = load<f64>(r2, 16);
  if (s02 != 0.0) {
    pivot -= s02 * s02;
    s23 -= s02 * s03;
  }
  if (s12 != 0.0) {
    pivot -= s12 * s12;
    s23 -= s12 * s13;
  }
  let i2 = 0.0;
  store<f64>(r2, 0.0);
  store<f64>(r2, 0.0, 8);
  if (pivot < mindiag) {
    raised++;
    store<f64>(r2, sqrt<f64>(mindiag), 16);
    s23 = 0.0;
  } else {
    const root = sqrt<f64>(pivot);
    i2 = 1.0 / root;
    store<f64>(r2, root, 16);
    s23 *= i2;
  }
  store<f64>(r2, s23, 24);
  pivot = load<f64>(r3, 24);
  if (s03 != 0.0) pivot -= s03 * s03;
  if (s13 != 0.0) pivot -= s13 * s13;
  if (s23 != 0.0) pivot -= s23 * s23;
  store<f64>(r3, 0.0);
  store<f64>(r3, 0.0, 8);
  store<f64>(r3, 0.0, 16);
  let i3 = 0.0;
  if (pivot < mindiag) {
    raised++;
    store<f64>(r3, sqrt<f64>(mindiag), 24);
  } else {
    const root = sqrt<f64>(pivot);
    i3 = 1.0 / root;
    store<f64>(r3, root, 24);
  }
  const zero = f64x2.splat(0);
  for (let j: usize = 32; j < stride; j += 16) {
    const u0 = i0 != 0.0 ? f64x2.mul(v128.load(r0 + j), f64x2.splat(i0)) : zero;
    v128.store(r0 + j, u0);
    let u1 = v128.load(r1 + j);
    if (s01 != 0.0) u1 = f64x2.sub(u1, f64x2.mul(f64x2.splat(s01), u0));
    u1 = i1 != 0.0 ? f64x2.mul(u1, f64x2.splat(i1)) : zero;
    v128.store(r1 + j, u1);
    let u2 = v128.load(r2 + j);
    if (s02 != 0.0) u2 = f64x2.sub(u2, f64x2.mul(f64x2.splat(s02), u0));
    if (s12 != 0.0) u2 = f64x2.sub(u2, f64x2.mul(f64x2.splat(s12), u1));
    u2 = i2 != 0.0 ? f64x2.mul(u2, f64x2.splat(i2)) : zero;
    v128.store(r2 + j, u2);
    let u3 = v128.load(r3 + j);
    if (s03 != 0.0) u3 = f64x2.sub(u3, f64x2.mul(f64x2.splat(s03), u0));
    if (s13 != 0.0) u3 = f64x2.sub(u3, f64x2.mul(f64x2.splat(s13), u1));
    if (s23 != 0.0) u3 = f64x2.sub(u3, f64x2.mul(f64x2.splat(s23), u2));
    u3 = i3 != 0.0 ? f64x2.mul(u3, f64x2.splat(i3)) : zero;
    v128.store(r3 + j, u3);
  }
  return raised;
}

export function solveRowsT4(x: usize, i: i32, C: usize, c: i32, n: i32): void {
  const stride = <usize>n << 3;
  const r0 = real(C, c);
  const r1 = r0 + stride;
  const r2 = r1 + stride;
  const r3 = r2 + stride;
  const o = real(x, i);
  let x1 = load<f64>(o, 8);
  let x2 = load<f64>(o, 16);
  let x3 = load<f64>(o, 24);
  const s0 = load<f64>(o) / load<f64>(r0);
  if (s0 != 0.0) {
    x1 -= s0 * load<f64>(r0, 8);
    x2 -= s0 * load<f64>(r0, 16);
    x3 -= s0 * load<f64>(r0, 24);
  }
  const s1 = x1 / load<f64>(r1, 8);
  if (s1 != 0.0) {
    x2 -= s1 * load<f64>(r1, 16);
    x3 -= s1 * load<f64>(r1, 24);
  }
  const s2 = x2 / load<f64>(r2, 16);
  if (s2 != 0.0) x3 -= s2 * load<f64>(r2, 24);
  const s3 = x3 / load<f64>(r3, 24);
  store<f64>(o, s0);
  store<f64>(o, s1, 8);
  store<f64>(o, s2, 16);
  store<f64>(o, s3, 24);
  for (let j: usize = 32; j < stride; j += 16) {
    let y = v128.load(o + j);
    if (s0 != 0.0) y = f64x2.sub(y, f64x2.mul(f64x2.splat(s0), v128.load(r0 + j)));
    if (s1 != 0.0) y = f64x2.sub(y, f64x2.mul(f64x2.splat(s1), v128.load(r1 + j)));
    if (s2 != 0.0) y = f64x2.sub(y, f64x2.mul(f64x2.splat(s2), v128.load(r2 + j)));
    if (s3 != 0.0) y = f64x2.sub(y, f64x2.mul(f64x2.splat(s3), v128.load(r3 + j)));
    v128.store(o + j, y);
  }
}

export function solveRows4(x: usize, i: i32, C: usize, c: i32, n: i32): void {
  const stride = <usize>n << 3;
  const r0 = real(C, c);
  const r1 = r0 + stride;
  const r2 = r1 + stride;
  const r3 = r2 + stride;
  const o = real(x, i);
  let a01 = f64x2.splat(0);
  let a23 = f64x2.splat(0);
  let b01 = f64x2.splat(0);
  let b23 = f64x2.splat(0);
  let c01 = f64x2.splat(0);
  let c23 = f64x2.splat(0);
  let d01 = f64x2.splat(0);
  let d23 = f64x2.splat(0);
  for (let j: usize = 32; j < stride; j += 32) {
    const y01 = v128.load(o + j);
    const y23 = v128.load(o + j, 16);
    a01 = f64x2.add(a01, f64x2.mul(v128.load(r0 + j), y01));
    a23 = f64x2.add(a23, f64x2.mul(v128.load(r0 + j, 16), y23));
    b01 = f64x2.add(b01, f64x2.mul(v128.load(r1 + j), y01));
    b23 = f64x2.add(b23, f64x2.mul(v128.load(r1 + j, 16), y23));
    c01 = f64x2.add(c01, f64x2.mul(v128.load(r2 + j), y01));
    c23 = f64x2.add(c23, f64x2.mul(v128.load(r2 + j, 16), y23));
    d01 = f64x2.add(d01, f64x2.mul(v128.load(r3 + j), y01));
    d23 = f64x2.add(d23, f64x2.mul(v128.load(r3 + j, 16), y23));
  }
  const x3 = (load<f64>(o, 24) - lanes(d01, d23)) / load<f64>(r3, 24);
  let sum = lanes(c01, c23);
  sum += load<f64>(r2, 24) * x3;
  const x2 = (load<f64>(o, 16) - sum) / load<f64>(r2, 16);
  sum = lanes(b01, b23);
  sum += load<f64>(r1, 16) * x2;
  sum += load<f64>(r1, 24) * x3;
  const x1 = (load<f64>(o, 8) - sum) / load<f64>(r1, 8);
  sum = lanes(a01, a23);
  sum += load<f64>(r0, 8) * x1;
  sum += load<f64>(r0, 16) * x2;
  sum += load<f64>(r0, 24) * x3;
  store<f64>(o, (load<f64>(o) - sum) / load<f64>(r0));
  store<f64>(o, x1, 8);
  store<f64>(o, x2, 16);
  store<f64>(o, x3, 24);
}

export function updateRows4(C: usize, c: i32, n: i32, x: usize, i: i32, sign: f64, mindiag: f64): i32 {
  const stride = <usize>n << 3;
  const o = real(x, i);
  let row = real(C, c);
  let raised = 0;
  for (let k = 0; k < 4; k++) {
    const xk = load<f64>(real(o, k));
    if (xk != 0.0) {
      const diag = load<f64>(real(row, k));
      let square = diag * diag + sign * (xk * xk);
      if (square < mindiag) {
        square = mindiag;
        raised++;
      }
      const root = sqrt<f64>(square);
      const g = root / diag;
      const inverse = 1.0 / g;
      const s = xk / diag;
      const t = sign * s;
      store<f64>(real(row, k), root);
      for (let j = k + 1; j < 4; j++) {
        const y = load<f64>(real(o, j));
        const u = (load<f64>(real(row, j)) + t * y) * inverse;
        store<f64>(real(row, j), u);
        store<f64>(real(o, j), g * y - s * u);
      }
      updatePanel(row, o, stride, g, inverse, s, t);
    }
    row += stride;
  }
  return raised;
}

/** the columns after the diagonal block of one row of updateRows4 */
// @ts-ignore: decorator
@inline
function updatePanel(row: usize, o: usize, stride: usize, g: f64, inverse: f64, s: f64, t: f64): void {
  const gg = f64x2.splat(g);
  const ii = f64x2.splat(inverse);
  const ss = f64x2.splat(s);
  const tt = f64x2.splat(t);
  for (let j: usize = 32; j < stride; j += 16) {
    const y = v128.load(o + j);
    const u = f64x2.mul(f64x2.add(v128.load(row + j), f64x2.mul(tt, y)), ii);
    v128.store(row + j, u);
    v128.store(o + j, f64x2.sub(f64x2.mul(gg, y), f64x2.mul(ss, u)));
  }
}
