// f64x2 twins of functions in src/core/math/linear/sparse.ts and of the solves in src/core/math/linear/ltdl.ts. Indices increase, so four of
// them are neighbours when the last is the first plus three; such blocks, which are most of them in the rows of a tree,
// are loaded and stored as vectors.

/** sum of p[k] x[ind[k]], in the lanes of `dotSparse` */
// @ts-ignore: decorator
@inline
function dotSparseLanes(p: usize, x: usize, n: i32, ind: usize): f64 {
  let s01 = f64x2.splat(0);
  let s23 = f64x2.splat(0);
  let k = n;
  for (; k > 3; k -= 4) {
    const i0 = load<i32>(ind);
    const i3 = load<i32>(ind, 12);
    const x0 = real(x, i0);
    if (i3 - i0 == 3) {
      s01 = f64x2.add(s01, f64x2.mul(v128.load(p), v128.load(x0)));
      s23 = f64x2.add(s23, f64x2.mul(v128.load(p, 16), v128.load(x0, 16)));
    } else {
      const x1 = real(x, load<i32>(ind, 4));
      const x2 = real(x, load<i32>(ind, 8));
      const x01 = f64x2.replace_lane(f64x2.splat(load<f64>(x0)), 1, load<f64>(x1));
      const x23 = f64x2.replace_lane(f64x2.splat(load<f64>(x2)), 1, load<f64>(real(x, i3)));
      s01 = f64x2.add(s01, f64x2.mul(v128.load(p), x01));
      s23 = f64x2.add(s23, f64x2.mul(v128.load(p, 16), x23));
    }
    p += 32;
    ind += 16;
  }
  const s = f64x2.add(s01, s23);
  let sum = f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1);
  for (; k > 0; k--) {
    sum += load<f64>(p) * load<f64>(real(x, load<i32>(ind)));
    p += 8;
    ind += 4;
  }
  return sum;
}

/** x[ind[k]] += p[k] s */
// @ts-ignore: decorator
@inline
function addToSclSparseLanes(x: usize, p: usize, s: f64, n: i32, ind: usize): void {
  const ss = f64x2.splat(s);
  let k = n;
  for (; k > 3; k -= 4) {
    const i0 = load<i32>(ind);
    const i3 = load<i32>(ind, 12);
    const x0 = real(x, i0);
    const p01 = f64x2.mul(v128.load(p), ss);
    const p23 = f64x2.mul(v128.load(p, 16), ss);
    if (i3 - i0 == 3) {
      v128.store(x0, f64x2.add(v128.load(x0), p01));
      v128.store(x0, f64x2.add(v128.load(x0, 16), p23), 16);
    } else {
      const x1 = real(x, load<i32>(ind, 4));
      const x2 = real(x, load<i32>(ind, 8));
      const x3 = real(x, i3);
      store<f64>(x0, load<f64>(x0) + f64x2.extract_lane(p01, 0));
      store<f64>(x1, load<f64>(x1) + f64x2.extract_lane(p01, 1));
      store<f64>(x2, load<f64>(x2) + f64x2.extract_lane(p23, 0));
      store<f64>(x3, load<f64>(x3) + f64x2.extract_lane(p23, 1));
    }
    p += 32;
    ind += 16;
  }
  for (; k > 0; k--) {
    const x0 = real(x, load<i32>(ind));
    store<f64>(x0, load<f64>(x0) + load<f64>(p) * s);
    p += 8;
    ind += 4;
  }
}

export function dotSparse(a: usize, i: i32, b: usize, j: i32, nnz: i32, ind: usize, p: i32): f64 {
  return dotSparseLanes(real(a, i), real(b, j), nnz, ind + (<usize>p << 2));
}

export function addToSclSparse(res: usize, r: i32, a: usize, i: i32, s: f64, nnz: i32, ind: usize, p: i32): void {
  addToSclSparseLanes(real(res, r), real(a, i), s, nnz, ind + (<usize>p << 2));
}

export function mulMatVecSparse(
  res: usize,
  r: i32,
  A: usize,
  v: usize,
  i: i32,
  nr: i32,
  rownnz: usize,
  rowadr: usize,
  colind: usize,
): void {
  const x = real(v, i);
  for (let k = 0; k < nr; k++) {
    const adr = int(rowadr, k);
    store<f64>(real(res, r + k), dotSparseLanes(real(A, adr), x, int(rownnz, k), colind + (<usize>adr << 2)));
  }
}

export function mulMatTVecSparse(
  res: usize,
  r: i32,
  A: usize,
  v: usize,
  i: i32,
  nr: i32,
  nc: i32,
  rownnz: usize,
  rowadr: usize,
  colind: usize,
): void {
  const o = real(res, r);
  fill_f64(o, 0.0, 0, nc);
  for (let k = 0; k < nr; k++) {
    const s = load<f64>(real(v, i + k));
    const adr = int(rowadr, k);
    if (s != 0.0) addToSclSparseLanes(o, real(A, adr), s, int(rownnz, k), colind + (<usize>adr << 2));
  }
}

export function spread(x: usize, o: i32, i: i32, L: usize, start: i32, n: i32, colind: usize): void {
  const to = real(x, o);
  const xi = load<f64>(real(to, i));
  if (xi != 0.0) addToSclSparseLanes(to, real(L, start), -xi, n, colind + (<usize>start << 2));
}

/** Rows in line: they are short, and a call for each would cost as much as its work. */
export function solveLTDL(
  x: usize,
  r: i32,
  nvec: i32,
  nv: i32,
  L: usize,
  diaginv: usize,
  n: i32,
  rownnz: usize,
  rowadr: usize,
  colind: usize,
  index: usize,
): void {
  for (let vec = 0; vec < nvec; vec++) {
    const o = real(x, r + vec * nv);
    for (let k = n - 1; k >= 0; k--) {
      const i = int(index, k);
      const below = int(rownnz, i) - 1;
      if (below == 0) continue;
      const xi = load<f64>(real(o, i));
      if (xi == 0.0) continue;
      const start = int(rowadr, i);
      addToSclSparseLanes(o, real(L, start), -xi, below, colind + (<usize>start << 2));
    }
    for (let k = 0; k < n; k++) {
      const i = int(index, k);
      const below = int(rownnz, i) - 1;
      let xi = load<f64>(real(o, i)) * load<f64>(real(diaginv, i));
      if (below > 0) {
        const start = int(rowadr, i);
        xi -= dotSparseLanes(real(L, start), o, below, colind + (<usize>start << 2));
      }
      store<f64>(real(o, i), xi);
    }
  }
}
