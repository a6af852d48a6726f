# SPDX-License-Identifier: BSD-3-Clause
"""Scenarios, stochastic traces and futures that must be refused before anything runs."""
import re

from case import Case
from wrong_futures import FUTURES
from wrong_restarts import RESTARTS

RUN = "{smpirun} -np 2 --platform star:2 "


def literal(says: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(re.escape(text) for text in says)


def scenario(name: str, text: str, *says: str) -> Case:
    return Case("scenario-" + name, RUN + "--scenario s.toml {program}", 2, literal(says), files={"s.toml": text})


def event(name: str, lines: str, *says: str) -> Case:
    defaults = {"at": '"1s"', "what": '"link"', "name": '"all"', "action": '"off"'}
    given = [line for line in lines.split("\n") if line]
    keys = [line.split(" = ")[0] for line in given]
    for key in (key[1:] for key in keys if key.startswith("-")):
        defaults.pop(key)
    given += [f"{key} = {value}" for key, value in defaults.items() if key not in keys]
    return scenario(name, "[[event]]\n" + "\n".join(line for line in given if not line.startswith("-")) + "\n", *says)


def option(name: str, text: str, *says: str) -> Case:
    return Case("scenario-option-" + name, RUN + f"--cfg=smpi/{text} {{program}}", 2, literal(says))


SCENARIOS = (
    *FUTURES,
    *RESTARTS,
    Case("scenario-missing", RUN + "--scenario no.toml {program}", 2, ("no.toml", "cannot read")),
    scenario("not-toml", "[[event\n", "s.toml:1"),
    scenario("key", "[[events]]\n", "s.toml:1", "'events'", "did you mean 'event'?"),
    event("event-key", "when = 3", "s.toml:2", "'when'"),
    event("no-time", "-at", "at = "),
    event("no-target", "-what", "what = "),
    event("no-name", "-name", "name = "),
    event("no-action", "-action", "action = "),
    event("negative-time", 'at = "-1s"', "s.toml:2"),
    event("unit", 'at = "3 parsec"', "s.toml:2", "parsec"),
    event("no-duration", "for = 0", "s.toml:2", "longer than 0"),
    event("kind", 'what = "lnk"', "s.toml:2", "'lnk'", "did you mean 'link'?"),
    event("link", 'name = "start_link_0"', "s.toml:2", "no such link"),
    event("host", 'name = "host-9"\nwhat = "host"', "s.toml:2", "no such host", "did you mean 'host-"),
    event("switch", 'name = "host-star_rooter"\nwhat = "switch"', "s.toml:2", "no such switch", "did you mean 'host-star_router'?"),
    event("switch-far", 'name = "top"\nwhat = "switch"', "s.toml:2", "no such switch: 'top'", "its switches are host-star_router"),
    Case("scenario-switch-of-a-torus", "{smpirun} -np 2 --platform torus:4 --scenario s.toml {program}", 2,
         (r"s\.toml:", "no such switch: 'top'", "this platform has none"),
         files={"s.toml": '[[event]]\nat = "1s"\nwhat = "switch"\nname = "top"\naction = "off"\n'}),
    event("group", 'name = "starr"\nwhat = "group"', "s.toml:2", "no such group", "did you mean 'star'?"),
    event("action-of-switches", 'action = "speed*0.5"\nwhat = "switch"', "unknown action on a switch", "bandwidth*FACTOR"),
    event("action-of-groups", 'action = "pstate=0"\nwhat = "group"', "only hosts have pstates"),
    event("boot-of-group", 'action = "boot"\nwhat = "group"', "only hosts boot"),
    event("on-of-switch", 'action = "on"\nwhat = "switch"', "not off at that time", "host-star_router"),
    event("share", 'name = "random:1.5"', "s.toml:2", "at most 1", "random:0.01"),
    event("share-of-none", 'name = "random:0"', "s.toml:2", "above 0"),
    event("names", "name = 3", "s.toml:2"),
    event("action", 'action = "of"', "s.toml:2", "'of'", "did you mean 'off'?"),
    event("action-of-hosts", 'action = "speed*0.5"', "unknown action on a link", "bandwidth*FACTOR"),
    event("action-of-links", 'action = "latency*2"\nwhat = "host"', "unknown action on a host", "speed*FACTOR"),
    event("factor", 'action = "bandwidth*half"', "s.toml:2", "a factor is a number"),
    event("factor-0", 'action = "bandwidth*0"', "a factor is a number above 0", "`off`"),
    event("on-without-off", 'action = "on"', "not off at that time", "`on` and `boot` end"),
    event("on-for", 'action = "on"\nfor = 3', "until the next event"),
    event("pstate", 'action = "pstate=4"\nwhat = "host"', "pstates 0 to 0"),
    event("pstate-of-link", 'action = "pstate=0"', "only hosts have pstates"),
    event("boot-of-link", 'action = "boot"', "only hosts boot"),
    event("boot-without-pstate", 'action = "boot"\nwhat = "host"', "pstate = "),
    event("boot-without-duration", 'action = "boot"\nwhat = "host"\npstate = 0', "duration = "),
    event("duration-of-off", 'duration = "3s"', "only boot and shutdown"),
    scenario("slow-without-hosts", "[[slow]]\nfactor = 0.5\n", "s.toml:1", "hosts = "),
    scenario("slow-factor", '[[slow]]\nhosts = "all"\nfactor = -1\n', "s.toml:3", "above 0"),
    scenario("noise-kind", '[[noise]]\nkind = "periodical"\n', "s.toml:2", "did you mean 'periodic'?"),
    scenario("noise-too-long", '[[noise]]\nkind = "periodic"\nperiod = "1ms"\nduration = "2ms"\n', "s.toml:4",
             "below the period"),
    scenario("noise-rate", '[[noise]]\nkind = "poisson"\nrate = 0\nduration = 1\n', "s.toml:3", "above 0"),
    scenario("noise-all-the-time", '[[noise]]\nkind = "poisson"\nrate = 500\nduration = "exponential:2ms"\n', "s.toml:4",
             "no time to compute", "500 a second of 0.002 s", "below 1"),
    scenario("noise-period", '[[noise]]\nkind = "poisson"\nrate = 1\nduration = 1\nperiod = 1\n', "s.toml:5",
             "only `periodic`"),
    scenario("noise-duration", '[[noise]]\nkind = "poisson"\nrate = 1\nduration = "exponential:1"\nx = 1\n', "'x'"),
    scenario("failures-mtbf", '[failures]\nmtbf_node = 0\n', "s.toml:2", "above 0"),
    scenario("failures-law", '[failures]\nmtbf_node = "1h"\ndistribution = "weibul"\n', "s.toml:3", "weibull:SHAPE"),
    scenario("failures-shape", '[failures]\nmtbf_node = "1h"\ndistribution = "weibull:0"\n', "s.toml:3", "a shape"),
    scenario("failures-deviation", '[failures]\nmtbf_node = "1h"\ndistribution = "lognormal:0"\n', "s.toml:3",
             "a deviation", "lognormal:1.2"),
    scenario("failures-deviation-large", '[failures]\nmtbf_node = "1h"\ndistribution = "lognormal:6"\n', "s.toml:3",
             "from 0.01 to 5"),
    scenario("failures-deviation-text", '[failures]\nmtbf_node = "1h"\ndistribution = "lognormal:1x"\n', "s.toml:3",
             "a deviation"),
    scenario("failures-deviation-none", '[failures]\nmtbf_node = "1h"\ndistribution = "lognormal"\n', "s.toml:3",
             "unknown distribution", "lognormal:SIGMA"),
    scenario("failures-repair", '[failures]\nmtbf_node = "1h"\nrepair = 0\n', "s.toml:3", "above 0"),
    option("reaction", "on-host-failure:abor", "abort or hang", "did you mean 'abort'?"),
    option("detection", "failure-detection:-1s", "cannot be negative"),
    option("detection-unit", "failure-detection:soon", "smpi/failure-detection"),
)
