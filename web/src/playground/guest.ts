// A body that somebody brought: a character for it and a place to live, so that a model alone comes to life.

/** A character that looks for a ball, goes to it, and performs what its body knows when it is told. */
export function guestCharacter(model: string): string {
  return `// Looks for the ball and goes to it; say "guest" and a movement of its body, and it performs that.
character "guest"

body kind="guest" model="${model}" height=1.2 radius=0.25 eye-height=1 walk=1 run=1.8 turn=3 head-turn=5 reach=0.6
eyes field-of-view=120 range=30
beliefs persist=60

percepts { kind "ball" }
selector "ball" "ball" nearest=#true

actions choose="highest" {
    tuple "perform" value=5 interrupts=#true {
        should { heard words="guest {movement}" }
        do "told" words="guest {movement}"
        until success=#true { finished }
        until { cannot }
    }
    tuple "approach" value=2 object="ball" {
        do "approach" within=0.7
        until success=#true { arrived }
        until { no-way }
    }
    tuple "look" value=1 object="ball" {
        do "look-at"
        until { after 3 }
    }
}
`;
}

/** A ground with a ball that does not stay where it is, and a wall that it goes behind. */
export function guestScenario(name: string, character: string): string {
  return `scenario "${name}" {
    shows "A body that was brought here goes after a ball, and keeps a belief about it behind the wall."
    try "Drag the ball; give it an order; write on in the character's file."
}
length 60
tick 30
seed 1

ground { size 14 14 }
wall "wall" { at 1.5 3; size 3 0.3; height 1.6 }

thing "ball" { kind "ball"; colour "red"; at -2 3; shape "sphere" { radius 0.2 } }
creature "guest" { character "${character}"; at -3 -3; yaw 30 }

timeline {
    at 6 { slide "ball" { to 1.5 4.5; speed 1.2 } }
    at 22 { slide "ball" { to 4 -2; speed 1.5 } }
    at 36 { slide "ball" { to -4 2; speed 1.5 } }
}
`;
}
