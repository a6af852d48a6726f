// SPDX-License-Identifier: BSD-3-Clause
//
// Long tables have their first rows only, and say so: the data of the page has all.
#include "tools/study/report/run_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <stdexcept>

#include "tools/study/report/page.h"

namespace smpi::study {
namespace {

using Json = nlohmann::ordered_json;
using Cell = HtmlTable::Cell;

constexpr std::size_t rows_max = 512;
constexpr std::size_t pairs_max = 50;
constexpr std::size_t links_max = 50;
constexpr std::size_t hosts_max = 50;
constexpr std::uint64_t bins_max = 64;  // of sizes, by powers of two

Cell number(double value) {
  return {fmt::format("{:.6g}", value), true};
}

Cell whole(std::uint64_t value) {
  return {fmt::format("{}", value), true};
}

Cell percent(double share) {
  return {fmt::format("{:.1f}", 100 * share), true};
}

double run_s(const Json& record) {
  return record.at("summary").at("simulated_s");
}

std::string efficiency_table(const Json& record) {
  const Efficiency one = efficiency_of(record);
  if (!(one.max_useful_s > 0)) return "";
  HtmlTable table{
      .caption =
          "Efficiencies as the POP Centre of Excellence defines them; 1 is best, "
          "from 0.8 on they are called good",
      .columns = {"metric", "value", "is"},
      .rows = {
          {{"parallel efficiency"},
           number(one.parallel),
           {"load balance x communication: mean useful time / run"}},
          {{"load balance"}, number(one.load_balance), {"mean / largest useful time of a rank"}},
          {{"communication"}, number(one.communication), {"largest useful time / run"}}}};
  if (const Json& summary = record.at("summary"); summary.contains("pop")) {
    const Json& pop = summary.at("pop");
    table.rows.push_back({{"serialisation"},
                          number(pop.at("serialisation")),
                          {"largest useful time / time on an ideal network"}});
    table.rows.push_back({{"transfer"},
                          number(pop.at("transfer")),
                          {pop.at("has_other_calls").get<bool>()
                               ? "time on an ideal network / run; the program makes other MPI "
                                 "calls there, so two different runs are compared"
                               : "time on an ideal network / run"}});
  }
  return html_of(table, "id=\"efficiency-table\"");
}

// Seconds by topic of each rank, from its slices.
std::vector<double> topics_of(const Json& record, const Json& row) {
  const Json& functions = record.at("functions");
  const double tick_s = record.at("timeline").at("tick_s");
  const std::size_t topics = record.at("topics").size();
  std::vector<double> seconds(topics, 0);
  for (std::size_t at = 0; at + 2 < row.size(); at += 3) {
    if (const std::int64_t code = row.at(at + 2); code >= 0) {
      const std::size_t topic = functions.at(static_cast<std::size_t>(code)).at("topic");
      seconds.at(topic) += row.at(at + 1).get<double>() * tick_s;
      continue;
    }
    for (std::size_t topic = 0; topic < topics; topic++) {
      seconds.at(topic) += row.at(at + 4 + topic).get<double>() * tick_s;
    }
    at += 1 + topics;
  }
  return seconds;
}

constexpr std::string_view kernel_topic = "modelled kernels";
constexpr std::array<std::string_view, 2> device_topics = {"device kernels", "device copies"};

bool is_of_device(const Json& topic) {
  return std::ranges::find(device_topics, topic.get<std::string_view>()) != device_topics.end();
}

bool is_kernel(const Json& record, const Json& function) {
  const Json& topic = record.at("topics").at(function.at("topic").get<std::size_t>());
  return topic == kernel_topic || is_of_device(topic);
}

// Of many ranks neighbours are taken together: means of blocks.
std::string ranks_table(const Json& record) {
  const Json& ranks = record.at("ranks");
  const Json& rows = record.at("timeline").at("rows");
  const std::size_t count = ranks.at("host").size();
  const std::size_t block = (count + rows_max - 1) / rows_max;
  std::map<std::size_t, std::string> host_names;
  for (const Json& host : ranks.at("host_names")) host_names[host.at(0)] = host.at(1);
  HtmlTable table{.caption = "Seconds of each rank by what it did",
                  .columns = {"rank", "host", "ends at", "computes"},
                  .rows = {}};
  if (block > 1) {
    table.caption = fmt::format("Seconds by what ranks did: means over blocks of {} ranks", block);
  }
  const Json& topic_names = record.at("topics");
  for (const Json& topic : topic_names) {
    if (!is_of_device(topic)) table.columns.push_back(topic);
  }
  for (std::size_t first = 0; first < count; first += block) {
    const std::size_t last = std::min(first + block, count) - 1;
    std::vector<double> means(table.columns.size() - 2, 0);
    for (std::size_t rank = first; rank <= last; rank++) {
      std::vector<double> values = {ranks.at("end_s").at(rank), ranks.at("useful_s").at(rank)};
      const std::vector<double> topics =
          topics_of(record, rank < rows.size() ? rows[rank] : Json::array());
      for (std::size_t topic = 0; topic < topics.size(); topic++) {
        if (topic_names.at(topic) == kernel_topic) values[1] -= topics[topic];
        if (!is_of_device(topic_names.at(topic))) values.push_back(topics[topic]);
      }
      for (std::size_t place = 0; place < means.size(); place++) {
        means[place] += values[place] / static_cast<double>(last - first + 1);
      }
    }
    const std::string host = host_names[ranks.at("host").at(first)];
    std::vector<Cell> row = {
        first == last ? whole(first) : Cell{fmt::format("{} to {}", first, last)}, {host}};
    for (const double mean : means) row.push_back(number(mean));
    table.rows.push_back(std::move(row));
  }
  return html_of(table, "id=\"ranks-table\"");
}

// The longest first.
std::vector<const Json*> functions_of(const Json& record, bool kernels) {
  std::vector<const Json*> functions;
  for (const Json& function : record.at("functions")) {
    if (is_kernel(record, function) == kernels) functions.push_back(&function);
  }
  std::ranges::stable_sort(functions, [](const Json* left, const Json* right) {
    return left->at("seconds_s") > right->at("seconds_s");
  });
  return functions;
}

double all_time_s(const Json& record) {
  double all_s = 0;
  for (const Json& end_s : record.at("ranks").at("end_s")) all_s += end_s.get<double>();
  return all_s;
}

std::string kernels_table(const Json& record) {
  const bool has_devices = std::ranges::any_of(record.at("topics"), is_of_device);
  HtmlTable table{.caption = has_devices ? "Modelled kernels of all ranks, and work of devices"
                                         : "Modelled kernels of all ranks",
                  .columns = {"kernel", "calls", "seconds", "of all ranks' time, %"},
                  .rows = {}};
  const double all_s = all_time_s(record);
  for (const Json* function : functions_of(record, true)) {
    const double seconds_s = function->at("seconds_s");
    table.rows.push_back({{function->at("name").get<std::string>()},
                          whole(function->at("calls")),
                          number(seconds_s),
                          percent(all_s > 0 ? seconds_s / all_s : 0)});
  }
  return table.rows.empty() ? "" : html_of(table, "id=\"kernels-table\"");
}

std::string calls_table(const Json& record) {
  HtmlTable table{
      .caption = "Calls of MPI by all ranks; bytes are what the calls send",
      .columns = {"function", "kind", "calls", "seconds", "of all ranks' time, %", "bytes"},
      .rows = {}};
  const double all_s = all_time_s(record);
  for (const Json* function : functions_of(record, false)) {
    const double seconds_s = function->at("seconds_s");
    table.rows.push_back({{function->at("name").get<std::string>()},
                          {record.at("topics").at(function->at("topic").get<std::size_t>())},
                          whole(function->at("calls")),
                          number(seconds_s),
                          percent(all_s > 0 ? seconds_s / all_s : 0),
                          whole(function->at("sent_bytes"))});
  }
  return table.rows.empty() ? "" : html_of(table, "id=\"calls-table\"");
}

std::string collectives_table(const Json& record) {
  HtmlTable table{.caption = "Collective calls by algorithm and by the ranks of their communicator",
                  .columns = {"function", "algorithm", "ranks", "calls", "seconds", "bytes"},
                  .rows = {}};
  std::vector<const Json*> rows;
  for (const Json& row : record.at("collectives")) rows.push_back(&row);
  std::ranges::stable_sort(rows, [](const Json* left, const Json* right) {
    return left->at("seconds_s") > right->at("seconds_s");
  });
  for (const Json* row : rows) {
    table.rows.push_back({{row->at("function").get<std::string>()},
                          {row->at("algorithm").get<std::string>()},
                          whole(row->at("ranks")),
                          whole(row->at("calls")),
                          number(row->at("seconds_s")),
                          whole(row->at("sent_bytes"))});
  }
  return table.rows.empty() ? "" : html_of(table, "id=\"collectives-table\"");
}

std::string block_name(std::size_t block, std::size_t size) {
  if (size == 1) return fmt::format("{}", block);
  return fmt::format("{} to {}", block * size, (block + 1) * size - 1);
}

std::string matrix_table(const Json& matrix, std::string_view member, std::string_view id) {
  std::vector<const Json*> cells;
  for (const Json& cell : matrix.at("cells")) cells.push_back(&cell);
  if (cells.empty()) return "";
  std::ranges::stable_sort(
      cells, [](const Json* left, const Json* right) { return left->at(2) > right->at(2); });
  const std::size_t count = cells.size();
  cells.resize(std::min(count, pairs_max));
  HtmlTable table{.caption = count > pairs_max
                                 ? fmt::format("The {} pairs of {}s with most bytes, of {} pairs",
                                               pairs_max, member, count)
                                 : fmt::format("Bytes and messages from {} to {}", member, member),
                  .columns = {fmt::format("from {}", member), fmt::format("to {}", member), "bytes",
                              "messages"},
                  .rows = {}};
  const std::size_t block = matrix.at("block");
  for (const Json* cell : cells) {
    table.rows.push_back({{block_name(cell->at(0), block), block == 1},
                          {block_name(cell->at(1), block), block == 1},
                          whole(cell->at(2)),
                          whole(cell->at(3))});
  }
  return html_of(table, fmt::format("id=\"{}\"", id));
}

std::string matrix_tables(const Json& record) {
  return matrix_table(record.at("rank_matrix"), "rank", "rank-matrix-table") +
         matrix_table(record.at("host_matrix"), "host", "host-matrix-table");
}

std::string sizes_table(const Json& record) {
  constexpr std::array<std::pair<const char*, const char*>, 7> kinds = {
      {{"sends", "program: point-to-point"},
       {"collectives", "program: collective calls"},
       {"accesses", "program: one-sided"},
       {"wire_sends", "wire: point-to-point"},
       {"wire_collectives", "wire: parts of collectives"},
       {"wire_accesses", "wire: one-sided and locks"},
       {"wire_files", "wire: files"}}};
  HtmlTable table{.caption = "Messages by size",
                  .columns = {"of", "least bytes", "most bytes", "messages", "bytes"},
                  .rows = {}};
  for (const auto& [key, name] : kinds) {
    for (const Json& row : record.at("sizes").at(key)) {
      const std::uint64_t bin = row.at(0);
      if (bin > bins_max) throw std::out_of_range("sizes of no message");
      const std::uint64_t least = bin == 0 ? 0 : std::uint64_t{1} << (bin - 1);
      table.rows.push_back({{name},
                            whole(least),
                            whole(bin == 0 ? 0 : 2 * least - 1),
                            whole(row.at(1)),
                            whole(row.at(2))});
    }
  }
  return table.rows.empty() ? "" : html_of(table, "id=\"sizes-table\"");
}

std::string links_table(const Json& record) {
  const Json& links = record.at("links");
  const Json& busiest = links.at("busiest");
  if (busiest.empty()) return "";
  const std::size_t used = links.at("used");
  HtmlTable table{.caption = fmt::format("The busiest of {} links that carried anything, of {}; "
                                         "load is bytes / (bandwidth x run), peak load that of the "
                                         "busiest {}",
                                         used, links.at("count").get<std::size_t>(),
                                         quantity(links.at("bin_s"), "s")),
                  .columns = {"link", "bytes", "load, %", "peak load, %", "bandwidth, bytes/s"},
                  .rows = {}};
  for (std::size_t place = 0; place < std::min(busiest.size(), links_max); place++) {
    const Json& link = busiest[place];
    table.rows.push_back({{link.at("name").get<std::string>()},
                          number(link.at("bytes")),
                          percent(link.at("load")),
                          percent(link.at("peak_load")),
                          number(link.at("bandwidth_bytes_per_s"))});
  }
  return html_of(table, "id=\"links-table\"");
}

// Those that took most, where hosts differ.
std::string hosts_energy_table(const Json& record) {
  std::vector<std::pair<double, std::string>> hosts;
  for (const Json& host : record.at("energy_detail").at("hosts")) {
    hosts.emplace_back(host.at("energy_j"), host.at("name"));
  }
  std::ranges::stable_sort(hosts, std::greater(), &std::pair<double, std::string>::first);
  if (hosts.empty() || hosts.front().first == hosts.back().first) return "";
  const std::size_t count = hosts.size();
  hosts.resize(std::min(count, hosts_max));
  HtmlTable table{.caption = fmt::format("The {} hosts of {} that took most", hosts.size(), count),
                  .columns = {"host", "joules"},
                  .rows = {}};
  for (const auto& [energy_j, name] : hosts) table.rows.push_back({{name}, number(energy_j)});
  return html_of(table, "id=\"hosts-energy-table\"");
}

// What the site's electricity costs and emits, where something says so.
std::string electricity_table(const Json& energy) {
  const double cost = energy.at("cost");
  const double carbon_kg = energy.at("carbon_kg");
  if (cost == 0 && carbon_kg == 0) return "";
  HtmlTable table{.caption = "Electricity of the site",
                  .columns = {"joules", "cost", "kg CO2"},
                  .rows = {{number(energy.at("site_j")), number(cost), number(carbon_kg)}}};
  return html_of(table, "id=\"electricity-table\"");
}

std::string power_tables(const Json& record) {
  if (!record.contains("energy_detail")) return "";
  const Json& energy = record.at("summary").at("energy");
  const double total_j = energy.at("total_j");
  HtmlTable table{.caption = "Energy of the run", .columns = {"of", "joules", "%"}, .rows = {}};
  const auto add = [&](const std::string& name, double energy_j) {
    table.rows.push_back({{name}, number(energy_j), percent(total_j > 0 ? energy_j / total_j : 0)});
  };
  add("everything", total_j);
  constexpr std::array<std::pair<const char*, const char*>, 6> parts = {
      {{"hosts_j", "hosts"},
       {"links_j", "cables"},
       {"switches_j", "switches"},
       {"nics_j", "network cards"},
       {"used_hosts_j", "hosts with ranks"},
       {"unused_hosts_j", "hosts without ranks"}}};
  for (const auto& [key, name] : parts) add(name, energy.at(key));
  for (const auto& [name, energy_j] : energy.at("by_class").items()) {
    add(name == "base" ? "hosts: base" : "hosts: class " + name, energy_j);
  }
  if (energy.contains("by_phase")) {
    for (const auto& [name, energy_j] : energy.at("by_phase").items())
      add("phase " + name, energy_j);
  }
  return html_of(table, "id=\"power-table\"") + electricity_table(energy) +
         hosts_energy_table(record);
}

}  // namespace

std::string quantity(double value, std::string_view unit) {
  constexpr std::array<std::pair<double, const char*>, 9> prefixes = {{{1e15, "P"},
                                                                       {1e12, "T"},
                                                                       {1e9, "G"},
                                                                       {1e6, "M"},
                                                                       {1e3, "k"},
                                                                       {1, ""},
                                                                       {1e-3, "m"},
                                                                       {1e-6, "u"},
                                                                       {1e-9, "n"}}};
  if (value == 0) return fmt::format("0 {}", unit);
  for (const auto& [factor, prefix] : prefixes) {
    if (unit == "s" && factor > 1) continue;
    if (std::abs(value) >= factor) return fmt::format("{:.4g} {}{}", value / factor, prefix, unit);
  }
  return fmt::format("{:.4g} {}", value, unit);
}

std::string platform_name(const Json& record) {
  const std::string platform = record.at("platform");
  return platform.substr(platform.rfind('/') + 1);
}

Efficiency efficiency_of(const Json& record) {
  Efficiency efficiency;
  const std::vector<double> useful_s = record.at("ranks").at("useful_s");
  if (useful_s.empty()) return efficiency;
  efficiency.max_useful_s = std::ranges::max(useful_s);
  const double sum_s = std::accumulate(useful_s.begin(), useful_s.end(), 0.0);
  efficiency.mean_useful_s = sum_s / static_cast<double>(useful_s.size());
  const double all_s = run_s(record);
  if (!(efficiency.max_useful_s > 0 && all_s > 0)) return efficiency;
  efficiency.load_balance = efficiency.mean_useful_s / efficiency.max_useful_s;
  efficiency.communication = efficiency.max_useful_s / all_s;
  efficiency.parallel = efficiency.mean_useful_s / all_s;
  return efficiency;
}

std::vector<RunSection> run_sections(const Json& record) {
  return {
      {"efficiency", "Efficiency",
       "How much of the ranks' time is useful, which is the time outside MPI, and what the rest "
       "is lost to.",
       efficiency_table(record)},
      {"timeline", "Timeline", "What each rank did when.", ranks_table(record)},
      {"calls", "MPI calls", "Time of all ranks in each function of MPI.", calls_table(record)},
      {"kernels", "Modelled kernels",
       "Time of all ranks in functions that cost what a model says. Kernels between two calls of "
       "MPI are shown one after the other, calls of one kernel together.",
       kernels_table(record)},
      {"collectives", "Collectives",
       "Time of all ranks in collective calls, by algorithm and number of ranks. A nonblocking "
       "one works beside its call, which alone is counted.",
       collectives_table(record)},
      {"matrix", "Communication matrix",
       "Payload that ranks send each other. Collectives count as the messages that they are made "
       "of.",
       matrix_tables(record)},
      {"sizes", "Message sizes",
       "What the program asks for, and the messages that cross the wire for it.",
       sizes_table(record)},
      {"network", "Network",
       "What links carried, acknowledgements included, as a share of their bandwidth.",
       links_table(record)},
      {"power", "Power", "What hosts and network take over time.", power_tables(record)}};
}

}  // namespace smpi::study
