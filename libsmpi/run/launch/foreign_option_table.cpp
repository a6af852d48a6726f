// SPDX-License-Identifier: BSD-3-Clause
//
// The rows. Where a name or a value is missing here and in our tables it is unknown, and
// tests/simgrid/options finds that out from SimGrid's own list.
#include "libsmpi/run/launch/foreign_option_table.h"

#include <array>
#include <charconv>
#include <string>

#include "kernel/error.h"
#include "kernel/options.h"
#include "libsmpi/run/launch/arguments.h"
#include "libsmpi/run/launch/foreign_options.h"

namespace smpi::launch {
namespace {

using enum Verdict;

// "smpi/np:two", and where it stands.
kernel::InputError::Where place_of(const Setting& setting, const char* hint) {
  return {.file = setting.origin.file,
          .line = setting.origin.line,
          .text = setting.key + ":" + setting.value,
          .hint = hint};
}

// What people write for yes; an InputError for what is neither yes nor no.
bool is_yes(const Setting& setting) {
  bool result = false;
  if (kernel::parse_boolean(setting.value, result)) return result;
  throw kernel::InputError("this option of SimGrid needs yes or no", place_of(setting, ""));
}

std::uint32_t rank_count(const Setting& setting) {
  const std::string& text = setting.value;
  std::uint32_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error == std::errc() && end == text.data() + text.size()) return count;
  throw kernel::InputError("a number of ranks is a whole number",
                           place_of(setting, "such as smpi/np:4"));
}

void set_rank_count(Arguments& arguments, const Setting& setting) {
  const std::uint32_t count = rank_count(setting);  // 0: as many as the hostfile has
  if (count > 0) arguments.rank_count = count;
}
void set_hostfile(Arguments& arguments, const Setting& setting) {
  if (!setting.value.empty()) arguments.hostfile = setting.value;
}
void set_replay(Arguments& arguments, const Setting& setting) {
  if (!setting.value.empty()) arguments.replay_file = setting.value;
}
void set_temporary_folder(Arguments& arguments, const Setting& setting) {
  if (!setting.value.empty()) arguments.temporary_folder = setting.value;
}
void add_include_folder(Arguments& arguments, const Setting& setting) {
  if (!setting.value.empty()) arguments.include_folders.push_back(setting.value);
}
void print_mapping(Arguments& arguments, const Setting& setting) {
  arguments.print_mapping = is_yes(setting);
}
void keep_files(Arguments& arguments, const Setting& setting) {
  arguments.keep_temporary_files = is_yes(setting);
}
void write_calls_as_trace(Arguments& arguments, const Setting&) {
  arguments.trace.has_calls_only = true;
}
void print_host_energy(Arguments& arguments, const Setting&) {
  arguments.simgrid_lines.hosts = true;
}
void print_link_energy(Arguments& arguments, const Setting&) {
  arguments.simgrid_lines.links = true;
}
void print_carbon(Arguments& arguments, const Setting&) {
  arguments.simgrid_lines.hosts = true;
  arguments.simgrid_lines.carbon = true;
}
void analyze(Arguments& arguments, const Setting&) {
  if (!arguments.analyze) arguments.analyze = parse_analysis_mode("report");
}

bool has_rank_count(const Arguments& arguments) {
  return arguments.rank_count.has_value();
}
bool has_hostfile(const Arguments& arguments) {
  return !arguments.hostfile.empty();
}
bool has_replay(const Arguments& arguments) {
  return arguments.is_replay();
}
bool has_temporary_folder(const Arguments& arguments) {
  return !arguments.temporary_folder.empty();
}

// For rows of an empty value.
constexpr std::string_view nothing = "|";

constexpr const char* no_solver_choice =
    "a host's cores are shared equally, which every solver comes to";
constexpr const char* lists_no_resources = "timelines show ranks, not hosts and links";
constexpr const char* no_chaos = "use --scenario FILE, which says what fails when";
constexpr const char* no_packets = "packets are network/model:packet, with options of their own";
constexpr const char* no_model_checking =
    "nothing is model-checked: use --explore N, which runs other matchings of messages";
constexpr const char* no_disk_files = "MPI-IO uses files of this machine";
constexpr const char* no_virtual_machines = "there are no virtual machines";
constexpr const char* names_lines =
    "reports and compressed traces (-trace-file NAME.smpitrace) name lines where programs have -g";
constexpr const char* always_selective = "updates are always selective";

constexpr auto table = std::to_array<ForeignOption>({
    // Names of other versions.
    {"clean-atexit", "", renamed, "debug/clean-atexit"},
    {"clean_atexit", "", renamed, "debug/clean-atexit"},
    {"contexts/guard_size", "", renamed, "contexts/guard-size"},
    {"contexts/parallel_threshold", "", renamed, "contexts/parallel-threshold"},
    {"contexts/stack_size", "", renamed, "contexts/stack-size"},
    {"cpu/maxmin_selective_update", "", renamed, "cpu/maxmin-selective-update"},
    {"maxmin/concurrency_limit", "", renamed, "maxmin/concurrency-limit"},
    {"network/TCP_gamma", "", renamed, "network/TCP-gamma"},
    {"network/bandwidth_factor", "", renamed, "network/bandwidth-factor"},
    {"network/bw-factor", "", renamed, "network/bandwidth-factor"},
    {"network/lat-factor", "", renamed, "network/latency-factor"},
    {"network/latency_factor", "", renamed, "network/latency-factor"},
    {"network/maxmin_selective_update", "", renamed, "network/maxmin-selective-update"},
    {"network/weight_S", "", renamed, "network/weight-S"},
    {"network/weight_S_parameter", "", renamed, "network/weight-S"},
    {"plugin/dvfs/max_pstate", "", renamed, "plugin/dvfs/max-pstate"},
    {"plugin/dvfs/min_pstate", "", renamed, "plugin/dvfs/min-pstate"},
    {"plugin/dvfs/sampling_rate", "", renamed, "plugin/dvfs/sampling-rate"},
    {"precision/bmf", "", renamed, "bmf/precision"},
    {"simix/breakpoint", "", renamed, "debug/breakpoint"},
    {"smpi/IB_penalty_factors", "", renamed, "smpi/IB-penalty-factors"},
    {"smpi/async-small-thres", "", renamed, "smpi/async-small-thresh"},
    {"smpi/async_small_thres", "", renamed, "smpi/async-small-thresh"},
    {"smpi/async_small_thresh", "", renamed, "smpi/async-small-thresh"},
    {"smpi/bandwidth-factor", "", renamed, "network/bandwidth-factor"},
    {"smpi/bw-factor", "", renamed, "network/bandwidth-factor"},
    {"smpi/bw_factor", "", renamed, "network/bandwidth-factor"},
    {"smpi/coll_selector", "", renamed, "smpi/coll-selector"},
    {"smpi/cpu_threshold", "", renamed, "smpi/cpu-threshold"},
    {"smpi/display_timing", "", renamed, "smpi/display-timing"},
    {"smpi/finalization-barrier", "", renamed, "smpi/barrier-finalization"},
    {"smpi/lat-factor", "", renamed, "network/latency-factor"},
    {"smpi/lat_factor", "", renamed, "network/latency-factor"},
    {"smpi/latency-factor", "", renamed, "network/latency-factor"},
    {"smpi/loopback-bw-factor", "", renamed, "network/loopback-bandwidth-factor"},
    {"smpi/loopback-lat-factor", "", renamed, "network/loopback-latency-factor"},
    {"smpi/privatize-global-variables", "", renamed, "smpi/privatization"},
    {"smpi/privatize_global_variables", "", renamed, "smpi/privatization"},
    {"smpi/reduce-scatter", "", renamed, "smpi/reduce_scatter"},
    {"smpi/running-power", "", renamed, "smpi/host-speed"},
    {"smpi/running_power", "", renamed, "smpi/host-speed"},
    {"smpi/send-is-detached-thres", "", renamed, "smpi/send-is-detached-thresh"},
    {"smpi/send_is_detached_thres", "", renamed, "smpi/send-is-detached-thresh"},
    {"smpi/send_is_detached_thresh", "", renamed, "smpi/send-is-detached-thresh"},
    {"smpi/simulate_computation", "", renamed, "smpi/simulate-computation"},
    {"smpi/simulation_computation", "", renamed, "smpi/simulate-computation"},
    {"smpi/use-shared-malloc", "", renamed, "smpi/shared-malloc"},
    {"smpi/use_shared_malloc", "", renamed, "smpi/shared-malloc"},
    {"tracing/comment_file", "", renamed, "tracing/comment-file"},
    {"tracing/disable-link", "", renamed, "tracing/disable_link"},
    {"tracing/disable-power", "", renamed, "tracing/disable_power"},
    {"tracing/disable_destroy", "", renamed, "tracing/disable-destroy"},
    {"tracing/msg/process", "", renamed, "tracing/actor"},
    {"tracing/msg/vm", "", renamed, "tracing/vm"},
    {"tracing/onelink_only", "", renamed, "tracing/onelink-only"},
    {"tracing/smpi/display_sizes", "", renamed, "tracing/smpi/display-sizes"},
    {"tracing/smpi/format/ti_one_file", "", renamed, "tracing/smpi/format/ti-one-file"},
    {"verbose-exit", "", renamed, "debug/verbose-exit"},
    {"viva/categorized", "", renamed, "tracing/categorized"},
    {"viva/uncategorized", "", renamed, "tracing/uncategorized"},
    {"workstation/model", "", renamed, "host/model"},

    // What an option of the command does.
    {"path", "", word, "--include-path", add_include_folder},
    {"smpi/display-allocs", "yes|on|true|1", word, "-analyze=report", analyze},
    {"smpi/display-allocs", "no|off|false|0", as_here, "-analyze=report lists allocations"},
    {"smpi/hostfile", "", word, "-hostfile", set_hostfile, has_hostfile},
    {"smpi/keep-temps", "", word, "-keep-temps", keep_files},
    {"smpi/list-leaks", "-1", as_here, "-analyze=report lists leaks"},
    {"smpi/list-leaks", "", word, "-analyze=report", analyze},
    {"smpi/map", "", word, "-map", print_mapping},
    {"smpi/np", "", word, "-np", set_rank_count, has_rank_count},
    {"smpi/pedantic", "yes|on|true|1", word, "-analyze=report", analyze},
    {"smpi/pedantic", "no|off|false|0", as_here, "-analyze=report checks what programs do"},
    {"smpi/replay", "", word, "-replay", set_replay, has_replay},
    {"smpi/tmpdir", "", word, "-tmpdir", set_temporary_folder, has_temporary_folder},
    {"tracing/smpi/format", "Paje", as_here, "-trace writes this format"},
    {"tracing/smpi/format", "TI", word, "-trace-ti", write_calls_as_trace},
    {"tracing/smpi/format", "", refused, "formats are Paje and TI; --export writes others"},

    // Plug-ins.
    {"plugin", "host_energy", word, "--simgrid-energy-lines", print_host_energy},
    {"plugin", "link_energy", word, "--simgrid-energy-lines", print_link_energy},
    {"plugin", "host_carbon_footprint", word, "energy/carbon, with lines at the end", print_carbon},
    {"plugin", "host_dvfs", means, "plugin/dvfs:yes"},
    {"plugin", "host_load|link_load", no_effect,
     "functions such as sg_host_get_avg_load need nothing to be switched on"},
    {"plugin", "link_energy_wifi", refused, "there are no wireless links"},
    {"plugin", "cmonkey", refused, no_chaos},
    {"plugin", nothing, as_here, ""},
    {"plugin", "battery|chiller|jbod|photovoltaic|solar_panel|producer_consumer", no_effect,
     "only programs of S4U can say what it is to do"},
    {"plugin", "vm_live_migration|vm_load", no_effect, no_virtual_machines},
    {"plugin", "", refused,
     "known: host_energy link_energy host_dvfs host_load link_load host_carbon_footprint"},

    // Collectives.
    {"smpi/coll-selector", "mvapich2|impi", refused,
     "its rules are not here: ompi, mpich, default, automatic, or a table of your own (.csv)"},

    // Models.
    {"bmf/", "", no_effect, "messages are shared by max-min"},
    {"cpu/model", "Cas01", as_here, ""},
    {"cpu/model", "", refused, "the model of processors is Cas01: time is flops over speed"},
    {"cpu/optim", "", no_effect, "updates are always lazy"},
    {"cpu/solver", "", no_effect, no_solver_choice},
    {"cpu/maxmin-selective-update", "", no_effect, always_selective},
    {"disk/model", "default|S19", as_here, ""},
    {"disk/model", "", refused, "the model of disks is S19: accesses share a disk's bandwidth"},
    {"disk/solver", "", no_effect, "accesses share a disk, as docs/models.md says"},
    {"fluid/steady-state", "", no_effect, no_packets},
    {"gtnets/", "", no_effect, no_packets},
    {"host/model", "default|compound", as_here, ""},
    {"host/model", "ptask_L07", refused,
     "ranks compute on one host each, so there are no parallel tasks: leave it out, and choose a "
     "network/model"},
    {"host/model", "", refused, "known: default compound"},
    {"host/solver", "", no_effect, "it is that of parallel tasks, which ranks do not have"},
    {"maxmin/concurrency-limit", "", no_effect, "links have no limit of flows"},
    {"maxmin/precision", "", no_effect, "tolerances are relative"},
    {"network/coordinates", "", no_effect, "Vivaldi zones have them, other zones need none"},
    {"network/maxmin-selective-update", "", no_effect, always_selective},
    {"network/model", "ns-3|NS3|GTNets|Packet-level", refused,
     "packets are network/model:packet (docs/packets.md)"},
    {"network/model", "Reno|Reno2|Vegas|CM02TI|SMPI-IB|L07|Vivaldi", refused,
     "SimGrid had it until 3.12: SMPI, LV08, CM02, raw, Constant, IB or ideal"},
    {"network/optim", "", no_effect, "updates are always lazy"},
    {"network/sender-gap", "", renamed, "network/sender_gap"},
    {"network/sender_gap", "", no_effect, "SimGrid has none since 3.16: use smpi/os"},
    {"network/solver", "maxmin", as_here, ""},
    {"network/solver", "", refused, "messages share links by max-min: leave it out"},
    {"ns3/", "", no_effect, no_packets},
    {"precision/work-amount", "", no_effect, "tolerances are relative"},
    {"storage/", "", no_effect, no_disk_files},
    {"surf/precision", "", no_effect, "tolerances are relative"},
    {"vm/", "", no_effect, no_virtual_machines},
    {"vm_workstation/model", "", no_effect, no_virtual_machines},

    // Failures.
    {"cmonkey/host", "-1", as_here, ""},
    {"cmonkey/link", "-1", as_here, ""},
    {"cmonkey/pid", "-1", as_here, ""},
    {"cmonkey/time", "-1", as_here, ""},
    {"cmonkey/tell", "no|off|false|0", as_here, ""},
    {"cmonkey/", "", refused, no_chaos},

    // How SimGrid runs.
    {"contexts/factory", "", no_effect, "ranks always run on Boost.Context"},
    {"contexts/guard-size", "", no_effect, "stacks have guards of 1 MiB"},
    {"contexts/nthreads", "", no_effect, "one thread runs the simulation"},
    {"contexts/parallel-threshold", "", no_effect, "one thread runs the simulation"},
    {"contexts/synchro", "", no_effect, "one thread runs the simulation"},
    {"debug/clean-atexit", "", no_effect, "what a run has is given back in any case"},
    {"debug/fullstack", "", no_effect, "reports name the line of each call"},
    {"debug/lmm-leaks", "", no_effect, "it looks for faults of SimGrid's solver"},
    {"debug/stacktrace", "", no_effect, "lines come from debug information"},
    {"debug/stacktrace/", "", no_effect, "reports name the line of each call"},
    {"debug/verbose-exit", "", no_effect, "the report of a deadlock always says who waits"},
    {"exception/cutpath", "", no_effect, "reports name files as the compiler was told them"},
    {"help-nostop", "", no_effect, "--help belongs to smpirun, or to the program after its name"},
    {"model-check", "", no_effect, no_model_checking},
    {"model-check/replay", nothing, as_here, ""},
    {"model-check/replay", "", refused, "use --matching, with what --explore prints"},
    {"model-check/", "", no_effect, no_model_checking},
    {"msg/debug-multiple-use", "", no_effect, "there are no tasks of MSG"},
    {"msg/debug_multiple_use", "", no_effect, "there are no tasks of MSG"},
    {"smpi/barrier-collectives", "no|off|false|0", as_here, ""},
    {"smpi/barrier-collectives", "", no_effect,
     "use -analyze=strict, with which collectives synchronise"},
    {"smpi/buffering", "", no_effect, "use -analyze=strict, with which sends wait"},
    {"smpi/comp-adjustment-file", nothing, as_here, ""},
    {"smpi/comp-adjustment-file", "", refused,
     "use --cfg=replay/rates:FILE with a trace (docs/acquire.md), or an overlay"},
    {"smpi/display-timing", "", no_effect, "the summary at the end has it"},
    {"smpi/papi-events", "", no_effect,
     "smpi-acquire counts instructions of real runs (docs/acquire.md)"},
    {"smpi/plugin/", "", no_effect, "ranks stay on their hosts: use --placement"},
    {"smpi/trace-call-location", "", no_effect, names_lines},
    {"smpi/trace-call-use-absolute-path", "", no_effect, names_lines},

    // What traces show.
    {"tracing/actor", "", no_effect, lists_no_resources},
    {"tracing/basic", "", no_effect, "timelines have all that they can show"},
    {"tracing/buffer", "", no_effect, "timelines are always in the order of time"},
    {"tracing/categorized", "", no_effect, lists_no_resources},
    {"tracing/disable-destroy", "", no_effect, "timelines end with the run"},
    {"tracing/disable_link", "", no_effect, lists_no_resources},
    {"tracing/disable_power", "", no_effect, lists_no_resources},
    {"tracing/onelink-only", "", no_effect, lists_no_resources},
    {"tracing/platform", "", no_effect,
     "timelines show ranks: use --describe-platform --dot for a drawing"},
    {"tracing/platform/topology", "", no_effect,
     "timelines show ranks: use --describe-platform --dot for a drawing"},
    {"tracing/smpi", "", no_effect, "timelines show ranks"},
    {"tracing/smpi/sleeping", "", no_effect, "sleeping is not shown"},
    {"tracing/uncategorized", "", no_effect, lists_no_resources},
    {"tracing/vm", "", no_effect, no_virtual_machines},
});

bool fits(std::string_view name, const ForeignOption& row) {
  return row.name.ends_with('/') ? name.starts_with(row.name) : name == row.name;
}

bool is_among(std::string_view value, std::string_view values) {
  while (true) {
    const std::size_t bar = values.find('|');
    if (value == values.substr(0, bar)) return true;
    if (bar == std::string_view::npos) return false;
    values.remove_prefix(bar + 1);
  }
}

}  // namespace

std::span<const ForeignOption> foreign_options() {
  return table;
}

const ForeignOption* find_foreign_option(std::string_view name, std::string_view value) {
  for (const ForeignOption& row : table) {
    if (fits(name, row) && (row.values.empty() || is_among(value, row.values))) return &row;
  }
  return nullptr;
}

}  // namespace smpi::launch
