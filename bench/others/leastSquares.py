"""Records the minima of the problems in src/control/optimize/testing/problems.ts, found by SciPy and by mujoco.minimize.

    python3 -m venv venv && venv/bin/pip install numpy==2.4.6 scipy==1.17.1 mujoco==3.14.0
    venv/bin/python bench/others/leastSquares.py > src/control/optimize/testing/minima.json

Nothing that ships or is tested needs Python.
"""
import contextlib
import json
import sys

import numpy as np
from mujoco import minimize
from scipy.optimize import least_squares

RANGE = lambda n, start=1: np.arange(start, start + n)


def rosenbrock(x):
    return [10 * (x[1] - x[0] ** 2), 1 - x[0]]


def beale(x):
    return [y - x[0] * (1 - x[1] ** (k + 1)) for k, y in enumerate([1.5, 2.25, 2.625])]


def powell(x):
    return [x[0] + 10 * x[1], 5**0.5 * (x[2] - x[3]), (x[1] - 2 * x[2]) ** 2, 10**0.5 * (x[0] - x[3]) ** 2]


def wood(x):
    return [10 * (x[1] - x[0] ** 2), 1 - x[0], 90**0.5 * (x[3] - x[2] ** 2), 1 - x[2],
            10**0.5 * (x[1] + x[3] - 2), (x[1] - x[3]) / 10**0.5]


def helical(x):
    theta = np.arctan(x[1] / x[0]) / (2 * np.pi) + (0.5 if x[0] < 0 else 0)
    return [10 * (x[2] - 10 * theta), 10 * (np.hypot(x[0], x[1]) - 1), x[2]]


BARD = np.array([0.14, 0.18, 0.22, 0.25, 0.29, 0.32, 0.35, 0.39, 0.37, 0.58, 0.73, 0.96, 1.34, 2.1, 4.39])


def bard(x):
    u = RANGE(15)
    v = 16 - u
    return BARD - (x[0] + u / (v * x[1] + np.minimum(u, v) * x[2]))


KOWALIK = np.array([0.1957, 0.1947, 0.1735, 0.16, 0.0844, 0.0627, 0.0456, 0.0342, 0.0323, 0.0235, 0.0246])
KOWALIK_U = np.array([4, 2, 1, 0.5, 0.25, 0.167, 0.125, 0.1, 0.0833, 0.0714, 0.0625])


def kowalik(x):
    u = KOWALIK_U
    return KOWALIK - x[0] * (u**2 + u * x[1]) / (u**2 + u * x[2] + x[3])


GAUSSIAN = np.array([0.0009, 0.0044, 0.0175, 0.054, 0.1295, 0.242, 0.3521, 0.3989])


def gaussian(x):
    k = RANGE(15)
    y = GAUSSIAN[np.where(k <= 8, k - 1, 15 - k)]
    return x[0] * np.exp(-x[1] * ((8 - k) / 2 - x[2]) ** 2 / 2) - y


OSBORNE = np.array([
    0.844, 0.908, 0.932, 0.936, 0.925, 0.908, 0.881, 0.85, 0.818, 0.784, 0.751, 0.718, 0.685, 0.658, 0.628, 0.603,
    0.58, 0.558, 0.538, 0.522, 0.506, 0.49, 0.478, 0.467, 0.457, 0.448, 0.438, 0.431, 0.424, 0.42, 0.414, 0.411, 0.406])


def osborne(x):
    t = 10 * RANGE(33, 0)
    return OSBORNE - (x[0] + x[1] * np.exp(-t * x[3]) + x[2] * np.exp(-t * x[4]))


def brown_dennis(x):
    t = RANGE(20) / 5
    return (x[0] + t * x[1] - np.exp(t)) ** 2 + (x[2] + x[3] * np.sin(t) - np.cos(t)) ** 2


def jennrich(x):
    k = RANGE(10)
    return 2 + 2 * k - (np.exp(k * x[0]) + np.exp(k * x[1]))


def box3(x):
    t = RANGE(10) / 10
    return np.exp(-t * x[0]) - np.exp(-t * x[1]) - x[2] * (np.exp(-t) - np.exp(-10 * t))


def freudenstein(x):
    return [-13 + x[0] + ((5 - x[1]) * x[1] - 2) * x[1], -29 + x[0] + ((x[1] + 1) * x[1] - 14) * x[1]]


def broyden(x):
    before = np.concatenate([[0], x[:-1]])
    after = np.concatenate([x[1:], [0]])
    return (3 - 2 * x) * x - before - 2 * after + 1


def extended(x):
    return np.ravel([[10 * (x[2 * k + 1] - x[2 * k] ** 2), 1 - x[2 * k]] for k in range(5)])


def brown_badly(x):
    return [x[0] - 1e6, x[1] - 2e-6, x[0] * x[1] - 2]


PROBLEMS = [
    ('Rosenbrock', [-1.2, 1], None, rosenbrock),
    ('Freudenstein and Roth', [0.5, -2], None, freudenstein),
    ('Brown, badly scaled', [1, 1], None, brown_badly),
    ('Beale', [1, 1], None, beale),
    ('Jennrich and Sampson', [0.3, 0.4], None, jennrich),
    ('helical valley', [-1, 0, 0], None, helical),
    ('Bard', [1, 1, 1], None, bard),
    ('Gaussian', [0.4, 1, 0], None, gaussian),
    ('Box, three dimensions', [0, 10, 20], ([0.5, 5, 0.5], [2, 20, 30]), box3),
    ('Powell, singular', [3, -1, 0, 1], None, powell),
    ('Wood', [-3, -1, -3, -1], None, wood),
    ('Kowalik and Osborne', [0.25, 0.39, 0.415, 0.39], None, kowalik),
    ('Brown and Dennis', [25, 5, -5, -1], None, brown_dennis),
    ('Osborne 1', [0.5, 1.5, -1, 0.01, 0.02], None, osborne),
    ('Broyden, tridiagonal', [-1] * 10, None, broyden),
    ('Rosenbrock, ten variables', [-1.2, 1] * 5, None, extended),
    ('Rosenbrock, bounded from above', [-1.2, 1], ([-2, -2], [0.5, 2]), rosenbrock),
    ('Beale, bounded', [1, 1], ([0.6, 0.5], [10, 100]), beale),
    ('Wood, bounded', [-3, -1, -3, -1], ([-100] * 4, [0, 10, 100, 100]), wood),
    ('Kowalik and Osborne, bounded', [0.25, 0.39, 0.415, 0.39], ([0, -1, 0.13, 0.12], [0.18, 1, 0.130000001, 1]), kowalik),
]


def by_scipy(x0, bounds, residual):
    f = lambda x: np.asarray(residual(x), dtype=float)
    limits = bounds or (-np.inf, np.inf)
    start = np.clip(x0, *limits) if bounds else np.array(x0, dtype=float)
    if bounds:  # strictly inside
        low, high = np.array(bounds, dtype=float)
        start = np.clip(start, low + 1e-10 * (high - low), high - 1e-10 * (high - low))
    result = least_squares(f, start, bounds=limits, jac='3-point', x_scale='jac',
                           xtol=1e-15, ftol=1e-15, gtol=1e-15, max_nfev=2000)
    jacobian_cost = 2 * len(x0)
    return result.x, result.cost, int(result.nfev), int(result.nfev + jacobian_cost * result.njev)


def by_mujoco(x0, bounds, residual):
    count = [0]

    def f(x):
        count[0] += x.shape[1]
        return np.stack([np.asarray(residual(column), dtype=float) for column in x.T], axis=1)

    limits = None if bounds is None else [np.array(b, dtype=float) for b in bounds]
    try:
        with contextlib.redirect_stdout(sys.stderr):
            x, trace = minimize.least_squares(np.array(x0, dtype=float), f, bounds=limits, verbose=minimize.Verbosity.SILENT,
                                              max_iter=500)
    except Exception as error:  # a failure is a result, too
        return None, str(error), 0, count[0]
    value = 0.5 * float(np.sum(np.square(residual(np.asarray(x).ravel()))))
    return np.asarray(x).ravel(), value, len(trace), count[0]


rows = []
for name, x0, bounds, residual in PROBLEMS:
    x, cost, iterations, evaluations = by_scipy(x0, bounds, residual)
    mx, mcost, miterations, mevaluations = by_mujoco(x0, bounds, residual)
    rows.append({
        'name': name, 'x': x.tolist(), 'objective': cost,
        'scipy': {'iterations': iterations, 'evaluations': evaluations},
        'mujoco': {'objective': mcost, 'iterations': miterations, 'evaluations': mevaluations},
    })
print(json.dumps(rows, indent=1))
