// SPDX-License-Identifier: BSD-3-Clause
//
// Any graph of routers: graph:FILE;hosts=T. The file has a line per cable or router:
//
//   # a comment
//   0 1                          routers 0 and 1 are joined
//   1 2 100Gbps 1us              by a cable with figures of its own
//   2 0 100Gbps 1us 4            by four, which are one of four times the bandwidth
//   hosts 2 0                    router 2 has no hosts, the others have T (default 1)
//
// Routers are numbered from 0 without gaps. Relative names start at the folder of the platform file
// that names it, else at the current one. Routes: shortest_ways.h.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <set>

#include "kernel/read_file.h"
#include "models/platform/units.h"
#include "models/topology/parameters.h"
#include "models/topology/shortest_ways.h"
#include "models/topology/topology.h"

namespace smpi::models {
namespace {

using Where = kernel::InputError::Where;

struct Graph {
  std::string name;  // of the file
  std::vector<RouterCable> cables;
  std::uint32_t router_count = 0;
  std::vector<std::uint32_t> host_router;
};

class GraphReader {
 public:
  GraphReader(std::string path, std::uint32_t hosts) : path_(std::move(path)), hosts_(hosts) {}

  void read(const std::string& content, Graph& graph) {
    std::size_t begin = 0;
    while (begin < content.size()) {
      line_++;
      const std::size_t end = std::min(content.find('\n', begin), content.size());
      read_line(std::string_view(content).substr(begin, end - begin), graph);
      begin = end + 1;
    }
    line_ = 0;
    if (graph.cables.empty()) refuse("the file has no cable", path_);
    check_names(graph);
    for (std::uint32_t router = 0; router < graph.router_count; router++) {
      const auto own = own_hosts_.find(router);
      const std::uint32_t count = own == own_hosts_.end() ? hosts_ : own->second;
      if (graph.host_router.size() + count > size_max) refuse("more than 2^24 hosts", path_);
      graph.host_router.insert(graph.host_router.end(), count, router);
    }
    if (graph.host_router.empty()) refuse("no router has a host", path_);
  }

 private:
  static constexpr std::uint32_t size_max = 1U << 24;

  [[noreturn]] void refuse(const std::string& message, std::string_view text) const {
    throw kernel::InputError(message,
                             {path_, line_, std::string(text),
                              "a line is 'ROUTER ROUTER [BANDWIDTH LATENCY [COUNT]]' or 'hosts "
                              "ROUTER COUNT'; routers are numbered from 0"});
  }

  std::uint32_t number(std::string_view digits) const {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size() || value >= size_max) {
      refuse("expected a whole number below 2^24", digits);
    }
    return value;
  }

  static std::vector<std::string_view> words(std::string_view line) {
    line = line.substr(0, line.find('#'));
    std::vector<std::string_view> result;
    while (true) {
      const std::size_t first = line.find_first_not_of(" \t\r");
      if (first == std::string_view::npos) return result;
      line.remove_prefix(first);
      const std::size_t length = std::min(line.find_first_of(" \t\r"), line.size());
      result.push_back(line.substr(0, length));
      line.remove_prefix(length);
    }
  }

  void read_line(std::string_view line, Graph& graph) {
    const std::vector<std::string_view> parts = words(line);
    if (parts.empty()) return;
    if (parts[0] == "hosts") {
      if (parts.size() != 3) refuse("expected a router and its number of hosts", line);
      const std::uint32_t router = number(parts[1]);
      if (!own_hosts_.emplace(router, number(parts[2])).second) {
        refuse("the hosts of a router are said twice", line);
      }
    } else {
      read_cable(parts, line, graph);
    }
  }

  void read_cable(const std::vector<std::string_view>& parts, std::string_view line, Graph& graph) {
    if (parts.size() != 2 && parts.size() != 4 && parts.size() != 5) {
      refuse("expected two routers, or also a bandwidth and a latency", line);
    }
    RouterCable cable{number(parts[0]), number(parts[1]), 0, 1, {}};
    if (cable.from == cable.to) refuse("a cable joins a router to itself", line);
    if (!joined_.insert(std::minmax(cable.from, cable.to)).second) {
      refuse("two routers are joined twice: write a count", line);
    }
    if (parts.size() > 2) {
      const Where where{path_, line_, {}, {}};
      cable.figures = {parse_quantity(parts[2], Quantity::bandwidth_bytes_per_s, where).value,
                       parse_quantity(parts[3], Quantity::time_s, where).value};
      if (cable.figures->bandwidth_bytes_per_s <= 0) refuse("a bandwidth must be positive", line);
      if (cable.figures->latency_s < 0) refuse("a latency cannot be negative", line);
    }
    if (parts.size() == 5) {
      const std::uint32_t count = number(parts[4]);
      if (count == 0) refuse("expected at least one cable", line);
      cable.width = count;
    }
    graph.router_count = std::max({graph.router_count, cable.from + 1, cable.to + 1});
    graph.cables.push_back(cable);
  }

  // Every router up to the last has a cable, and every router with a line of its own exists.
  void check_names(const Graph& graph) const {
    std::vector<bool> is_joined(graph.router_count);
    for (const RouterCable& cable : graph.cables) {
      is_joined[cable.from] = true;
      is_joined[cable.to] = true;
    }
    for (std::uint32_t router = 0; router < graph.router_count; router++) {
      if (!is_joined[router]) refuse("a router has no cable", std::to_string(router));
    }
    for (const auto& [router, count] : own_hosts_) {
      if (router >= graph.router_count) refuse("a router has no cable", std::to_string(router));
    }
  }

  std::string path_;
  std::uint32_t hosts_;  // of routers without a line of their own
  int line_ = 0;
  std::map<std::uint32_t, std::uint32_t> own_hosts_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> joined_;
};

Graph parse(std::string_view text, const Where& where) {
  const TopologyText source{text, where,
                            "a graph is a file of cables and hosts per router, such as "
                            "graph:cables.txt;hosts=2"};
  constexpr std::string_view keys[] = {"hosts"};
  const KeyedText keyed = source.keyed(keys);
  if (keyed.numbers.empty()) source.refuse("a graph needs a file", text);
  Graph graph;
  graph.name = keyed.numbers;
  const std::string path =
      (std::filesystem::path(where.file).parent_path() / keyed.numbers).string();
  GraphReader reader(path, source.number_of(keyed, "hosts", 1));
  Where at = where;
  at.text = path;
  reader.read(kernel::read_file(path, "the graph", at), graph);
  source.require_size(graph.host_router.size() + graph.cables.size());
  ShortestWaysZone::require_size(graph.router_count, source);
  return graph;
}

std::optional<std::uint64_t> host_count(std::string_view parameters, const Where& where) {
  return parse(parameters, where).host_router.size();
}

void build(ClusterBuilder& builder) {
  Graph file = parse(builder.spec().parameters, builder.where());
  RouterGraph graph(file.router_count, std::move(file.cables));
  if (!graph.is_connected()) {
    throw kernel::InputError("the routers of the graph are not all connected",
                             {builder.where().file, builder.where().line, file.name, ""});
  }
  std::string text = fmt::format("graph of {}", file.name);
  RouterParts parts = add_router_parts(
      builder, {std::move(text), std::move(graph), {"link"}, std::move(file.host_router)});
  builder.adopt(std::make_unique<ShortestWaysZone>(builder.spec().id, std::move(parts)));
}

}  // namespace

extern const Topology graph_file{"graph", "GRAPH", "graph:FILE;hosts=2", host_count, build};

}  // namespace smpi::models
