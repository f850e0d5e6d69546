"""Object permanence in 20 lines: a thief walks behind a wall, and the guard knows where it must be by now."""

from pathlib import Path

import piaget

guard = piaget.Character.parse("""
    character "guard"
    percepts { kind "thief" }
    selector "thief" "thief"
    beliefs persist=60 { map }
    actions { tuple "catch" object="thief" { do "approach" within=0.8 } }
""")
yard = piaget.Terrain(20, 20, walls=[(0, 3, 3, 0.1)])
mind = piaget.Mind(guard, yard, seed=7)
for tick in range(50):
    thief = (-6 + 0.15 * tick, 0.0, 4.0)
    hidden = yard.is_cut((0, -4), (thief[0], thief[2]))
    seen: list[piaget.Sighting] = [] if hidden else [{"kind": "thief", "position": thief}]
    mind.step({"position": (0, 0, -4), "yaw": 0.0}, seen, sight=piaget.Field(120))
    if tick % 10 == 9:
        x, _, z = mind.report()["beliefs"][0]["position"]
        print(f"{mind.time_s:.0f} s: it {'thinks' if hidden else 'sees'} the thief at ({x:.1f}, {z:.1f}); it is at ({thief[0]:.1f}, 4.0)")
where = mind.map("thief")
assert where is not None
Path("object_permanence.png").write_bytes(piaget.png(piaget.draw(where, terrain=yard)))
