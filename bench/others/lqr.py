"""Records gains of random systems by SciPy, for lqr.test.ts.

    venv/bin/python bench/others/lqr.py > src/control/optimize/testing/regulators.json

See leastSquares.py for the packages. Nothing that ships or is tested needs Python.
"""
import json

import numpy as np
import scipy.linalg as linalg

random = np.random.default_rng(7)
rows = []
while len(rows) < 50:
    n = int(random.integers(1, 9))
    m = int(random.integers(1, min(n, 4) + 1))
    A, B = random.normal(size=(n, n)), random.normal(size=(n, m))
    if len(rows) % 2 == 0:
        A = A / max(abs(np.linalg.eigvals(A))) * random.uniform(0.5, 1.3)
    L = random.normal(size=(n + m, n + m))
    P = L @ L.T + 0.1 * np.eye(n + m)
    Q, R = P[:n, :n] * 10 ** random.uniform(-2, 2), P[n:, n:]
    N = P[:n, n:] * 0.1 if len(rows) % 5 == 4 else np.zeros((n, m))
    X = linalg.solve_discrete_are(A, B, Q, R, s=N)
    Y = linalg.solve_continuous_are(A, B, Q, R, s=N)
    defect = Q + A.T @ X @ A - X - (A.T @ X @ B + N) @ np.linalg.solve(R + B.T @ X @ B, B.T @ X @ A + N.T)
    if np.abs(defect).max() > 1e-11 * np.abs(X).max():
        continue  # SciPy itself is not exact to 1e-9 here
    flat = lambda matrix: [float(f'{x:.15g}') for x in np.ravel(matrix)]
    rows.append({
        'A': flat(A), 'B': flat(B), 'Q': flat((Q + Q.T) / 2), 'R': flat((R + R.T) / 2), 'N': flat(N),
        'discrete': flat(np.linalg.solve(R + B.T @ X @ B, B.T @ X @ A + N.T)),
        'continuous': flat(np.linalg.solve(R, B.T @ Y + N.T)),
    })
print('[\n' + ',\n'.join('  ' + json.dumps(row) for row in rows) + '\n]')
