# SPDX-License-Identifier: BSD-3-Clause
"""Properties of power that are refused: name, a host or link in line 5 of a file, what the error says."""


def host(properties: str, speed: str = "1Gf,500Mf", cores: int = 4) -> str:
    return f'    <host id="a" speed="{speed}" core="{cores}">{properties}</host>'


def link(properties: str) -> str:
    return (f'    <link id="l" bandwidth="1GBps" latency="1us">{properties}</link>\n'
            '    <host id="a" speed="1Gf"/>')


def prop(name: str, value: str) -> str:
    return f'<prop id="{name}" value="{value}"/>'


WRONG_POWER = (
    ("few-states", host(prop("wattage_per_state", "100:200")),
     ("wattage_per_state of a has 1 entries for 2 pstates", "'100:200'", "one entry a pstate")),
    ("many-states", host(prop("wattage_per_state", "1:2,1:2,1:2")), ("has 3 entries for 2 pstates",)),
    ("one-number", host(prop("wattage_per_state", "100,100")), ("is malformed: '100'", "Idle:AllCores")),
    ("four-numbers", host(prop("wattage_per_state", "1:2:3:4,1:2")), ("is malformed: '1:2:3:4'",)),
    ("letters", host(prop("wattage_per_state", "100:2OO,1:2")), ("is malformed: '100:2OO'", "Idle:Epsilon:AllCores")),
    ("negative", host(prop("wattage_per_state", "-1:2,1:2")), ("finite and not negative", "'-1:2'")),
    ("infinite", host(prop("wattage_per_state", "1:inf,1:2")), ("finite and not negative", "'1:inf'")),
    ("empty", host(prop("wattage_per_state", "")), ("is malformed: ''|wattage_per_state of a is malformed",)),
    ("off-twice", host(prop("wattage_off", "1:2")), ("wattage_off of a needs one number", "'1:2'", "such as 10")),
    ("off-letters", host(prop("wattage_off", "ten")), ("wattage_off of a is malformed", "'ten'")),
    ("old-and-new", host(prop("watt_per_state", "1:2,1:2") + prop("wattage_per_state", "1:2,1:2")),
     ("watt_per_state of a is an old name of wattage_per_state", "remove watt_per_state")),
    ("old-below-zero", host(prop("watt_per_state", "1:2:100,1:2"), cores=2),
     ("watt_per_state of a gives less than 0 W", "'1:2:100,1:2'")),
    ("all-speeds-zero", host(prop("wattage_per_state", "1:2,1:2"), speed="0f,0f"), ("speed must be positive", "'0f,0f'")),
    ("link-one", link(prop("wattage_range", "1")), ("wattage_range of l is malformed", "'1'", "idle:busy")),
    ("link-letters", link(prop("watt_range", "1:x")), ("wattage_range of l is malformed", "'1:x'")),
    ("link-negative", link(prop("wattage_range", "1:-3")), ("finite and not negative", "'1:-3'")),
    ("link-off", link(prop("wattage_range", "1:3") + prop("wattage_off", "")), ("wattage_off of l is malformed",)),
)
