/** Interim hull. */
interface Tri {
  v: [number, number, number];
  n: [number, number, number];
  d: number;
  out: number[];
  alive: boolean;
}
export function hullTriangles(p: Float64Array, _maxhullvert: number): Int32Array {
  const n = p.length / 3;
  let scale = 0;
  for (const x of p) scale = Math.max(scale, Math.abs(x));
  const eps = 1e-14 * scale;
  const tris: Tri[] = [];
  const edge = new Map<number, Tri>();
  const dist = (t: Tri, i: number): number => t.n[0] * p[3 * i] + t.n[1] * p[3 * i + 1] + t.n[2] * p[3 * i + 2] - t.d;
  const make = (a: number, b: number, c: number): Tri => {
    const u = [0, 1, 2].map((k) => p[3 * b + k] - p[3 * a + k]);
    const w = [0, 1, 2].map((k) => p[3 * c + k] - p[3 * a + k]);
    const m = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]];
    const l = Math.hypot(m[0], m[1], m[2]) || 1;
    const t: Tri = { v: [a, b, c], n: [m[0] / l, m[1] / l, m[2] / l], d: 0, out: [], alive: true };
    t.d = t.n[0] * p[3 * a] + t.n[1] * p[3 * a + 1] + t.n[2] * p[3 * a + 2];
    tris.push(t);
    for (let k = 0; k < 3; k++) edge.set(t.v[k] * n + t.v[(k + 1) % 3], t);
    return t;
  };
  let a = 0;
  for (let i = 1; i < n; i++) if (p[3 * i] < p[3 * a]) a = i;
  const far = (f: (i: number) => number): number => {
    let best = 0;
    for (let i = 1; i < n; i++) if (f(i) > f(best)) best = i;
    return best;
  };
  const sub = (i: number, j: number): number[] => [0, 1, 2].map((k) => p[3 * i + k] - p[3 * j + k]);
  const b = far((i) => Math.hypot(...sub(i, a)));
  const c = far((i) => {
    const [u, w] = [sub(b, a), sub(i, a)];
    return Math.hypot(u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]);
  });
  const t0 = make(a, b, c);
  const d = far((i) => Math.abs(dist(t0, i)));
  const flip = dist(t0, d) > 0;
  tris.length = 0;
  edge.clear();
  const [x, y] = flip ? [c, b] : [b, c];
  for (const t of [make(a, x, y), make(a, d, x), make(x, d, y), make(y, d, a)]) void t;
  const assign = (pts: number[], ts: Tri[]): void => {
    for (const i of pts) {
      let best = eps;
      let at: Tri | null = null;
      for (const t of ts) {
        const q = dist(t, i);
        if (q > best) {
          best = q;
          at = t;
        }
      }
      at?.out.push(i);
    }
  };
  assign(
    Array.from({ length: n }, (_, i) => i).filter((i) => i !== a && i !== b && i !== c && i !== d),
    tris.slice(),
  );
  for (let k = 0; k < tris.length; k++) {
    const t = tris[k];
    if (!t.alive || t.out.length === 0) continue;
    const apex = t.out.reduce((m, i) => (dist(t, i) > dist(t, m) ? i : m));
    const seen = new Set<Tri>([t]);
    const stack = [t];
    const horizon: [number, number][] = [];
    for (let s = stack.pop(); s; s = stack.pop()) {
      for (let e = 0; e < 3; e++) {
        const nb = edge.get(s.v[(e + 1) % 3] * n + s.v[e]) as Tri;
        if (seen.has(nb)) continue;
        if (dist(nb, apex) > eps) {
          seen.add(nb);
          stack.push(nb);
        }
      }
    }
    for (const s of seen) {
      s.alive = false;
      for (let e = 0; e < 3; e++) {
        if (!seen.has(edge.get(s.v[(e + 1) % 3] * n + s.v[e]) as Tri)) horizon.push([s.v[e], s.v[(e + 1) % 3]]);
      }
    }
    const fresh = horizon.map(([u, w]) => make(u, w, apex));
    assign(
      [...seen].flatMap((s) => s.out).filter((i) => i !== apex),
      fresh,
    );
  }
  return Int32Array.from(tris.filter((t) => t.alive).flatMap((t) => t.v));
}
