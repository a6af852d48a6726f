# SPDX-License-Identifier: BSD-3-Clause
"""Jobs files that are refused."""
from case import Case

COMMAND = "{smpirun} --platform star:4 --jobs j.toml"
JOB = '[[job]]\nname = "a"\nprogram = "{program}"\nnp = 2\n'
TRAFFIC = JOB + '[[traffic]]\nhosts = "0-3"\nload = 0.3\n'


def jobs(name: str, content: str, *says: str, command: str = COMMAND) -> Case:
    return Case("jobs-" + name, command, 2, says, files={"j.toml": content.replace("{program}", "/bin/true")})


JOBS = (
    Case("jobs-missing", COMMAND, 2, (r"j\.toml", "cannot read")),
    jobs("empty", "", r"j\.toml", "no job is measured"),
    jobs("not-toml", "[[job]\n", r"j\.toml:1"),
    jobs("not-tables", "job = 3\n", r"j\.toml:1", r"\[\[job\]\]"),
    jobs("unknown-table", "[[jobs]]\n", r"j\.toml:1", "unknown key", "did you mean 'job'"),
    jobs("unknown-key", JOB + "prgram = 'b'\n", r"j\.toml:5", "prgram", "did you mean 'program'"),
    jobs("no-np", JOB.replace("np = 2\n", ""), r"j\.toml:1", "a .*job.* needs 'np'"),
    jobs("np-zero", JOB.replace("2", "0"), r"j\.toml:4", "whole number of 1 to", "'0'"),
    jobs("np-text", JOB.replace("2", "'2'"), r"j\.toml:4", "whole number"),
    jobs("twice", JOB + JOB, r"j\.toml:6", "two jobs have this name", "'a'"),
    jobs("start", JOB + "start = '10parsec'\n", r"j\.toml:5", "10parsec"),
    jobs("start-negative", JOB + "start = -1\n", r"j\.toml:5", "negative"),
    jobs("hosts-range", JOB + "hosts = '0-'\n", r"j\.toml:5", "not a range of hosts", "'0-'"),
    jobs("hosts-too-many", JOB + "hosts = '0-4'\n", r"j\.toml:5", "hosts 0 to 3", "'0-4'"),
    jobs("hosts-name", JOB + "hosts = ['hist-1']\n", r"j\.toml:5", "no such host", "did you mean 'host-"),
    jobs("hosts-twice", JOB + "hosts = '0,1,0'\n", r"j\.toml:5", "a host twice", "host-0"),
    jobs("hosts-and-allocation", JOB + "hosts = '0'\nallocation = 'groups'\n", r"j\.toml:6", "hosts or an allocation"),
    jobs("allocation", JOB + "allocation = 'random'\n", r"j\.toml:5", "unknown allocation", "random:SEED"),
    jobs("placement", JOB + "placement = 'cycle'\n", r"j\.toml:5", "unknown placement", "did you mean 'cyclic'"),
    jobs("placement-impossible", JOB + "placement = 'hilbert'\n", r"j\.toml:1", "no coordinates"),
    jobs("too-few-hosts", JOB.replace("2", "5"), r"j\.toml:1", "no hosts are left for the 5 ranks", "4 of 4 hosts"),
    jobs("forever", JOB + "repeat = 'forever'\n", r"j\.toml:5", "never ends", "measure = false"),
    jobs("nothing-measured", JOB + "measure = false\n", r"j\.toml", "no job is measured"),
    jobs("no-such-program", JOB.replace("{program}", "./nowhere"), "nowhere"),
    jobs("with-program", JOB, "--jobs does not go with this", "true", command=COMMAND + " /bin/true"),
    jobs("with-np", JOB, "'-np'", "np = N", command=COMMAND.replace("{smpirun}", "{smpirun} -np 2")),
    Case("jobs-alone-without", "{smpirun} --platform star:4 --alone {program}", 2, ("--alone needs --jobs",)),
    jobs("traffic-no-load", TRAFFIC.replace("load = 0.3\n", ""), r"j\.toml:5", "needs 'load'"),
    jobs("traffic-load", TRAFFIC.replace("0.3", "1"), r"j\.toml:7", "above 0 and below 1"),
    jobs("traffic-pattern", TRAFFIC + "pattern = 'shift'\n", r"j\.toml:8", "unknown pattern", "shift:K"),
    jobs("traffic-to-itself", TRAFFIC + "pattern = 'shift:4'\n", r"j\.toml:8", "send to itself"),
    jobs("traffic-hotspot", TRAFFIC.replace("0-3", "0-2") + "pattern = 'hotspot:host-3'\n", r"j\.toml:8", "not one of the hosts"),
    jobs("traffic-one-host", TRAFFIC.replace("0-3", "0"), r"j\.toml:6", "two hosts"),
    jobs("traffic-arrival", TRAFFIC + "arrival = 'often'\n", r"j\.toml:8", "poisson or periodic"),
    jobs("traffic-until", TRAFFIC + "from = 2\nuntil = 1\n", r"j\.toml:9", "ends before it begins"),
    jobs("traffic-too-much", TRAFFIC.replace("0.3", "0.4") + "pattern = 'hotspot:host-0'\n", r"j\.toml:5",
         "1.2 times what a link carries"),
)
