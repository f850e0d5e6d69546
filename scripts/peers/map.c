/* One step of an occupancy map over hexagons as a careful C programmer would write it: rows with padding, so that no
 * neighbour needs a question, and loops that the compiler turns into vectors. Spread evenly (the share of what a node
 * gives away is the argument), cull the left third by half, renormalise. Prints the least nanoseconds per node. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

int main(int argc, char **argv) {
    int side = argc > 1 ? atoi(argv[1]) : 32;
    float share = (argc > 2 ? strtof(argv[2], NULL) : 0.05f) / 6.0f;
    int stride = (side + 2 + 15) / 16 * 16, rows = side + 2;
    size_t stored = (size_t)stride * rows;
    float *mass = aligned_alloc(64, stored * 4), *next = aligned_alloc(64, stored * 4);
    float *kept = aligned_alloc(64, stored * 4), *hidden = aligned_alloc(64, stored * 4);
    memset(mass, 0, stored * 4);
    memset(next, 0, stored * 4);
    memset(kept, 0, stored * 4);
    memset(hidden, 0, stored * 4);
    for (int r = 1; r <= side; r++)
        for (int c = 1; c <= side; c++) {
            int lean = (r - 1) % 2, ways = 0;
            int around[6][2] = {{0, 1}, {1, lean}, {1, lean - 1}, {0, -1}, {-1, lean - 1}, {-1, lean}};
            for (int w = 0; w < 6; w++) {
                int y = r + around[w][0], x = c + around[w][1];
                ways += y >= 1 && y <= side && x >= 1 && x <= side;
            }
            kept[r * stride + c] = 1.0f - share * ways;
            hidden[r * stride + c] = c <= side / 3 ? 0.5f : 1.0f;
            mass[r * stride + c] = 1.0f / ((float)side * side);
        }
    float *start = aligned_alloc(64, stored * 4);
    memcpy(start, mass, stored * 4);
    double least = 1e300;
    int steps = side >= 500 ? 1 : 1000000 / (side * side);
    for (int round = 0; round < 300; round++) {
        double begun = now_ns();
        for (int step = 0; step < steps; step++) {
            /* Or looking at the same third again and again would empty it. */
            if (step % 16 == 0) memcpy(mass, start, stored * 4);
            float left = 0.0f;
            for (int r = 1; r <= side; r++) {
                int lean = (r - 1) % 2;
                const float *restrict here = mass + (size_t)r * stride;
                const float *restrict above = here - stride + lean, *restrict below = here + stride + lean;
                const float *restrict keep = kept + (size_t)r * stride, *restrict hide = hidden + (size_t)r * stride;
                float *restrict out = next + (size_t)r * stride;
                for (int c = 1; c <= side; c++) {
                    float around = (above[c - 1] + above[c]) + (below[c - 1] + below[c]) + (here[c - 1] + here[c + 1]);
                    float new = (here[c] * keep[c] + around * share) * hide[c];
                    out[c] = new;
                    left += new;
                }
            }
            float scale = 1.0f / left;
            for (int r = 1; r <= side; r++) {
                float *restrict out = next + (size_t)r * stride;
                for (int c = 1; c <= side; c++) out[c] *= scale;
            }
            float *swap = mass;
            mass = next;
            next = swap;
        }
        double took = (now_ns() - begun) / steps / side / side;
        if (took < least) least = took;
    }
    printf("%.6f\n", least);
    return mass[stride + 1] < 0.0f;
}
