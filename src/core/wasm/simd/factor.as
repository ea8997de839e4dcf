// f64x2 twins of the factorisations in src/core/math/linear: ltdl.ts and cholesky.ts. The inner loops are those of array.as,
// in line: rows are short, and a call would cost as much as its work.

// @ts-ignore: decorator
@inline
function int(array: usize, index: i32): i32 {
  return load<i32>(array + (<usize>index << 2));
}

/** p += r s over n + 1 elements, q += r t over n */
// @ts-ignore: decorator
@inline
function addToSclPair(p: usize, q: usize, r: usize, s: f64, t: f64, n: i32): void {
  const ss = f64x2.splat(s);
  const tt = f64x2.splat(t);
  let k = n;
  for (; k > 1; k -= 2) {
    const x = v128.load(r);
    v128.store(p, f64x2.add(v128.load(p), f64x2.mul(x, ss)));
    v128.store(q, f64x2.add(v128.load(q), f64x2.mul(x, tt)));
    p += 16;
    q += 16;
    r += 16;
  }
  if (k > 0) {
    const x = v128.load(r);
    v128.store(p, f64x2.add(v128.load(p), f64x2.mul(x, ss)));
    store<f64>(q, load<f64>(q) + f64x2.extract_lane(x, 0) * t);
  } else {
    store<f64>(p, load<f64>(p) + load<f64>(r) * s);
  }
}

/** p += r s and then u v over n + 1 elements, q += r t and then u w over n */
// @ts-ignore: decorator
@inline
function addToSclTwice(p: usize, q: usize, r: usize, u: usize, s: f64, v: f64, t: f64, w: f64, n: i32): void {
  const ss = f64x2.splat(s);
  const vv = f64x2.splat(v);
  const tt = f64x2.splat(t);
  const ww = f64x2.splat(w);
  let k = n;
  for (; k > 1; k -= 2) {
    const x = v128.load(r);
    const y = v128.load(u);
    v128.store(p, f64x2.add(f64x2.add(v128.load(p), f64x2.mul(x, ss)), f64x2.mul(y, vv)));
    v128.store(q, f64x2.add(f64x2.add(v128.load(q), f64x2.mul(x, tt)), f64x2.mul(y, ww)));
    p += 16;
    q += 16;
    r += 16;
    u += 16;
  }
  if (k > 0) {
    const x = v128.load(r);
    const y = v128.load(u);
    v128.store(p, f64x2.add(f64x2.add(v128.load(p), f64x2.mul(x, ss)), f64x2.mul(y, vv)));
    store<f64>(q, load<f64>(q) + f64x2.extract_lane(x, 0) * t + f64x2.extract_lane(y, 0) * w);
  } else {
    store<f64>(p, load<f64>(p) + load<f64>(r) * s + load<f64>(u) * v);
  }
}

/** p *= s over n elements */
// @ts-ignore: decorator
@inline
function scaleLanes(p: usize, s: f64, n: i32): void {
  const ss = f64x2.splat(s);
  let k = n;
  for (; k > 1; k -= 2) {
    v128.store(p, f64x2.mul(v128.load(p), ss));
    p += 16;
  }
  if (k > 0) store<f64>(p, load<f64>(p) * s);
}

/** A dof and its parent, if that comes next, take their parts from all ancestors at once: these are loaded and stored once
 *  for both. Each element still loses that of the dof first. */
export function factorLTDL(
  A: usize,
  diaginv: usize,
  n: i32,
  rownnz: usize,
  rowadr: usize,
  colind: usize,
  index: usize,
): void {
  for (let k = n - 1; k >= 0; k--) {
    const i = int(index, k);
    const start = int(rowadr, i);
    const below = int(rownnz, i) - 1;
    const row = real(A, start);
    const inverse = 1.0 / load<f64>(row + (<usize>below << 3));
    store<f64>(real(diaginv, i), inverse);
    let e = below - 1;
    if (e > 0 && k > 0 && int(index, k - 1) == int(colind, start + e)) {
      const parent = int(index, k - 1);
      const above = real(A, int(rowadr, parent));
      addToSclLanes(above, row, -load<f64>(real(row, e)) * inverse, below);
      const inverse2 = 1.0 / load<f64>(real(above, e));
      store<f64>(real(diaginv, parent), inverse2);
      for (e--; e > 0; e -= 2) {
        const near = real(A, int(rowadr, int(colind, start + e)));
        const far = real(A, int(rowadr, int(colind, start + e - 1)));
        const s = -load<f64>(real(row, e)) * inverse;
        const v = -load<f64>(real(above, e)) * inverse2;
        const t = -load<f64>(real(row, e - 1)) * inverse;
        const w = -load<f64>(real(above, e - 1)) * inverse2;
        addToSclTwice(near, far, row, above, s, v, t, w, e);
      }
      if (e == 0) {
        const root = real(A, int(rowadr, int(colind, start)));
        const x = load<f64>(row);
        const y = load<f64>(above);
        store<f64>(root, load<f64>(root) + x * (-x * inverse) + y * (-y * inverse2));
      }
      scaleLanes(row, inverse, below);
      scaleLanes(above, inverse2, below - 1);
      k--;
      continue;
    }
    // ancestors in pairs: row i is loaded once for both; the row of the nearer one is longer by its diagonal
    for (; e > 0; e -= 2) {
      const near = real(A, int(rowadr, int(colind, start + e)));
      const far = real(A, int(rowadr, int(colind, start + e - 1)));
      addToSclPair(near, far, row, -load<f64>(real(row, e)) * inverse, -load<f64>(real(row, e - 1)) * inverse, e);
    }
    if (e == 0) {
      const root = real(A, int(rowadr, int(colind, start)));
      store<f64>(root, load<f64>(root) + load<f64>(row) * (-load<f64>(row) * inverse));
    }
    scaleLanes(row, inverse, below);
  }
}

export function cholFactor(A: usize, a: i32, n: i32, mindiag: f64): i32 {
  let rank = n;
  const first = real(A, a);
  const stride = <usize>n << 3;
  let rowj = first;
  for (let j = 0; j < n; j++) {
    const diag = rowj + (<usize>j << 3);
    let pivot = load<f64>(diag);
    if (j > 0) pivot -= dotLanes(rowj, rowj, j);
    const deficient = pivot < mindiag;
    if (deficient) {
      pivot = mindiag;
      rank--;
    }
    const root = sqrt<f64>(pivot);
    store<f64>(diag, root);
    const inverse = 1.0 / root;
    let rowi = rowj + stride;
    for (let i = j + 1; i < n; i++) {
      const at = rowi + (<usize>j << 3);
      if (deficient) store<f64>(at, 0.0);
      else store<f64>(at, (load<f64>(at) - dotLanes(rowi, rowj, j)) * inverse);
      rowi += stride;
    }
    rowj += stride;
  }
  return rank;
}
