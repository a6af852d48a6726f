// SPDX-License-Identifier: BSD-3-Clause
//
// Reading jobs files. Keys are strict; what is wrong names file, line and text.
#include "libsmpi/run/jobs/job_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

#include "libsmpi/run/placement/policy.h"
#include "models/readers/toml_file.h"

namespace smpi::jobs {
namespace {

using models::Quantity;
using models::TomlFile;

constexpr std::uint64_t ranks_max = 1U << 24;
constexpr std::uint64_t repeat_max = 1000000000;

constexpr std::array<std::string_view, 2> file_keys = {"job", "traffic"};
constexpr std::array<std::string_view, 10> job_keys = {"name",   "program",   "args",       "np",
                                                       "hosts",  "placement", "allocation", "start",
                                                       "repeat", "measure"};
constexpr std::array<std::string_view, 8> traffic_keys = {"hosts",   "pattern", "message", "load",
                                                          "arrival", "from",    "until",   "fluid"};

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// "name:ARGUMENT" in two.
std::pair<std::string_view, std::string_view> split_at_colon(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return {text, {}};
  return {text.substr(0, colon), text.substr(colon + 1)};
}

class Reader {
 public:
  Reader(const std::string& path, const models::Platform& platform)
      : file_(path), platform_(platform) {}

  JobFile read();

 private:
  Where where_of(const toml::node& node) const {
    return {.file = file_.path(), .line = TomlFile::line_of(node)};
  }
  template <typename Read>
  void for_each_table(std::string_view key, Read read);
  Job read_job(const toml::table& table);
  Traffic read_traffic(const toml::table& table);
  void read_pattern(const toml::node& node, Traffic& traffic);
  Allocation read_allocation(const toml::node& node);
  std::vector<models::HostId> read_hosts(const toml::node& node);
  models::HostId host_named(const toml::node& node, const std::string& name);
  std::vector<models::HostId> host_range(const toml::node& node, std::string_view range);
  std::vector<std::string> read_command(const toml::table& table);
  void check_placement(const toml::node& node, const std::string& text);

  TomlFile file_;
  const models::Platform& platform_;
};

template <typename Read>
void Reader::for_each_table(std::string_view key, Read read) {
  const toml::node* node = file_.root().get(key);
  if (node == nullptr) return;
  if (!node->is_array_of_tables()) {
    file_.refuse(*node, fmt::format("'{}' must be tables", key), "", fmt::format("[[{}]]", key));
  }
  for (const toml::node& element : *node->as_array()) read(*element.as_table());
}

JobFile Reader::read() {
  file_.check_keys(file_.root(), file_keys);
  JobFile result;
  std::set<std::string> names;
  for_each_table("job", [&](const toml::table& table) {
    result.jobs.push_back(read_job(table));
    if (!names.insert(result.jobs.back().name).second) {
      file_.refuse(*table.get("name"), "two jobs have this name", result.jobs.back().name);
    }
  });
  for_each_table("traffic",
                 [&](const toml::table& table) { result.traffic.push_back(read_traffic(table)); });
  const bool has_measured = std::any_of(result.jobs.begin(), result.jobs.end(),
                                        [](const Job& job) { return job.is_measured; });
  if (!has_measured) {
    throw kernel::InputError(
        "no job is measured: the run would not end",
        {.file = file_.path(), .hint = "a [[job]] with name, program and np; measure = true"});
  }
  return result;
}

std::vector<std::string> Reader::read_command(const toml::table& table) {
  const toml::node& program =
      file_.required(table, "program", "a [[job]]", "program = \"./solver\"");
  std::vector<std::string> command = {file_.text(program, "program")};
  if (command.front().empty()) file_.refuse(program, "a job without a program", "program = ''");
  if (const toml::node* args = table.get("args")) {
    for (const toml::node& word : file_.array(*args, "args")) {
      command.push_back(file_.text(word, "an element of args"));
    }
  }
  return command;
}

void Reader::check_placement(const toml::node& node, const std::string& text) {
  const auto refuse = [&](const std::string& message, const std::string& hint) {
    file_.refuse(node, message, text, hint);
  };
  std::optional<placement::Placement> placement;
  try {
    placement = placement::parse_placement(text);
  } catch (const kernel::InputError& error) {
    throw kernel::InputError(error.what(), where_of(node));
  }
  if (placement->is_hostfile()) refuse("a job has no hostfile", "hosts = [\"host-1\", \"host-2\"]");
}

Job Reader::read_job(const toml::table& table) {
  file_.check_keys(table, job_keys);
  Job job;
  job.where = where_of(table);
  job.name = file_.text(file_.required(table, "name", "a [[job]]", "name = \"solver\""), "name");
  job.command = read_command(table);
  job.rank_count = static_cast<std::uint32_t>(
      file_.whole(file_.required(table, "np", "a [[job]]", "np = 64"), "np", 1, ranks_max));
  if (const toml::node* node = table.get("placement")) {
    job.placement = file_.text(*node, "placement");
    check_placement(*node, job.placement);
  }
  const toml::node* allocation = table.get("allocation");
  if (allocation != nullptr) job.allocation = read_allocation(*allocation);
  if (const toml::node* node = table.get("hosts")) {
    job.hosts = read_hosts(*node);
    if (allocation != nullptr) {
      file_.refuse(*allocation, "a job has hosts or an allocation", "allocation");
    }
  }
  if (const toml::node* node = table.get("start")) {
    job.start_s = file_.quantity(*node, "start", Quantity::time_s);
  }
  if (const toml::node* node = table.get("measure")) {
    job.is_measured = file_.boolean(*node, "measure");
  }
  if (const toml::node* node = table.get("repeat")) {
    if (node->is_string() && file_.text(*node, "repeat") == "forever") {
      job.repeat_count = std::nullopt;
      if (job.is_measured) {
        file_.refuse(*node, "a measured job that never ends", "forever", "measure = false");
      }
    } else {
      job.repeat_count = file_.whole(*node, "repeat", 1, repeat_max);
    }
  }
  return job;
}

Allocation Reader::read_allocation(const toml::node& node) {
  const std::string text = file_.text(node, "allocation");
  const auto [name, argument] = split_at_colon(text);
  if (text == "contiguous") return {Allocation::Kind::contiguous, 0};
  if (text == "groups") return {Allocation::Kind::groups, 0};
  const auto seed = whole_number(argument);
  if (name == "random" && seed) return {Allocation::Kind::random, *seed};
  file_.refuse(node, "unknown allocation", text, "contiguous, random:SEED or groups");
}

models::HostId Reader::host_named(const toml::node& node, const std::string& name) {
  const auto host = platform_.find_host(name);
  if (host) return *host;
  file_.refuse(node, "the platform has no such host", name,
               platform_.hosts.name.did_you_mean(name));
}

// "3", "0-63", "0-62:2"
std::vector<models::HostId> Reader::host_range(const toml::node& node, std::string_view range) {
  const auto [ends, step_text] = split_at_colon(range);
  const std::size_t dash = ends.find('-');
  const auto first = whole_number(ends.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : whole_number(ends.substr(dash + 1));
  const auto step = step_text.empty() && ends.size() == range.size()
                        ? std::optional<std::uint64_t>(1)
                        : whole_number(step_text);
  if (!first || !last || !step || *step == 0 || *last < *first) {
    file_.refuse(node, "not a range of hosts", std::string(range),
                 "numbers of hosts such as 0-63, 0-62:2 or 0-3,8");
  }
  if (*last >= platform_.hosts.count()) {
    file_.refuse(node, fmt::format("the platform has hosts 0 to {}", platform_.hosts.count() - 1),
                 std::string(range));
  }
  std::vector<models::HostId> hosts;
  for (std::uint64_t host = *first; host <= *last; host += std::min(*step, *last + 1)) {
    hosts.push_back(static_cast<models::HostId>(host));
  }
  return hosts;
}

std::vector<models::HostId> Reader::read_hosts(const toml::node& node) {
  std::vector<models::HostId> hosts;
  if (node.is_array()) {
    for (const toml::node& name : *node.as_array()) {
      hosts.push_back(host_named(name, file_.text(name, "a host")));
    }
  } else {
    const std::string text = file_.text(node, "hosts");
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find(',', begin), text.size());
      const auto range = host_range(node, std::string_view(text).substr(begin, end - begin));
      hosts.insert(hosts.end(), range.begin(), range.end());
      begin = end + 1;
    }
  }
  if (hosts.empty()) file_.refuse(node, "no hosts", "hosts", "hosts = \"0-63\"");
  std::set<models::HostId> different;
  for (const models::HostId host : hosts) {
    if (different.insert(host).second) continue;
    file_.refuse(node, "a host twice", std::string(platform_.hosts.name[host]));
  }
  return hosts;
}

void Reader::read_pattern(const toml::node& node, Traffic& traffic) {
  const std::string text = file_.text(node, "pattern");
  const auto [name, argument] = split_at_colon(text);
  const auto number = whole_number(argument);
  const bool is_bare = name.size() == text.size();
  using Pattern = Traffic::Pattern;
  if (is_bare && name == "uniform") {
    traffic.pattern = Pattern::uniform;
  } else if (is_bare && name == "alltoall") {
    traffic.pattern = Pattern::alltoall;
  } else if (name == "shift" && number) {
    traffic.pattern = Pattern::shift;
    traffic.number = *number % traffic.hosts.size();
    if (traffic.number == 0) file_.refuse(node, "each host would send to itself", text);
  } else if (name == "permutation" && number) {
    traffic.pattern = Pattern::permutation;
    traffic.number = *number;
  } else if (name == "hotspot" && !argument.empty()) {
    traffic.pattern = Pattern::hotspot;
    const auto found = std::find(traffic.hosts.begin(), traffic.hosts.end(),
                                 host_named(node, std::string(argument)));
    if (found == traffic.hosts.end()) {
      file_.refuse(node, "the hot spot is not one of the hosts", std::string(argument));
    }
    traffic.number = static_cast<std::uint64_t>(found - traffic.hosts.begin());
  } else {
    file_.refuse(node, "unknown pattern", text,
                 "uniform, shift:K, permutation:SEED, hotspot:HOST or alltoall");
  }
}

Traffic Reader::read_traffic(const toml::table& table) {
  file_.check_keys(table, traffic_keys);
  Traffic traffic;
  traffic.where = where_of(table);
  const toml::node& hosts = file_.required(table, "hosts", "a [[traffic]]", "hosts = \"0-63\"");
  traffic.hosts = read_hosts(hosts);
  if (traffic.hosts.size() < 2) file_.refuse(hosts, "traffic needs two hosts", "hosts");
  if (const toml::node* node = table.get("pattern")) read_pattern(*node, traffic);
  if (const toml::node* node = table.get("message")) {
    traffic.message_bytes = file_.quantity(*node, "message", Quantity::size_bytes);
    if (traffic.message_bytes < 1) file_.refuse(*node, "a message has at least a byte", "message");
  }
  const toml::node& load = file_.required(table, "load", "a [[traffic]]", "load = 0.3");
  traffic.load = file_.number(load, "load");
  if (!(traffic.load > 0 && traffic.load < 1)) {
    file_.refuse(load, "a load is above 0 and below 1", fmt::format("{}", traffic.load),
                 "it is the share of each sender's cable");
  }
  if (const toml::node* node = table.get("arrival")) {
    const std::string arrival = file_.text(*node, "arrival");
    traffic.is_periodic = arrival == "periodic";
    if (!traffic.is_periodic && arrival != "poisson") {
      file_.refuse(*node, "unknown arrival", arrival, "poisson or periodic");
    }
  }
  if (const toml::node* node = table.get("from")) {
    traffic.from_s = file_.quantity(*node, "from", Quantity::time_s);
  }
  if (const toml::node* node = table.get("until")) {
    traffic.until_s = file_.quantity(*node, "until", Quantity::time_s);
    if (*traffic.until_s <= traffic.from_s) {
      file_.refuse(*node, "traffic that ends before it begins", "until");
    }
  }
  if (const toml::node* node = table.get("fluid")) {
    traffic.is_fluid = file_.boolean(*node, "fluid");
  }
  return traffic;
}

}  // namespace

JobFile read_job_file(const std::string& path, const models::Platform& platform) {
  return Reader(path, platform).read();
}

}  // namespace smpi::jobs
