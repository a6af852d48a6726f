// SPDX-License-Identifier: BSD-3-Clause
//
// Times are seconds with all picoseconds, so that files can be compared byte for byte. What depends
// on the machine that simulates (times, memory, rounds) is in the summary and in the lines only.
#include "tools/packets/results.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <vector>

#include "models/platform/units.h"

namespace smpi::packets {
namespace {

using models::packet::to_seconds;

std::string seconds(Picoseconds time) {
  constexpr Picoseconds ps_per_s = 1'000'000'000'000;
  return fmt::format("{}.{:012}", time / ps_per_s, time % ps_per_s);
}

// The share of its time that a rank does not compute.
double communication_share(const Outcome& outcome) {
  double all = 0;
  double computing = 0;
  for (const RankResult& rank : outcome.ranks) {
    all += to_seconds(rank.end);
    computing += to_seconds(rank.computing);
  }
  return all > 0 ? 1 - computing / all : 0;
}

double per_hop_ns(const Outcome& outcome) {
  const auto hops = static_cast<double>(outcome.hop_count);
  return hops > 0 ? outcome.windows.busy_s / hops * 1e9 : 0;
}

}  // namespace

std::string describe(const Machine& machine, const World& world, const Outcome& outcome) {
  const models::packet::Config& config = machine.config();
  std::string text = fmt::format(
      "smpi-packets: simulated {} of {} ranks on {} hosts, network/model:{}\n"
      "  {} messages, {} packet-hops, {} events, {:.0f} % of the ranks' time without computation\n"
      "  {:.2f} s to set up, {:.2f} s to run ({:.2f} s of processor time, {:.2f} s of the busiest "
      "thread), {:.2f} GB\n",
      models::format_time(to_seconds(outcome.end)), world.rank_count(),
      machine.platform().hosts.count(), models::packet::name_of(config.model),
      outcome.message_count, outcome.hop_count, outcome.event_count,
      100 * communication_share(outcome), outcome.setup_s, outcome.run_s, outcome.windows.busy_s,
      outcome.windows.longest_s, outcome.memory_bytes / 1e9);
  if (outcome.hop_count > 0) {
    text += fmt::format("  {:.0f} ns of processor time a packet-hop\n", per_hop_ns(outcome));
  }
  if (outcome.skipped_rounds) {
    text += fmt::format("  skipped {} iterations that repeat those before them\n",
                        *outcome.skipped_rounds);
  }
  if (outcome.part_count > 1) {
    const auto rounds = static_cast<double>(outcome.windows.rounds);
    text += fmt::format(
        "  {}{} threads, {} parts: {} rounds, {:.0f} events a round, {:.0f} % of the threads' time "
        "at barriers\n",
        outcome.process_count > 1 ? fmt::format("{} processes with ", outcome.process_count) : "",
        outcome.thread_count, outcome.part_count, outcome.windows.rounds,
        static_cast<double>(outcome.event_count) / rounds,
        100 * outcome.windows.waiting_s /
            (outcome.run_s * outcome.thread_count * outcome.process_count));
  } else if (!outcome.undivided_reason.empty()) {
    text += fmt::format("  one part: {}\n", outcome.undivided_reason);
  }
  return text;
}

std::string describe_standstill(const World& world, const Outcome& outcome) {
  std::string text =
      fmt::format("{} of {} ranks cannot go on\n", outcome.unended_count, world.rank_count());
  for (const std::string& line : outcome.waiting) text += fmt::format("  {}\n", line);
  if (outcome.unended_count > outcome.waiting.size()) text += "  ...\n";
  if (outcome.standing_packets > 0) {
    text += fmt::format("  {} packets wait for room or for links: see packet/buffer\n",
                        outcome.standing_packets);
  }
  return text;
}

std::string ranks_csv(const World& world, const Outcome& outcome) {
  std::string text = "rank,job,host,end_s,computing_s,waiting_s,sent_messages,sent_bytes\n";
  for (RankId rank = 0; rank < world.rank_count(); rank++) {
    const RankResult& result = outcome.ranks[rank];
    const std::uint32_t job = world.job_of_rank[rank];
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{}\n",
                   rank - world.jobs[job].first_rank, job,
                   world.platform->hosts.name[world.host_of_rank[rank]], seconds(result.end),
                   seconds(result.computing), seconds(result.waiting), result.sent_messages,
                   result.sent_bytes);
  }
  return text;
}

std::string links_csv(const Machine& machine, const models::packet::Ports& ports) {
  std::string text = "link,bytes,packets,busy_s,waiting_s,most_queued_bytes\n";
  const models::LinkTable& links = machine.platform().links;
  for (models::LinkId link = 0; link < links.count(); link++) {
    const models::packet::PortCounters& counters = ports.counters(link);
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{}\n", links.name[link],
                   counters.bytes, counters.packets, seconds(counters.busy),
                   seconds(counters.waiting), counters.most_queued_bytes);
  }
  return text;
}

std::string summary_json(const Machine& machine, const World& world, const Outcome& outcome) {
  const models::packet::Config& config = machine.config();
  nlohmann::ordered_json summary = {
      {"schema", 1},
      {"end", outcome.unended_count == 0 ? "finished" : "deadlock"},
      {"simulated_s", to_seconds(outcome.end)},
      {"platform", machine.platform().source},
      {"hosts", machine.platform().hosts.count()},
      {"ranks", world.rank_count()},
      {"model", models::packet::name_of(config.model)},
      {"packet_payload_bytes", config.rules.payload_bytes},
      {"communication_share", communication_share(outcome)},
      {"messages", outcome.message_count},
      {"packet_hops", outcome.hop_count},
      {"events", outcome.event_count},
      {"skipped_iterations", outcome.skipped_rounds.value_or(0)},
      {"processes", outcome.process_count},
      {"threads", outcome.thread_count},
      {"parts", outcome.part_count},
      {"rounds", outcome.windows.rounds},
      {"measured",
       {{"setup_s", outcome.setup_s},
        {"run_s", outcome.run_s},
        {"processor_s", outcome.windows.busy_s},
        {"busiest_thread_s", outcome.windows.longest_s},
        {"barriers_s", outcome.windows.waiting_s},
        {"packet_hop_ns", per_hop_ns(outcome)},
        {"memory_bytes", outcome.memory_bytes}}},
  };
  return summary.dump(2) + "\n";
}

}  // namespace smpi::packets
