// f64x2 twin of a function in src/core/engine/flex/pointRows.ts: a lane for each of the two rows.

export function addChainRows(
  row: usize,
  adr1: i32,
  adr2: i32,
  column: usize,
  parent: usize,
  cdof: usize,
  last: i32,
  r: usize,
  vectors: usize,
): void {
  const row1 = real(row, adr1);
  const row2 = real(row, adr2);
  const rx = v128.load_splat<f64>(r);
  const ry = v128.load_splat<f64>(r, 8);
  const rz = v128.load_splat<f64>(r, 16);
  const fx = v128.load_lane<f64>(vectors + 24, v128.load_zero<f64>(vectors), 1);
  const fy = v128.load_lane<f64>(vectors + 32, v128.load_zero<f64>(vectors + 8), 1);
  const fz = v128.load_lane<f64>(vectors + 40, v128.load_zero<f64>(vectors + 16), 1);
  const tx = f64x2.sub(f64x2.mul(ry, fz), f64x2.mul(rz, fy));
  const ty = f64x2.sub(f64x2.mul(rz, fx), f64x2.mul(rx, fz));
  const tz = f64x2.sub(f64x2.mul(rx, fy), f64x2.mul(ry, fx));
  for (let i = last; i >= 0; i = load<i32>(parent + (<usize>i << 2))) {
    const k = <usize>load<i32>(column + (<usize>i << 2)) << 3;
    const c = cdof + 48 * <usize>i;
    let turn = f64x2.mul(v128.load_splat<f64>(c), tx);
    turn = f64x2.add(turn, f64x2.mul(v128.load_splat<f64>(c, 8), ty));
    turn = f64x2.add(turn, f64x2.mul(v128.load_splat<f64>(c, 16), tz));
    let slide = f64x2.mul(v128.load_splat<f64>(c, 24), fx);
    slide = f64x2.add(slide, f64x2.mul(v128.load_splat<f64>(c, 32), fy));
    slide = f64x2.add(slide, f64x2.mul(v128.load_splat<f64>(c, 40), fz));
    const sum = f64x2.add(turn, slide);
    store<f64>(row1 + k, load<f64>(row1 + k) + f64x2.extract_lane(sum, 0));
    store<f64>(row2 + k, load<f64>(row2 + k) + f64x2.extract_lane(sum, 1));
  }
}
