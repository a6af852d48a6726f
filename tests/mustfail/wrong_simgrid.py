# SPDX-License-Identifier: BSD-3-Clause
"""Options of SimGrid that are refused, on the command line and in a platform file."""
from case import RUN, Case

STAR = RUN + "--platform star:4 "
CONFIG = ("<?xml version='1.0'?>\n"
          '<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">\n'
          '<platform version="4.1">\n  <config><prop id="{}" value="{}"/></config>\n'
          '  <zone id="world" routing="Full"><host id="a" speed="1Gf"/></zone>\n</platform>\n')


def given(name: str, option: str, *says: str) -> Case:
    return Case("simgrid-" + name, STAR + f"--cfg={option} {{program}}", 2, says)


def in_file(name: str, option: str, value: str, *says: str) -> Case:
    return Case("simgrid-file-" + name, RUN + "-platform bad.xml {program}", 2, (r"bad\.xml:4\b", *says),
                files={"bad.xml": CONFIG.format(option, value)})


SIMGRID = (
    given("ptask", "host/model:ptask_L07", "not possible here", "'host/model:ptask_L07'", "no parallel tasks"),
    given("packets", "network/model:ns-3", "'network/model:ns-3'", "network/model:packet"),
    given("solver", "network/solver:bmf", "'network/solver:bmf'", "max-min"),
    given("plugin", "plugin:host_enrgy", "'plugin:host_enrgy'", "known: host_energy"),
    given("selector", "smpi/coll-selector:mvapich2", "'smpi/coll-selector:mvapich2'"),
    given("chaos", "cmonkey/time:3", "'cmonkey/time:3'", "--scenario"),
    given("rank-count", "smpi/np:two", "whole number", "'smpi/np:two'", "smpi/np:4"),
    given("map", "smpi/map:many", "yes or no", "'smpi/map:many'"),
    given("no-colon", "smpi/np", "key:value", "'smpi/np'"),
    given("shared-malloc", "smpi/shared-malloc:some", "unknown kind of shared memory", "'smpi/shared-malloc:some'"),
    given("unknown", "smpi/privatisation:yes", "smpi/privatisation", "did you mean 'smpi/privatization'"),
    given("governor", "plugin/dvfs/governor:ondemnd", "is not a governor", "'ondemnd'", "did you mean 'ondemand'"),
    given("sampling", "plugin/dvfs/sampling-rate:0", "plugin/dvfs/sampling-rate needs seconds above 0", "'0'"),
    given("pstate", "'plugin/dvfs:yes plugin/dvfs/max-pstate:1'", "max-pstate is not a pstate of the host, for host host-0",
          "'1'"),
    Case("simgrid-library", RUN + "-platform p.so {program}", 2, ("a library builds", r"'p\.so'", "platform file"),
         files={"p.so": ""}),
    in_file("ptask", "host/model", "ptask_L07", "not possible here", "no parallel tasks"),
    in_file("map", "smpi/map", "many", "yes or no", "'smpi/map:many'"),
    in_file("unknown", "smpi/privatisation", "yes", "did you mean 'smpi/privatization'"),
)
