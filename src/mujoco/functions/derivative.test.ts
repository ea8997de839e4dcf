// needs: the compiled engine
import { expect, test } from 'vitest';
import { mujoco } from '../../../test/support/oracle/oracle.ts';
import load from '../../mujoco.ts';

const ours = await load();

const xml = `<mujoco><worldbody><body><joint name="a" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/>
    <body pos=".4 0 0"><joint type="ball"/><geom type="box" size=".1 .2 .05" pos=".1 0 0"/></body></body></worldbody>
  <actuator><motor joint="a" name="m"/></actuator><sensor><actuatorfrc actuator="m"/><jointpos joint="a"/></sensor></mujoco>`;

interface Side {
  mj: typeof mujoco;
  m: { nv: number };
  d: { qvel: Float64Array; qacc: Float64Array };
}

const sides = [mujoco, ours as unknown as typeof mujoco].map((mj) => {
  const m = mj.MjModel.from_xml_string(xml);
  return { mj, m, d: new mj.MjData(m) } as unknown as Side;
});

type Call = (mj: typeof mujoco, m: never, d: never, ...outs: never[]) => void;

/** Output of a function with buffers of given sizes, in both implementations. */
function outputs(sizes: (number | null)[], call: Call): number[][][] {
  return sides.map(({ mj, m, d }) => {
    // their finite differences leave modified accelerations
    for (let i = 0; i < m.nv; i++) {
      d.qvel[i] = 0.3 * i - 0.2;
      d.qacc[i] = 0.1 * i;
    }
    const buffers = sizes.map((n) => (n === null ? null : new mj.DoubleBuffer(n)));
    call(mj, m as never, d as never, ...(buffers as never[]));
    return buffers.map((b) => (b ? Array.from(b.GetView() as Float64Array) : []));
  });
}

function expectClose([theirs, mine]: number[][][]): void {
  theirs.forEach((matrix, k) => {
    matrix.forEach((x, i) => {
      expect(Math.abs(mine[k][i] - x), `output ${k}, element ${i}`).toBeLessThan(1e-6 * Math.max(1, Math.abs(x)));
    });
  });
}

test('the four functions have the parameters and layouts of the package', () => {
  expectClose(outputs([64, 8, 16, 2], (mj, m, d, A, B, C, D) => mj.mjd_transitionFD(m, d, 1e-6, false, A, B, C, D)));
  expectClose(
    outputs([64, null, 16, null], (mj, m, d, A, B, C, D) => mj.mjd_transitionFD(m, d, 1e-6, true, A, B, C, D)),
  );
  const inverse: Call = (mj, m, d, a, b, c, e, f, g, h) => mj.mjd_inverseFD(m, d, 1e-6, true, a, b, c, e, f, g, h);
  expectClose(outputs([16, 16, 16, 8, 8, 8, 40], inverse));
  expectClose(outputs([null, 16, null, null, 8, null, null], inverse));
  const q = [Math.cos(0.3), 0, Math.sin(0.3), 0];
  expectClose(outputs([9, 9], (mj, _m, _d, a, b) => mj.mjd_subQuat(q, [1, 0, 0, 0], a, b)));
  expectClose(outputs([9, 9, 3], (mj, _m, _d, a, b, c) => mj.mjd_quatIntegrate([1, 2, 3], 0.1, a, b, c)));
});

test('a buffer of the wrong size is rejected', () => {
  const { mj, m, d } = sides[1];
  const small = new mj.DoubleBuffer(3);
  expect(() => mj.mjd_transitionFD(m as never, d as never, 1e-6, false, small, null, null, null)).toThrow(
    /A must have size 64, got 3/,
  );
});
