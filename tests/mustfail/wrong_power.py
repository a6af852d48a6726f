# SPDX-License-Identifier: BSD-3-Clause
"""Properties of power that are refused: name, a host or link in line 5 of a file, what the error says."""


def host(properties: str, speed: str = "1Gf,500Mf", cores: int = 4) -> str:
    return f'    <host id="a" speed="{speed}" core="{cores}">{properties}</host>'


def link(properties: str) -> str:
    return (f'    <link id="l" bandwidth="1GBps" latency="1us">{properties}</link>\n'
            '    <host id="a" speed="1Gf"/>')


def prop(name: str, value: str) -> str:
    return f'<prop id="{name}" value="{value}"/>'


# Name, options, what the error says; files of the case.
WRONG_OPTIONS = (
    ("pue", "--cfg=energy/pue:0.5", ("energy/pue is at least 1", "'0.5'")),
    ("price", "--cfg=energy/price:-1", ("energy/price is at least 0", "'-1'")),
    ("carbon", "--cfg=energy/carbon:-4", ("energy/carbon is at least 0",)),
    ("carbon-text", "--cfg=energy/carbon:much", ("energy/carbon", "much")),
    ("phases", "--cfg=energy/phases:perhaps", ("energy/phases", "perhaps")),
    ("tariffs-without-power", "--cfg=energy/tariffs:class.toml", (r"class\.toml", "no host and no link says", "wattage_per_state")),
    ("tariffs-period", "--cfg=energy/tariffs-period:1parsec", ("energy/tariffs-period", "1parsec")),
    ("tariffs-start", "--cfg=energy/tariffs-start:-1h", ("energy/tariffs-start cannot be negative", "'-1h'")),
    ("iprobe-usage", "--cfg=smpi/iprobe-cpu-usage:2", ("iprobe-cpu-usage is a share from 0 to 1", "'2'")),
    ("option-name", "--cfg=energy/phase:yes", ("energy/phase", "did you mean 'energy/phases'")),
    ("class-empty", "--blas modeled:class.toml", (r"class.toml:1", "a class of work needs a name")),
    ("class-number", "--blas modeled:number.toml", (r"number.toml:1", "class")),
    ("class-key", "--blas modeled:key.toml", (r"key.toml:1", "clas", "did you mean 'class'")),
    ("frequency", "--blas modeled:share.toml", (r"share.toml:1", "frequency_share is from 0 to 1")),
)
TABLES = {f"{name}.toml": f'dgemm = {{seconds = "1e-9*M", {text}}}\n' for name, text in (
    ("class", 'class = ""'), ("number", "class = 4"), ("key", 'clas = "x"'), ("share", "frequency_share = 1.5"))}

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
    ("class-alone", host(prop("wattage_per_state.dgemm", "1:2,1:2")),
     ("wattage_per_state.dgemm of a needs wattage_per_state beside it",)),
    ("class-states", host(prop("wattage_per_state", "1:2,1:2") + prop("wattage_per_state.dgemm", "1:2")),
     ("wattage_per_state.dgemm of a has 1 entries for 2 pstates",)),
    ("carbon-letters", host(prop("wattage_per_state", "1:2,1:2") + prop("carbon_intensity", "lots")),
     ("carbon_intensity of a needs a number of at least 0", "'lots'", "g of CO2 per kWh")),
    ("carbon-negative", host(prop("wattage_per_state", "1:2,1:2") + prop("carbon_intensity", "-4")),
     ("carbon_intensity of a needs a number of at least 0", "'-4'")),
    ("price-unit", host(prop("wattage_per_state", "1:2,1:2") + prop("electricity_price", "0.2 EUR")),
     ("electricity_price of a needs a number of at least 0", "'0.2 EUR'", "price of a kWh")),
    ("link-one", link(prop("wattage_range", "1")), ("wattage_range of l is malformed", "'1'", "idle:busy")),
    ("link-letters", link(prop("watt_range", "1:x")), ("wattage_range of l is malformed", "'1:x'")),
    ("link-negative", link(prop("wattage_range", "1:-3")), ("finite and not negative", "'1:-3'")),
    ("link-off", link(prop("wattage_range", "1:3") + prop("wattage_off", "")), ("wattage_off of l is malformed",)),
)

# Name, text of a file for --power on a star of two hosts, what the error says.
WRONG_POWER_FILES = (
    ("not-toml", "switch_wattage = \n", (r"p.toml:1",)),
    ("key", 'switch_watts = "1:2:3"', (r"p.toml:1", "unknown key: 'switch_watts'", "did you mean 'switch_wattage'")),
    ("two", '\nswitch_wattage = "1:2"', (r"p.toml:2", "switch_wattage of each switch is malformed", "PORT_IDLE:PORT_BUSY")),
    ("letters", 'switch_wattage = "1:2:x"', (r"p.toml:1", "is malformed: '1:2:x'")),
    ("negative", 'switch_wattage = "1:-2:3"', ("finite and not negative",)),
    ("off", 'switch_wattage = "1:2:3"\nswitch_wattage_off = "a"', (r"p.toml:2", "switch_wattage_off")),
    ("card", 'nic_wattage = "15"', (r"p.toml:1", "nic_wattage of each host is malformed", "idle:busy")),
    ("card-three", 'nic_wattage = "15:20:25"', ("nic_wattage of each host is malformed",)),
    ("link", 'link_wattage = "3"', (r"p.toml:1", "link_wattage of star is malformed")),
    ("kind", '"link_wattage.globl" = "1:3"', (r"p.toml:1", "no links of this kind: 'link_wattage.globl'", "star has host")),
    ("kind-table", 'link_wattage.global = "1:3"', ("no links of this kind: 'link_wattage.global'",)),
    ("kind-empty", '"link_wattage." = "1:3"', ("unknown key",)),
    ("packet", "link_energy_per_packet = 1e-6", (r"p.toml:1", "needs the size of a packet", "add link_mtu")),
    ("mtu-alone", "link_mtu = 1500", (r"p.toml:1", "link_mtu", "add link_energy_per_packet")),
    ("mtu-zero", "link_mtu = 0\nlink_energy_per_packet = 1e-6", (r"p.toml:1", "needs a size above 0")),
    ("twice-busy", 'link_energy_per_byte = 1e-9\nlink_wattage = "1:3"', (r"p.toml:2", "and so does its energy per byte")),
    ("byte", 'link_energy_per_byte = "nine"', (r"p.toml:1", "link_energy_per_byte of star is malformed")),
    ("array", "nic_wattage = [1, 2]", (r"p.toml:1", "nic_wattage must be a text")),
    ("preset", 'switch_wattage = "preset:edr-37"', (r"p.toml:1", "no preset of this name: 'preset:edr-37'", "edr-36")),
    ("preset-of-card", 'nic_wattage = "preset:edr-36"', ("no preset of this name", "known: nic")),
    ("preset-of-host", 'wattage_per_state = "preset:nic"', ("no preset of this name", "write numbers")),
    ("states", 'wattage_per_state = "1:2,1:2"', (r"p.toml:1", "has 2 entries for 1 pstates")),
    ("class", '"wattage_per_state.dgemm" = "1:2"', (r"p.toml:1", "needs wattage_per_state beside it")),
    ("price", 'host_price = "dear"', (r"p.toml:1", "host_price of the platform is malformed: 'dear'", "a number from 0 on")),
    ("price-of-ports", '\nswitch_price = "1000"', (r"p.toml:2", "switch_price", "BASE:PORT")),
    ("price-kind", '"link_price.globl" = 3', (r"p.toml:1", "no links of this kind: 'link_price.globl'")),
    ("price-key", "hosts_price = 3", ("unknown key: 'hosts_price'", "did you mean 'host_price'")),
    ("twice", '"link_wattage.host" = "1:2"\nlink_wattage.host = "1:2"', (r"p.toml:[12]", "this is there twice")),
)

# Name, text of a file for energy/tariffs on a star of two hosts, what the error says.
WRONG_TARIFFS = (
    ("empty", "", (r"t\.csv", "has no tariff", "host_id,timestamp,carbon_intensity,price")),
    ("header", "host_id,timestamp,carbon_intensty\n", (r"t\.csv:1\b", "unknown column", "'carbon_intensty'", "did you mean 'carbon_intensity'")),
    ("column-twice", "host_id,timestamp,price,price\n", (r"t\.csv:1\b", "there twice", "'price'")),
    ("columns", "host_id,timestamp\n", (r"t\.csv:1\b", "columns are missing", "'host_id,timestamp'")),
    ("fields", "host_id,timestamp,price\nhost-0,1\n", (r"t\.csv:2\b", "2 fields for 3 columns", "'host-0,1'")),
    ("letters", "host_id,timestamp,price\n# day\nhost-0,noon,1\n", (r"t\.csv:3\b", "timestamp is not a number", "'noon'")),
    ("negative", "host_id,timestamp,carbon_intensity\n*,0,-5\n", (r"t\.csv:2\b", "cannot be negative", "'-5'")),
    ("host", "host_id,timestamp,price\nhost-9,0,1\n", (r"t\.csv:2\b", "unknown host", "'host-9'", "did you mean 'host-")),
    ("nobody", "host_id,timestamp,price\n,0,1\n", (r"t\.csv:2\b", "without a host", "stands for all others")),
    ("nothing", "host_id,timestamp,carbon_intensity,price\n*,0,,\n", (r"t\.csv:2\b", "says nothing")),
    ("period", "host_id,timestamp,price\n*,0,1\n*,90000,1\n", (r"t\.csv", "change after energy/tariffs-period has passed")),
)
