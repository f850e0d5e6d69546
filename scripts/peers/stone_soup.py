"""Stone Soup's JPDA (loopy belief propagation) on scenes that `piaget life who-is-who/walkers --scenario` wrote.

Prediction, gating, association, update and mixture are Stone Soup's, with the settings that our own rival `jpda` has. A detection
with less than half of its weight on tracks begins one; a track with less than half of its weight on detections coasts, for
3 s. Prints the mean IDF1 of what was seen and the milliseconds a frame took.
"""

import sys
import time
from datetime import datetime, timedelta

import numpy as np
from scipy.optimize import linear_sum_assignment
from stonesoup.dataassociator.probability import JPDAwithLBP
from stonesoup.functions import gm_reduce_single
from stonesoup.hypothesiser.probability import PDAHypothesiser
from stonesoup.models.measurement.linear import LinearGaussian
from stonesoup.models.transition.linear import CombinedLinearGaussianTransitionModel, ConstantVelocity
from stonesoup.predictor.kalman import KalmanPredictor
from stonesoup.types.array import StateVectors
from stonesoup.types.detection import Detection
from stonesoup.types.numeric import Probability
from stonesoup.types.state import GaussianState
from stonesoup.types.track import Track
from stonesoup.updater.kalman import KalmanUpdater

STRAY, DETECTED, BIRTHS, COAST_FRAMES = 0.06, 0.9, 0.001, 30
# The probability within a squared distance of 40 in units of the variance, which is the gate of our own `jpda`.
GATE = 1 - np.exp(-40 / 2)
LEAST_NOISE_M, NEW_SPEED, MARGIN_M, SAME_M, TICK_S = 0.03, 1.2, 0.3, 0.5, 0.1


def read(path: str) -> dict:
    scene = {"things": []}
    for line in open(path):
        word, *numbers = line.split()
        numbers = list(map(float, numbers))
        match word:
            case "area" | "noise":
                scene[word] = numbers
            case "frames":
                scene["seen"] = [[] for _ in range(int(numbers[0]))]
            case "thing":
                scene["things"].append(numbers)
            case "seen":
                scene["seen"][int(numbers[0])].append(numbers[1:])
    return scene


def follow(scene: dict) -> list[tuple]:
    """Rows of frame, track, x, y of the tracks that were seen in a frame."""
    noise = max(scene["noise"][0], LEAST_NOISE_M)
    model = LinearGaussian(4, (0, 2), np.diag([noise**2, noise**2]))
    predictor = KalmanPredictor(CombinedLinearGaussianTransitionModel([ConstantVelocity(STRAY), ConstantVelocity(STRAY)]))
    updater = KalmanUpdater(model)
    hypothesiser = PDAHypothesiser(predictor, updater, clutter_spatial_density=BIRTHS, prob_detect=Probability(DETECTED), prob_gate=Probability(GATE))
    associator = JPDAwithLBP(hypothesiser=hypothesiser)
    x0, x1, y0, y1 = scene["area"]
    tracks, unseen, names, rows = [], {}, {}, []
    for frame, places in enumerate(scene["seen"]):
        now = datetime(2000, 1, 1) + timedelta(seconds=TICK_S * frame)
        detections = [Detection(np.array([[x], [y]]), timestamp=now, measurement_model=model) for x, y in places]
        weights = {id(detection): 0.0 for detection in detections}
        for track, hypotheses in (associator.associate(tracks, detections, now) if tracks else {}).items():
            states, shares = [], []
            for hypothesis in hypotheses:
                share = float(hypothesis.probability)
                if hypothesis:
                    weights[id(hypothesis.measurement)] += share
                states.append(updater.update(hypothesis) if hypothesis else hypothesis.prediction)
                shares.append(share)
            was_seen = sum(share for share, hypothesis in zip(shares, hypotheses) if hypothesis) >= 0.5
            means, variances = StateVectors([state.mean for state in states]), np.stack([state.covar for state in states], axis=2)
            mean, variance = gm_reduce_single(means, variances, np.array(shares) / sum(shares))
            track.states = [GaussianState(mean, variance, timestamp=now)]
            unseen[id(track)] = 0 if was_seen else unseen[id(track)] + 1

        def stays(track: Track) -> bool:
            x, y = float(track.state_vector[0]), float(track.state_vector[2])
            inside = x0 - MARGIN_M <= x <= x1 + MARGIN_M and y0 - MARGIN_M <= y <= y1 + MARGIN_M
            return unseen[id(track)] == 0 or unseen[id(track)] <= COAST_FRAMES and inside

        tracks = [track for track in tracks if stays(track)]
        for detection in detections:
            if weights[id(detection)] < 0.5:
                x, y = detection.state_vector
                spread = np.diag([noise**2, NEW_SPEED**2, noise**2, NEW_SPEED**2])
                track = Track([GaussianState([x, 0, y, 0], spread, timestamp=now)])
                tracks.append(track)
                # The object is kept, so that no later one has its number.
                unseen[id(track)], names[id(track)] = 0, (len(names), track)
        for track in tracks:
            if unseen[id(track)] == 0:
                rows.append((frame, names[id(track)][0], float(track.state_vector[0]), float(track.state_vector[2])))
    return rows


def idf1(scene: dict, rows: list[tuple]) -> float:
    truth = [thing for thing in scene["things"] if thing[5]]
    tracks = {name: index for index, name in enumerate(sorted({row[1] for row in rows}))}
    overlap = np.zeros((int(max(thing[1] for thing in truth)) + 1, len(tracks)))
    by_frame = {}
    for row in rows:
        by_frame.setdefault(row[0], []).append(row)
    for frame, thing, x, y, *_ in truth:
        for _, name, a, b in by_frame.get(int(frame), []):
            overlap[int(thing), tracks[name]] += (x - a) ** 2 + (y - b) ** 2 <= SAME_M**2
    pairs = linear_sum_assignment(-overlap)
    return 2 * overlap[pairs].sum() / (len(truth) + len(rows))


scores, taken_s, frames = [], 0.0, 0
for path in sys.argv[1:]:
    scene = read(path)
    begun = time.process_time()
    rows = follow(scene)
    taken_s += time.process_time() - begun
    frames += len(scene["seen"])
    scores.append(idf1(scene, rows))
print(np.mean(scores), 1000 * taken_s / frames)
