"""Solves of one scene with mink: `ik.py scene.json`, called by `npm run bench -- ik --python <program>`. Prints JSON."""
import json
import math
import sys
import time

import mink
import mujoco
import numpy as np

with open(sys.argv[1]) as file:
    scene = json.load(file)
model = mujoco.MjModel.from_xml_path(scene["path"])
configuration = mink.Configuration(model)
configuration.update_from_keyframe(scene["key"])
dt, steps, warmup = scene["dt"], scene["steps"], scene["warmup"]


def make_task(spec):
    if spec["kind"] == "posture":
        return mink.PostureTask(model, cost=spec["cost"])
    if spec["kind"] == "com":
        return mink.ComTask(cost=spec["cost"])
    kind, name = next(iter(spec["frame"].items()))
    return mink.FrameTask(name, kind, spec["position"], spec["orientation"], lm_damping=spec["lm"])


tasks = [make_task(spec) for spec in scene["tasks"]]
starts = []
for task, spec in zip(tasks, scene["tasks"]):
    task.set_target_from_configuration(configuration)
    if spec["kind"] == "com":
        starts.append(task.target_com.copy())
    elif spec["kind"] == "frame":
        starts.append(task.transform_target_to_world)
    else:
        starts.append(None)

limits = [mink.ConfigurationLimit(model)]
if scene.get("velocities"):
    limits.append(mink.VelocityLimit(model, scene["velocities"]))
if scene.get("pairs"):
    pairs = np.array(scene["pairs"]).reshape(-1, 2)
    limits.append(
        mink.CollisionAvoidanceLimit(
            model,
            [([int(a)], [int(b)]) for a, b in pairs],
            minimum_distance_from_collisions=scene["collisions"]["minimum"],
            collision_detection_distance=scene["collisions"]["detection"],
        )
    )


def follow(count):
    configuration.update_from_keyframe(scene["key"])
    times = np.empty(count)
    for k in range(count):
        s = math.sin(0.5 * math.pi * k * dt)
        for task, spec, start in zip(tasks, scene["tasks"], starts):
            if not spec.get("move"):
                continue
            move = s * np.array(spec["move"])
            if spec["kind"] == "com":
                task.set_target(start + move)
            else:
                pose = mink.SE3.from_rotation_and_translation(start.rotation(), start.translation() + move)
                task.set_target(pose)
        t = time.perf_counter()
        velocity = mink.solve_ik(configuration, tasks, dt, "daqp", damping=scene["damping"], limits=limits)
        times[k] = 1e6 * (time.perf_counter() - t)
        configuration.integrate_inplace(velocity, dt)
    return times


follow(warmup)
times = follow(steps)
result = {"mean": times.mean(), "median": np.median(times), "p99": np.quantile(times, 0.99)}
print(json.dumps({**result, "qpos": list(configuration.q)}))
