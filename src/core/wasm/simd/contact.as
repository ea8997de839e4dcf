// f64x2 twin of a function in src/core/engine/constraint/rows/contact.ts: two dofs at a time, one in each lane.

/** R . (x, y, z), R a row of three */
// @ts-ignore: decorator
@inline
function alongFrame(R: usize, x: v128, y: v128, z: v128): v128 {
  return f64x2.add(
    f64x2.add(f64x2.mul(v128.load_splat<f64>(R), x), f64x2.mul(v128.load_splat<f64>(R, 8), y)),
    f64x2.mul(v128.load_splat<f64>(R, 16), z),
  );
}

export function placeDofs(
  J: usize, to: i32, stride: i32, rows: i32, cdof: usize, dof: i32, n: i32, frame: usize, s: i32,
): void {
  // the layout of `Frame`: point and sign of each side, axes, friction
  const side = real(frame, s);
  const axes = frame + 64;
  const slip = frame + 136;
  const xx = v128.load_splat<f64>(side);
  const yy = v128.load_splat<f64>(side, 8);
  const zz = v128.load_splat<f64>(side, 16);
  const ss = v128.load_splat<f64>(side, 24);
  const zero = f64x2.splat(0);
  const step = <usize>stride << 3;
  let o = real(J, to);
  let p = cdof + 48 * <usize>dof;
  for (let left = n; left > 0; left -= 2) {
    // the last dof of an odd number fills both lanes; one of them is stored
    const q = left > 1 ? p + 48 : p;
    const a0 = v128.load(p);
    const a1 = v128.load(p, 16);
    const a2 = v128.load(p, 32);
    const b0 = v128.load(q);
    const b1 = v128.load(q, 16);
    const b2 = v128.load(q, 32);
    const wx = v128.shuffle<f64>(a0, b0, 0, 2);
    const wy = v128.shuffle<f64>(a0, b0, 1, 3);
    const wz = v128.shuffle<f64>(a1, b1, 0, 2);
    const vx = v128.shuffle<f64>(a1, b1, 1, 3);
    const vy = v128.shuffle<f64>(a2, b2, 0, 2);
    const vz = v128.shuffle<f64>(a2, b2, 1, 3);
    const x = f64x2.add(zero, f64x2.mul(ss, f64x2.add(vx, f64x2.sub(f64x2.mul(wy, zz), f64x2.mul(wz, yy)))));
    const y = f64x2.add(zero, f64x2.mul(ss, f64x2.add(vy, f64x2.sub(f64x2.mul(wz, xx), f64x2.mul(wx, zz)))));
    const z = f64x2.add(zero, f64x2.mul(ss, f64x2.add(vz, f64x2.sub(f64x2.mul(wx, yy), f64x2.mul(wy, xx)))));
    const normal = alongFrame(axes, x, y, z);
    if (rows == 1) storeDofs(o, normal, left);
    else {
      const slide1 = alongFrame(axes + 24, x, y, z);
      const slide2 = alongFrame(axes + 48, x, y, z);
      if (rows == 3) {
        storeDofs(o, normal, left);
        storeDofs(o + step, slide1, left);
        storeDofs(o + 2 * step, slide2, left);
      } else {
        const edge1 = f64x2.mul(slide1, v128.load_splat<f64>(slip));
        const edge2 = f64x2.mul(slide2, v128.load_splat<f64>(slip, 8));
        storeDofs(o, f64x2.add(normal, edge1), left);
        storeDofs(o + step, f64x2.sub(normal, edge1), left);
        storeDofs(o + 2 * step, f64x2.add(normal, edge2), left);
        storeDofs(o + 3 * step, f64x2.sub(normal, edge2), left);
      }
    }
    o += 16;
    p += 96;
  }
}

/** stores both lanes, or the first one if one dof is left */
// @ts-ignore: decorator
@inline
function storeDofs(o: usize, x: v128, left: i32): void {
  if (left > 1) v128.store(o, x);
  else v128.store64_lane(o, x, 0);
}
