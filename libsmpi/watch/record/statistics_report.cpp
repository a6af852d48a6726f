// SPDX-License-Identifier: BSD-3-Clause
//
// Sorted by name and by rank, so that equal runs give equal bytes.
#include "libsmpi/watch/record/statistics_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <vector>

#include "libsmpi/ranks/runtime/simulation.h"
#include "models/platform/platform.h"

namespace smpi::record {
namespace {

using Json = nlohmann::ordered_json;

constexpr int schema = 1;

Json functions_json(const RunStatistics& statistics, std::size_t rank_count) {
  Json functions = Json::array();
  for (const auto& [name, function] : statistics.functions()) {
    std::vector<double> in_it_s = function.in_it_s;
    in_it_s.resize(std::max(in_it_s.size(), rank_count));
    const auto [least, most] = std::ranges::minmax_element(in_it_s);
    const auto of_rank = [&](auto place) -> Json {
      return {{"rank", place - in_it_s.begin()}, {"seconds", *place}};
    };
    functions.push_back({{"name", name},
                         {"calls", function.call_count},
                         {"given_bytes", function.given_bytes},
                         {"got_bytes", function.got_bytes},
                         {"seconds", std::accumulate(in_it_s.begin(), in_it_s.end(), 0.0)},
                         {"max", of_rank(most)},
                         {"min", of_rank(least)}});
  }
  return functions;
}

Json collectives_json(const RunStatistics& statistics) {
  Json collectives = Json::array();
  for (const auto& [key, count] : statistics.collectives()) {
    collectives.push_back(
        {{"name", key.first}, {"communicator_size", key.second}, {"calls", count}});
  }
  return collectives;
}

Json pairs_json(const std::vector<MessageSums::Pair>& pairs) {
  Json rows = Json::array();
  for (const MessageSums::Pair& pair : pairs) {
    rows.push_back({pair.source, pair.destination, pair.sum.messages, pair.sum.bytes});
  }
  return rows;
}

// The same messages between hosts, by the hosts' places in the platform.
std::vector<MessageSums::Pair> pairs_of_hosts(const MessageSums& sums,
                                              const Simulation& simulation) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, MessageSums::Cell> cells;
  for (const MessageSums::Pair& pair : sums.pairs()) {
    MessageSums::Cell& cell =
        cells[{simulation.ranks[pair.source]->host, simulation.ranks[pair.destination]->host}];
    cell.messages += pair.sum.messages;
    cell.bytes += pair.sum.bytes;
  }
  std::vector<MessageSums::Pair> pairs;
  for (const auto& [hosts, sum] : cells) pairs.push_back({hosts.first, hosts.second, sum});
  return pairs;
}

Json host_pairs_json(const MessageSums& sums, const Simulation& simulation) {
  Json rows = Json::array();
  for (const MessageSums::Pair& pair : pairs_of_hosts(sums, simulation)) {
    rows.push_back({std::string(simulation.platform.hosts.name[pair.source]),
                    std::string(simulation.platform.hosts.name[pair.destination]),
                    pair.sum.messages, pair.sum.bytes});
  }
  return rows;
}

Json messages_json(const MessageSums& sums, const Simulation& simulation) {
  Json sizes = Json::array();
  for (std::size_t i = 0; i < MessageSums::class_count; i++) {
    const std::uint64_t count = sums.by_size()[i];
    if (count == 0) continue;
    Json bound = MessageSums::bound_bytes(i);
    if (i + 1 == MessageSums::class_count) bound = nullptr;
    sizes.push_back({{"up_to_bytes", bound}, {"messages", count}});
  }
  return {{"messages", sums.total().messages},
          {"bytes", sums.total().bytes},
          {"sizes", std::move(sizes)},
          {"columns", {"source", "destination", "messages", "bytes"}},
          {"ranks", pairs_json(sums.pairs())},
          {"hosts", host_pairs_json(sums, simulation)}};
}

Json ranks_json(const RunStatistics& statistics, const Simulation& simulation) {
  Json ranks = Json::array();
  double sum_s = 0;
  double most_s = 0;
  for (std::size_t i = 0; i < simulation.ranks.size(); i++) {
    const RunStatistics::Times times =
        i < statistics.times().size() ? statistics.times()[i] : RunStatistics::Times{};
    const double computing_s = std::max(simulation.ranks[i]->end_s - times.in_mpi_s(), 0.0);
    sum_s += computing_s;
    most_s = std::max(most_s, computing_s);
    ranks.push_back({{"rank", i},
                     {"computing_s", computing_s},
                     {"sending_s", times.sending_s},
                     {"late_sender_s", times.late_sender_s},
                     {"collectives_s", times.collectives_s},
                     {"other_mpi_s", times.other_s}});
  }
  const double mean_s = sum_s / static_cast<double>(std::max<std::size_t>(ranks.size(), 1));
  return {{"load_balance", most_s > 0 ? Json(mean_s / most_s) : Json()},
          {"times", std::move(ranks)}};
}

}  // namespace

std::string statistics_json(const RunStatistics& statistics, const Simulation& simulation) {
  const std::size_t rank_count = simulation.ranks.size();
  Json json = {{"schema", schema},
               {"ranks", rank_count},
               {"simulated_s", simulation.engine.now_s()},
               {"functions", functions_json(statistics, rank_count)},
               {"collectives", collectives_json(statistics)},
               {"program", messages_json(statistics.program_messages(), simulation)},
               {"wire", messages_json(statistics.wire_messages(), simulation)}};
  json.update(ranks_json(statistics, simulation));
  return json.dump(1) + '\n';
}

std::string matrix_csv(const RunStatistics& statistics, const Simulation& simulation,
                       MatrixOf what) {
  const std::size_t rank_count = simulation.ranks.size();
  const std::vector<MessageSums::Pair> pairs = statistics.wire_messages().pairs();
  std::string text;
  auto pair = pairs.begin();
  for (std::size_t source = 0; source < rank_count; source++) {
    for (std::size_t destination = 0; destination < rank_count; destination++) {
      std::uint64_t value = 0;
      if (pair != pairs.end() && pair->source == source && pair->destination == destination) {
        value = what == MatrixOf::messages ? pair->sum.messages : pair->sum.bytes;
        ++pair;
      }
      text += fmt::format("{}{}", destination == 0 ? "" : ",", value);
    }
    text += '\n';
  }
  return text;
}

}  // namespace smpi::record
