// SPDX-License-Identifier: BSD-3-Clause
//
// Hands each event to the tables that want it, and writes them down.
#include "libsmpi/watch/record/report/run_record.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>

#include "libsmpi/cost/devices/state.h"
#include "libsmpi/mpi/coll/choice/selector.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/requests/message.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/watch/record/report/topology.h"

namespace smpi::record {
namespace {

using Json = nlohmann::ordered_json;

constexpr double ticks_in_run = 1e8;  // times of the timeline are integers
constexpr std::size_t links_max = 4096;

bool is_collective(const p2p::Message& message) {
  switch (static_cast<Channel>(message.key.channel % channel_count)) {
    case Channel::collective:
    case Channel::nonblocking:
    case Channel::internal:
      return true;
    default:
      return false;
  }
}

// A power of ten.
double tick_s_of(double run_s) {
  return run_s > 0 ? std::pow(10, std::ceil(std::log10(run_s / ticks_in_run))) : 1e-9;
}

Json json_of(const SizeHistogram& histogram) {
  Json json = Json::array();
  for (std::size_t bin = 0; bin < SizeHistogram::class_count; bin++) {
    const auto& [messages, bytes] = histogram.classes()[bin];
    if (messages > 0) json.push_back({bin, messages, bytes});
  }
  return json;
}

Json json_of(const MessageSizes& sizes) {
  return {{"sends", json_of(sizes.sends)},
          {"collectives", json_of(sizes.collectives)},
          {"accesses", json_of(sizes.accesses)},
          {"wire_sends", json_of(sizes.wire_sends)},
          {"wire_collectives", json_of(sizes.wire_collectives)},
          {"wire_accesses", json_of(sizes.wire_accesses)},
          {"wire_files", json_of(sizes.wire_files)}};
}

Json json_of(const BlockMatrix& matrix) {
  Json cells = Json::array();
  for (std::uint32_t source = 0; source < matrix.side(); source++) {
    for (std::uint32_t destination = 0; destination < matrix.side(); destination++) {
      const auto& [bytes, messages] = matrix.cell(source, destination);
      if (messages > 0) cells.push_back({source, destination, bytes, messages});
    }
  }
  return {{"block", matrix.block_size()}, {"cells", cells}};
}

Json json_of(const CallTable::Sum& sum) {
  return {{"calls", sum.calls}, {"seconds_s", sum.seconds_s}, {"sent_bytes", sum.sent_bytes}};
}

Json functions_json(const CallTable& calls) {
  Json json = Json::array();
  for (const CallTable::Function& function : calls.functions()) {
    Json row = {{"name", function.name}, {"topic", static_cast<int>(function.topic)}};
    row.update(json_of(function.sum));
    json.push_back(row);
  }
  return json;
}

Json collectives_json(const CallTable& calls) {
  Json json = Json::array();
  for (const auto& [collective, sum] : calls.collectives()) {
    Json row = {{"function", collective.function},
                {"algorithm", collective.algorithm},
                {"ranks", collective.rank_count}};
    row.update(json_of(sum));
    json.push_back(row);
  }
  return json;
}

// The busiest first; of those that are equally so, the first of the platform.
Json links_json(const LinkLoad& load, const models::LinkTable& table, double run_s) {
  std::vector<const LinkLoad::Link*> busiest;
  for (const LinkLoad::Link& link : load.links()) {
    if (link.bytes > 0) busiest.push_back(&link);
  }
  const auto load_of = [&](const LinkLoad::Link& link) {
    const double most_bytes = table.bandwidth_bytes_per_s[link.link] * run_s;
    return most_bytes > 0 ? link.bytes / most_bytes : 0;
  };
  std::ranges::sort(busiest, [&](const auto* left, const auto* right) {
    const double first = load_of(*left);
    const double second = load_of(*right);
    return first != second ? first > second : left->link < right->link;
  });
  const std::size_t used_count = busiest.size();
  busiest.resize(std::min(used_count, links_max));
  const auto bins = static_cast<std::size_t>(std::ceil(run_s / load.bin_s()));
  Json rows = Json::array();
  for (std::size_t place = 0; place < busiest.size(); place++) {
    const LinkLoad::Link& link = *busiest[place];
    const double bandwidth_bytes_per_s = table.bandwidth_bytes_per_s[link.link];
    const double peak_bytes = std::ranges::max(link.bin_bytes);
    Json row = {{"link", link.link},
                {"name", table.name[link.link]},
                {"bandwidth_bytes_per_s", bandwidth_bytes_per_s},
                {"bytes", link.bytes},
                {"load", load_of(link)},
                {"peak_load", peak_bytes / load.bin_s() / bandwidth_bytes_per_s}};
    constexpr std::size_t followed = 20;
    if (place < followed) {
      Json loads = Json::array();
      for (std::size_t bin = 0; bin < std::min(bins, LinkLoad::bin_count); bin++) {
        const double share = link.bin_bytes[bin] / load.bin_s() / bandwidth_bytes_per_s;
        loads.push_back(std::round(share * 1e4) / 1e4);
      }
      row["loads"] = loads;
    }
    rows.push_back(row);
  }
  return {
      {"count", table.count()}, {"used", used_count}, {"bin_s", load.bin_s()}, {"busiest", rows}};
}

Json arrows_json(const Arrows& arrows, double tick_s) {
  const auto ticks = [&](double time_s) { return std::llround(time_s / tick_s); };
  Json rows = Json::array();
  for (const Arrows::Arrow& arrow : arrows.arrows()) {
    rows.push_back(
        {arrow.sender, arrow.receiver, ticks(arrow.start_s), ticks(arrow.end_s), arrow.bytes});
  }
  return {{"stride", arrows.stride()}, {"arrows", rows}};
}

}  // namespace

RunRecord::RunRecord(Simulation& simulation)
    : simulation_(simulation),
      links_(simulation.engine, simulation.network, simulation.platform.links.count()) {
  simulation.add_observer(*this);
  simulation.collectives.note_choices();
  kernel_observer = this;
  if (simulation.devices == nullptr) return;
  topic_count_ = call_topic_count;
  simulation.devices->rows.add_observer(*this);
}

RunRecord::~RunRecord() {
  kernel_observer = nullptr;
}

void RunRecord::leave_call(const Rank& rank, const CallRecord& call, const CallDetails& details) {
  const double now_s = simulation_.engine.now_s();
  const coll::Algorithm* algorithm = simulation_.collectives.take_note(running_strand);
  const std::uint32_t function =
      calls_.add({.function = call.function,
                  .details = details,
                  .algorithm = algorithm == nullptr ? "" : algorithm->name,
                  .end_s = now_s});
  const CallTopic topic = calls_.functions()[function].topic;
  timeline_.add({.process = rank.process,
                 .function = function,
                 .topic = topic,
                 .begin_s = details.begin_s,
                 .end_s = now_s});
  if (rank.process >= in_mpi_s_.size()) in_mpi_s_.resize(rank.process + 1, 0);
  in_mpi_s_[rank.process] += now_s - details.begin_s;
  if (topic == CallTopic::collective && details.sent_bytes >= 0) {
    sizes_.collectives.add(static_cast<std::uint64_t>(details.sent_bytes));
  }
}

void RunRecord::send_message(const p2p::Message& message) {
  const auto bytes = static_cast<std::uint64_t>(message.size_bytes);
  if (!is_collective(message)) sizes_.sends.add(bytes);
  rank_matrix_.add(message.sender->process, message.receiver->process, bytes);
  host_matrix_.add(message.sender->host, message.receiver->host, bytes);
}

void RunRecord::start_flow(const Transfer& transfer) {
  const auto bytes = static_cast<std::uint64_t>(transfer.size_bytes);
  switch (transfer.kind) {
    case Transfer::Kind::message:
      (is_collective(*transfer.message) ? sizes_.wire_collectives : sizes_.wire_sends).add(bytes);
      break;
    case Transfer::Kind::one_sided:
      sizes_.accesses.add(bytes);
      rank_matrix_.add(transfer.sender->process, transfer.receiver->process, bytes);
      host_matrix_.add(transfer.sender->host, transfer.receiver->host, bytes);
      [[fallthrough]];
    case Transfer::Kind::lock:
      sizes_.wire_accesses.add(bytes);
      break;
    case Transfer::Kind::file:
      sizes_.wire_files.add(bytes);
      break;
  }
  const bool is_between_ranks = transfer.sender != nullptr && transfer.receiver != nullptr;
  if (is_between_ranks) arrows_.start(transfer, simulation_.engine.now_s());
}

void RunRecord::end_flow(const Transfer& transfer) {
  const bool is_between_ranks = transfer.sender != nullptr && transfer.receiver != nullptr;
  if (is_between_ranks) arrows_.end(transfer, simulation_.engine.now_s());
}

void RunRecord::owe_kernel(const Rank& rank, const char* name, double flops) {
  owed_.owe(rank.process, calls_.add_kernel(name), flops);
}

void RunRecord::pay_owed_work(const Rank& rank, double flops, double begin_s) {
  owed_.pay(rank.process, flops, begin_s, simulation_.engine.now_s(),
            [&](std::uint32_t kernel, double from_s, double to_s) {
              calls_.add_time(kernel, to_s - from_s);
              timeline_.add({.process = rank.process,
                             .function = kernel,
                             .topic = CallTopic::kernel,
                             .begin_s = from_s,
                             .end_s = to_s});
            });
}

void RunRecord::begin_device_work(const devices::WorkRow& place, const models::OperationCost&) {
  if (place.index >= streams_.size()) streams_.resize(place.index + 1);
  streams_[place.index] = {.place = &place, .begin_s = simulation_.engine.now_s()};
}

void RunRecord::end_device_work(const devices::WorkRow& place, const models::OperationCost& work) {
  const double begin_s = streams_[place.index].begin_s;
  const double end_s = simulation_.engine.now_s();
  const CallTopic topic = topic_of_work(work.kind);
  const std::uint32_t function = calls_.add_kernel(work.name, topic);
  calls_.add_time(function, end_s - begin_s);
  stream_timeline_.add({.process = place.index,
                        .function = function,
                        .topic = topic,
                        .begin_s = begin_s,
                        .end_s = end_s});
}

// Of runs that end early: what ranks were in is what people look for.
void RunRecord::end_open_calls() {
  for (const Rank* rank : simulation_.ranks) {
    const Strand& strand = rank->main;
    if (rank->phase == Phase::ended || strand.call_depth == 0 || !strand.details) continue;
    leave_call(*rank, strand.call, *strand.details);
  }
}

Json RunRecord::ranks_json() const {
  Json hosts = Json::array();
  Json names = Json::array();
  Json ends_s = Json::array();
  Json useful_s = Json::array();
  std::vector<models::HostId> used;
  for (const Rank* rank : simulation_.ranks) {
    const double in_mpi_s = rank->process < in_mpi_s_.size() ? in_mpi_s_[rank->process] : 0;
    const double end_s = rank->phase == Phase::ended ? rank->end_s : simulation_.engine.now_s();
    used.push_back(rank->host);
    ends_s.push_back(end_s);
    useful_s.push_back(std::max(end_s - in_mpi_s, 0.0));
    hosts.push_back(rank->host);
  }
  std::ranges::sort(used);
  const auto [end, last] = std::ranges::unique(used);
  used.erase(end, last);
  for (const models::HostId host : used) {
    names.push_back({host, simulation_.platform.hosts.name[host]});
  }
  return {{"host", hosts}, {"host_names", names}, {"end_s", ends_s}, {"useful_s", useful_s}};
}

// Slices of a row as numbers: see timeline_json().
Json slices_json(const std::vector<Slice>& slices, double tick_s, std::size_t topic_count) {
  Json row = Json::array();
  std::int64_t last = 0;
  for (const Slice& slice : slices) {
    const std::int64_t begin = std::llround(slice.begin_s / tick_s);
    const std::int64_t end = std::llround(slice.end_s / tick_s);
    row.push_back(begin - last);
    row.push_back(end - begin);
    last = end;
    if (slice.call_count == 1) {
      row.push_back(slice.function);
      continue;
    }
    row.push_back(-static_cast<std::int64_t>(slice.call_count));
    row.push_back(slice.function);
    for (std::size_t topic = 0; topic < topic_count; topic++) {
      row.push_back(std::llround(slice.topic_s[topic] / tick_s));
    }
  }
  return row;
}

// Per rank one array of ticks: [gap, duration, function] of a call or a kernel, where the gap is
// what the rank computed before it otherwise; [gap, duration, -calls, longest function, ticks of
// each topic...] of several.
Json RunRecord::timeline_json() const {
  const double tick_s = tick_s_of(simulation_.engine.now_s());
  Json rows = Json::array();
  for (const auto& slices : timeline_.rows()) {
    rows.push_back(slices_json(slices, tick_s, topic_count_));
  }
  const double cell_s = std::max(timeline_.cell_s(), stream_timeline_.cell_s());
  Json json = {{"tick_s", tick_s}, {"cell_s", cell_s}, {"rows", rows}};
  if (!streams_.empty()) json["streams"] = streams_json(tick_s);
  return json;
}

Json RunRecord::streams_json(double tick_s) const {
  Json json = Json::array();
  const auto& rows = stream_timeline_.rows();
  for (const Stream& stream : streams_) {
    if (stream.place == nullptr || stream.place->index >= rows.size()) continue;
    json.push_back({{"rank", stream.place->rank->process},
                    {"name", stream.place->name},
                    {"row", slices_json(rows[stream.place->index], tick_s, topic_count_)}});
  }
  return json;
}

Json RunRecord::json() {
  end_open_calls();
  links_.finish();
  const double run_s = simulation_.engine.now_s();
  Json timeline = timeline_json();
  const Json arrows = arrows_json(arrows_, timeline["tick_s"]);
  return {{"topics", std::span(call_topic_names).first(topic_count_)},
          {"functions", functions_json(calls_)},
          {"collectives", collectives_json(calls_)},
          {"ranks", ranks_json()},
          {"timeline", std::move(timeline)},
          {"messages", arrows},
          {"rank_matrix", json_of(rank_matrix_)},
          {"host_matrix", json_of(host_matrix_)},
          {"sizes", json_of(sizes_)},
          {"links", links_json(links_, simulation_.platform.links, run_s)},
          {"topology", topology_json(simulation_.platform)}};
}

}  // namespace smpi::record
