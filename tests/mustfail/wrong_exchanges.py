# SPDX-License-Identifier: BSD-3-Clause
"""Collapsed exchanges: wrong values of the option, and plug-ins that tell wrong steps."""
from case import DEADLOCK_STATUS, RUN, Case

COLLAPSED = RUN + "--cfg=smpi/simulate-computation:no --cfg=smpi/collapse:exact --overlay o.toml "
# Two ranks to a core.
FAST_SHARED = "--cfg=smpi/collapse:fast -platform star:2 --cores 1 "
# work() of programs/overlay.c: the first step is right, the second is to be told.
PLUGIN = """#include <smpi/overlay.h>
static int next(void* state, smpi_exchange_step* step) {
  int rank, number = (*(int*)state)++;
  static char data[8];
  (void)data;
  if (number > 1) return 0;
  rank = smpi_process_index();
  step->send_to = step->receive_from = rank ^ 1;
  step->outgoing_bytes = step->incoming_bytes = 100;
  if (number == 0) return 1;
  %s
  return 1;
}
int exchange(int count, const double* data) {
  int number = 0;
  (void)data;
  return smpi_exchange(MPI_COMM_WORLD, 2, next, &number) ? count : -count;
}
"""


# The same with steps that are told once.
TURNS = """#include <smpi/overlay.h>
int exchange(int count, const double* data) {
  smpi_exchange_step steps[2] = {{0}};
  double flops[3] = {0, 1e6, 0};
  int turns = 3, i;
  (void)data;
  for (i = 0; i < 2; i++) steps[i].round = i, steps[i].send_to = steps[i].receive_from = smpi_process_index() ^ 1;
  %s
  return smpi_exchange_turns(MPI_COMM_WORLD, 2, steps, 2, turns, flops) ? count : -count;
}
"""


def told(name: str, second_step: str, status: int, *says: str, plugin: str = PLUGIN, options: str = "") -> Case:
    return Case("exchange-" + name, COLLAPSED + options + "{program}", status, says, program="overlay.c",
                prepare=("{smpicc} -shared -fPIC p.c -o p.so",),
                files={"o.toml": "plugin = 'p.so'\n[work]\nreplace = 'exchange'\n", "p.c": plugin % second_step})


def no_formula(option: str, value: str, says: str = "") -> Case:
    return Case("collapse-fast-" + option.replace("/", "-"), RUN + f"--cfg=smpi/collapse:fast --cfg={option}:{value} {{program}}", 2,
                ("smpi/collapse:fast has no formula", says or option, "smpi/collapse:exact"))


EXCHANGES = (
    Case("collapse-unknown", RUN + "--cfg=smpi/collapse:quick {program}", 2, ("smpi/collapse is no, exact or fast", "quick")),
    *(no_formula(*case) for case in (("smpi/pair-duplex", "half"), ("smpi/socket-buffer", "100000"),
                                     ("smpi/scale-collectives", "0.5"), ("network/on-failure", "fail"))),
    no_formula("network/crosstraffic", "reserve", "this network"),
    told("of-no-round", "step->round = 2;", 1, r"rank [0-3] .*smpi_exchange: a step has round 2.*2 rounds"),
    told("to-nobody-there", "step->round = 1; step->send_to = 4;", 1, r"smpi_exchange: a step has rank 4.*4 ranks"),
    told("of-a-round-not-received", "step->round = 1; step->receive_from = -1;", 1,
         r"smpi_exchange: rank [0-3] .*gets a message of round 1, and has not received that before it",
         plugin=PLUGIN.replace("number > 1", "number > 2")),
    told("of-flops-below-0", "step->round = 1; step->flops = -1;", 1, r"smpi_exchange: a step computes -1 flops"),
    told("of-flops-where-ranks-share-cores", "step->round = 1; step->flops = 1;", 1, "a step computes, but smpi_exchange_can_compute",
         options=FAST_SHARED),
    told("turns", "", 0, plugin=TURNS),
    told("turns-of-flops-without-end", "flops[2] = 1e308 * 10;", 1, "a step computes inf flops", plugin=TURNS),
    told("turns-of-no-number", "turns = -1;", 1, "smpi_exchange_turns: .*needs counts that are not negative", plugin=TURNS),
    told("turns-of-no-round", "steps[1].round = 2;", 1, r"smpi_exchange: a step has round 2.*2 rounds", plugin=TURNS),
    told("turns-of-flops-where-ranks-share-cores", "", 1, "a step computes, but smpi_exchange_can_compute", plugin=TURNS,
         options=FAST_SHARED),
    told("from-who-sends-nothing", "step->round = 1; step->send_to = -1;", DEADLOCK_STATUS,
         "deadlock", "a message inside a collapsed exchange"),
)
