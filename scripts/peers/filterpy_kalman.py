"""Runs filterpy's Kalman filter over the runs given as JSON on standard input and prints its estimates.

Each run holds the matrices of one axis (F per step, Q per step, P0, R), the first position and a list of steps:
{"F": 3x3, "Q": 3x3, "z": number or null}. The answer is, per run, the list of [position, velocity, acceleration].
"""

import json
import sys

import numpy as np
from filterpy.kalman import KalmanFilter

answers = []
for run in json.load(sys.stdin):
    kf = KalmanFilter(dim_x=3, dim_z=1)
    kf.x = np.array([[run["x0"]], [0.0], [0.0]])
    kf.P = np.array(run["P0"])
    kf.H = np.array([[1.0, 0.0, 0.0]])
    kf.R = np.array([[run["R"]]])
    out = []
    for step in run["steps"]:
        kf.predict(F=np.array(step["F"]), Q=np.array(step["Q"]))
        if step["z"] is not None:
            kf.update(np.array([[step["z"]]]))
        out.append(kf.x[:, 0].tolist())
    answers.append(out)
json.dump(answers, sys.stdout)
