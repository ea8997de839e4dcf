"""Compares answers of Tenon's quadratic solver with a reference: `qp.py problems.jsonl [fixtures.json]`.

The problems are from `npm run bench -- ik --record problems.jsonl`. The reference is Clarabel, whose active rows start
an iteration on the exact conditions of the minimum; an answer counts if these hold to rounding. With a second name, 200
problems in single precision and their reference answers are written there: base64 of arrays, far rows left out.
"""
import base64
import json
import sys

import clarabel
import numpy as np
from scipy import sparse

FIXTURES = {"UR5e": 60, "G1": 40, "ALOHA": 60, "degenerate": 20, "infeasible": 20}


def read(line):
    p = json.loads(line)
    n, m = p["n"], p["m"]
    H = np.zeros((n, n))
    H[np.tril_indices(n)] = p["H"]
    p["H"] = H + np.tril(H, -1).T
    p["c"] = np.array(p["c"])
    p["A"] = np.vstack([np.eye(n), np.array(p["A"], dtype=float).reshape(m, n)])
    p["lower"] = np.array([-np.inf if v is None else v for v in p["lower"]], dtype=float)
    p["upper"] = np.array([np.inf if v is None else v for v in p["upper"]], dtype=float)
    p["penalty"] = np.array([np.inf if v is None else v for v in p["penalty"]], dtype=float)
    p["x"] = np.array(p["x"])
    return p


def solve_clarabel(p):
    """Status, x and the multipliers of the rows. An elastic row has a slack for each end."""
    H, c, A, lower, upper, penalty = (p[k] for k in ("H", "c", "A", "lower", "upper", "penalty"))
    n = len(c)
    elastic = np.isfinite(penalty)
    rows, ends, signs = [], [], []
    for i in range(len(lower)):
        for sign, end in ((1, upper[i]), (-1, -lower[i])):
            if np.isfinite(end):
                rows.append(i), ends.append(end), signs.append(sign)
    slack = [k for k, i in enumerate(rows) if elastic[i]]
    s = len(slack)
    G = np.zeros((len(rows) + s, n + s))
    for k, (i, sign) in enumerate(zip(rows, signs)):
        G[k, :n] = sign * A[i]
    for t, k in enumerate(slack):
        G[k, n + t] = -1
        G[len(rows) + t, n + t] = -1
    h = np.concatenate([ends, np.zeros(s)])
    P = np.zeros((n + s, n + s))
    P[:n, :n] = H
    q = np.concatenate([c, [penalty[rows[k]] for k in slack]])
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-11
    cones = [clarabel.NonnegativeConeT(len(h))]
    upper_triangle = sparse.csc_matrix(np.triu(P))
    answer = clarabel.DefaultSolver(upper_triangle, q, sparse.csc_matrix(G), h, cones, settings).solve()
    x, z = np.array(answer.x)[:n], np.array(answer.z)
    y = np.zeros(len(lower))
    for k, (i, sign) in enumerate(zip(rows, signs)):
        y[i] += sign * z[k]
    return str(answer.status), x, y


def find_exact(p, x, y):
    """x from the exact conditions of the minimum, for the first guess of active rows that leads there, or None."""
    for threshold in (1e-6, 1e-9, 1e-3, 1):
        exact = polish(p, x, y, threshold)
        if exact is not None:
            return exact
    return None


def polish(p, x, y, threshold):
    """x from the exact conditions of the minimum, started at the active rows of an approximate answer; None if no set of
    active rows is found."""
    H, c, A, lower, upper, penalty = (p[k] for k in ("H", "c", "A", "lower", "upper", "penalty"))
    n = len(c)
    scale = np.linalg.norm(A, axis=1)
    state = np.zeros(len(lower), dtype=int)
    big = threshold * max(np.abs(c).max(), 1e-9)
    state[(y > big) | ((np.abs(A @ x - upper) < 1e-9) & (y > 0))] = 1
    state[(y < -big) | ((np.abs(A @ x - lower) < 1e-9) & (y < 0))] = -1
    state[(y >= penalty * (1 - 1e-6)) & np.isfinite(penalty)] = 2
    state[(y <= -penalty * (1 - 1e-6)) & np.isfinite(penalty)] = -2
    for _ in range(60):
        fixed = np.abs(state) == 2
        y = np.where(fixed, np.sign(state) * np.where(np.isfinite(penalty), penalty, 0), 0.0)
        active = np.flatnonzero(np.abs(state) == 1)
        N, b = A[active], np.where(state[active] > 0, upper[active], lower[active])
        q = len(active)
        K = np.block([[H, N.T], [N, np.zeros((q, q))]])
        right = np.concatenate([-c - A.T @ y, b])
        size = np.concatenate([1 / np.sqrt(np.diag(H)), np.ones(q)])
        solution = size * np.linalg.lstsq(K * np.outer(size, size), right * size, rcond=1e-14)[0]
        for _ in range(3):
            rest = np.array(right - K.astype(np.longdouble) @ solution.astype(np.longdouble), dtype=float)
            solution += size * np.linalg.lstsq(K * np.outer(size, size), rest * size, rcond=1e-14)[0]
        x, y[active] = solution[:n], solution[n:]
        value = A @ x
        # rows that are violated, and multipliers of the wrong sign
        over = np.where(state < 2, value - upper, 0) / scale.clip(1e-12)
        under = np.where(state > -2, lower - value, 0) / scale.clip(1e-12)
        wrong = np.where(np.abs(state) == 1, -np.sign(state) * y, 0) * scale
        beyond = np.where(np.abs(state) == 1, np.abs(y) - penalty, 0)
        if max(over.max(), under.max()) > 1e-12:
            i = np.argmax(np.maximum(over, under))
            state[i] = (1 if over[i] > under[i] else -1) if state[i] == 0 else state[i]
            if abs(state[i]) == 1 and i in active:
                return None
        elif wrong.max() > 1e-10:
            state[np.argmax(wrong)] = 0
        elif beyond.max() > 1e-10:
            state[np.argmax(beyond)] *= 2
        else:
            gradient = H @ x + c + A.T @ y
            return x if np.abs(gradient * size[:n]).max() < 1e-10 else None
    return None


def single(p):
    """In single precision, without rows that are far from active."""
    q = dict(p)
    n = p["n"]
    value = p["A"] @ p["x"]
    near = np.minimum(p["upper"] - value, value - p["lower"])
    keep = [n + k for k in np.argsort(near[n:])[:8]] if p["kind"] == "recorded" else list(range(n, n + p["m"]))
    keep = list(range(n)) + sorted(keep)
    for key in ("A", "lower", "upper", "penalty"):
        q[key] = p[key][keep].astype(np.float32).astype(float)
    for key in ("H", "c"):
        q[key] = p[key].astype(np.float32).astype(float)
    q["m"] = len(keep) - n
    return q


def pack(p, x):
    def text(values, kind=np.float32):
        return base64.b64encode(np.ascontiguousarray(values, dtype=kind).tobytes()).decode()

    n = p["n"]
    numbers = {k: text(p[k]) for k in ("c", "lower", "upper", "penalty")}
    numbers["H"] = text(p["H"][np.tril_indices(n)])
    # rows as pairs of column and value
    rows, columns = np.nonzero(p["A"][n:])
    numbers["A"] = [text(rows, np.uint8), text(columns, np.uint8), text(p["A"][n:][rows, columns])]
    answer = {} if x is None else {"x": text(x, np.float64)}
    return {"scene": p["scene"].split(",")[0], "kind": p["kind"], "n": n, "m": p["m"], **numbers, **answer}


def main(source, target=None):
    counts, worst, unresolved, wrong = {}, {}, 0, 0
    samples = {key: [] for key in FIXTURES}
    with open(source) as file:
        for k, line in enumerate(file):
            p = read(line)
            status, x, y = solve_clarabel(p)
            kind = p["kind"]
            counts[kind] = counts.get(kind, 0) + 1
            group = kind if kind != "recorded" else p["scene"].split(",")[0]
            if kind == "infeasible":
                if (p["status"] == "infeasible") != (status == "PrimalInfeasible"):
                    wrong += 1
                    print(f"problem {k}: ours {p['status']}, reference {status}")
            else:
                if p["status"] != "solved":
                    wrong += 1
                    print(f"problem {k}: ours {p['status']}, reference {status}")
                exact = find_exact(p, x, y)
                if exact is None:
                    unresolved += 1
                    gap = np.abs(x - p["x"]).max()
                    print(f"problem {k}, {group}: no exact reference, {gap:.1e} from Clarabel's answer")
                    continue
                gap = np.abs(exact - p["x"]).max()
                if gap > worst.get(group, (0, 0))[0]:
                    worst[group] = (gap, k)
            if target and (p["m"] < 60 or kind == "recorded"):
                samples[group].append(line)
    print(f"{counts}; largest |x - reference| {worst}; {unresolved} without exact reference, {wrong} wrong words")
    if target:
        write(samples, target)


def write(samples, target):
    fixtures = []
    for group, count in FIXTURES.items():
        lines = samples[group]
        done = 0
        for line in lines[:: max(1, len(lines) // (2 * count))]:
            p = single(read(line))
            status, x, y = solve_clarabel(p)
            exact = None if group == "infeasible" else find_exact(p, x, y)
            good = status == "PrimalInfeasible" if group == "infeasible" else exact is not None
            if not good or done == count:
                continue
            fixtures.append(pack(p, exact))
            done += 1
    with open(target, "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(f, separators=(",", ":")) for f in fixtures) + "\n]\n")
    print(f"{len(fixtures)} fixtures in {target}")


main(*sys.argv[1:])
