"""Places of all joints in some moments of every clip of a glTF file, worked out from the specification with matrices."""

import sys

import numpy as np
from pygltflib import GLTF2

gltf = GLTF2().load(sys.argv[1])
blob = gltf.binary_blob()
TYPES = {5120: np.int8, 5121: np.uint8, 5122: np.int16, 5123: np.uint16, 5125: np.uint32, 5126: np.float32}
WIDTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}


def numbers(index):
    accessor = gltf.accessors[index]
    view = gltf.bufferViews[accessor.bufferView]
    start = (view.byteOffset or 0) + (accessor.byteOffset or 0)
    width = WIDTHS[accessor.type]
    kind = TYPES[accessor.componentType]
    data = np.frombuffer(blob, kind, accessor.count * width, start).reshape(accessor.count, width)
    if accessor.normalized:
        return np.maximum(data.astype(np.float64) / np.iinfo(kind).max, -1.0)
    return data.astype(np.float64)


def between(sampler, path, time):
    times, values = numbers(sampler.input)[:, 0], numbers(sampler.output)
    assert sampler.interpolation == "LINEAR"
    after = int(np.searchsorted(times, time, side="right"))
    if after == 0 or after == len(times):
        value = values[max(after - 1, 0)]
        return value / np.linalg.norm(value) if path == "rotation" else value
    a, b = values[after - 1], values[after]
    t = (time - times[after - 1]) / (times[after] - times[after - 1])
    if path != "rotation":
        return a + (b - a) * t
    a, b = a / np.linalg.norm(a), b / np.linalg.norm(b)
    cosine = float(np.dot(a, b))
    if cosine < 0.0:
        b, cosine = -b, -cosine
    if cosine > 0.999999:
        q = a + (b - a) * t
    else:
        angle = np.arccos(cosine)
        q = (np.sin((1 - t) * angle) * a + np.sin(t * angle) * b) / np.sin(angle)
    return q / np.linalg.norm(q)


def matrix(translation, rotation, scale):
    x, y, z, w = rotation
    turn = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
    out = np.eye(4)
    out[:3, :3] = turn * np.array(scale)
    out[:3, 3] = translation
    return out


parents = {child: index for index, node in enumerate(gltf.nodes) for child in node.children or []}
joints = gltf.skins[0].joints
for animation in gltf.animations:
    end = max(float(numbers(sampler.input)[-1, 0]) for sampler in animation.samplers)
    for part in (0.0, 0.37, 0.81):
        time = end * part
        moved = {}
        for channel in animation.channels:
            if channel.target.path in ("rotation", "translation"):
                key = (channel.target.node, channel.target.path)
                moved[key] = between(animation.samplers[channel.sampler], channel.target.path, time)
        world = {}

        def place(index):
            if index not in world:
                node = gltf.nodes[index]
                local = matrix(
                    moved.get((index, "translation"), node.translation or [0, 0, 0]),
                    moved.get((index, "rotation"), node.rotation or [0, 0, 0, 1]),
                    node.scale or [1, 1, 1],
                )
                world[index] = place(parents[index]) @ local if index in parents else local
            return world[index]

        for joint in joints:
            at = place(joint)[:3, 3]
            print(animation.name, f"{time:.9g}", gltf.nodes[joint].name, *(f"{value:.9g}" for value in at))
