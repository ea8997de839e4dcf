// f64x2 twins of the factorisations: src/math/linear/ltdl.ts and src/math/linear/cholesky.ts. The inner loops are those of array.as,
// in line: rows are short, and a call would cost as much as its work.

// @ts-ignore: decorator
@inline
function int(array: usize, index: i32): i32 {
  return load<i32>(array + (<usize>index << 2));
}

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
    for (let e = below - 1; e >= 0; e--) {
      const j = int(colind, start + e);
      addToSclLanes(real(A, int(rowadr, j)), row, -load<f64>(row + (<usize>e << 3)) * inverse, int(rownnz, j));
    }
    const ss = f64x2.splat(inverse);
    let p = row;
    let e = below;
    for (; e > 1; e -= 2) {
      v128.store(p, f64x2.mul(v128.load(p), ss));
      p += 16;
    }
    if (e > 0) store<f64>(p, load<f64>(p) * inverse);
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
