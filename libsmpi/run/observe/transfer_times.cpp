// SPDX-License-Identifier: BSD-3-Clause
//
// Pairs of messages, and sums over sizes, ranks and links.
#include "libsmpi/run/observe/transfer_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <tuple>

#include "kernel/error.h"
#include "libsmpi/ranks/runtime/rank.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "models/platform/platform.h"
#include "models/platform/units.h"

namespace smpi::observe {
namespace {

// Runs that differ by less are the same for who asks.
constexpr double agreement = 0.1;
constexpr std::size_t shown_max = 8;
constexpr std::array<std::int64_t, 4> size_classes_bytes = {256, 4096, 65536, 1 << 20};

double share_of(double part, double whole) {
  return whole > 0 ? 100 * part / whole : 0;
}

// The largest first; what is equal in the order of names.
template <class Key>
std::vector<std::pair<Key, double>> largest(const std::map<Key, double>& sums) {
  std::vector<std::pair<Key, double>> sorted(sums.begin(), sums.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return std::abs(a.second) > std::abs(b.second);
  });
  sorted.resize(std::min(sorted.size(), shown_max));
  return sorted;
}

}  // namespace

struct TransferTimes::Difference {
  const Row* row;
  double other_s;  // what it took in the other run
  double longer_s() const { return row->duration_s - other_s; }
};

TransferTimes::TransferTimes(Simulation& simulation) : simulation_(simulation) {
  simulation.add_observer(*this);
}

void TransferTimes::start_flow(const Transfer& transfer) {
  const bool is_between_ranks = transfer.sender != nullptr && transfer.receiver != nullptr;
  if (!is_between_ranks || transfer.sender == transfer.receiver) return;
  under_way_[transfer.number] = rows_.size();
  rows_.push_back({.sender = transfer.sender->process,
                   .receiver = transfer.receiver->process,
                   .source = transfer.source,
                   .destination = transfer.destination,
                   .size_bytes = transfer.size_bytes,
                   .start_s = simulation_.engine.now_s(),
                   .duration_s = -1});
}

void TransferTimes::end_flow(const Transfer& transfer) {
  const auto found = under_way_.find(transfer.number);
  if (found == under_way_.end()) return;
  Row& row = rows_[found->second];
  row.duration_s = simulation_.engine.now_s() - row.start_s;
  under_way_.erase(found);
}

std::string TransferTimes::bytes() const {
  const double end_s = simulation_.engine.now_s();
  std::string bytes(sizeof end_s + rows_.size() * sizeof(Row), '\0');
  std::memcpy(bytes.data(), &end_s, sizeof end_s);
  if (!rows_.empty()) {
    std::memcpy(bytes.data() + sizeof end_s, rows_.data(), rows_.size() * sizeof(Row));
  }
  return bytes;
}

std::vector<TransferTimes::Difference> TransferTimes::differences(const std::vector<Row>& other,
                                                                  std::uint64_t& unmatched) const {
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::int64_t>;
  const auto key_of = [](const Row& row) { return Key(row.sender, row.receiver, row.size_bytes); };
  const auto sorted = [&key_of](const std::vector<Row>& rows) {
    std::vector<const Row*> pointers;
    for (const Row& row : rows) {
      if (row.duration_s >= 0) pointers.push_back(&row);
    }
    std::stable_sort(pointers.begin(), pointers.end(),
                     [&key_of](const Row* a, const Row* b) { return key_of(*a) < key_of(*b); });
    return pointers;
  };
  const std::vector<const Row*> mine = sorted(rows_), others = sorted(other);
  std::vector<Difference> result;
  unmatched = 0;
  std::size_t i = 0, j = 0;
  while (i < mine.size() && j < others.size()) {
    const Key a = key_of(*mine[i]), b = key_of(*others[j]);
    if (a == b) {
      result.push_back({mine[i++], others[j++]->duration_s});
    } else {
      unmatched++;
      (a < b ? i : j)++;
    }
  }
  unmatched += mine.size() - i + others.size() - j;
  return result;
}

std::string TransferTimes::by_size(const std::vector<Difference>& differences) const {
  struct Class {
    std::uint64_t messages = 0;
    double flow_s = 0, packet_s = 0, difference_s = 0;
  };
  std::array<Class, size_classes_bytes.size() + 1> classes;
  double all_s = 0;
  for (const Difference& each : differences) {
    const auto above = std::upper_bound(size_classes_bytes.begin(), size_classes_bytes.end(),
                                        each.row->size_bytes);
    Class& sum = classes.at(static_cast<std::size_t>(above - size_classes_bytes.begin()));
    sum.messages++;
    sum.flow_s += each.other_s;
    sum.packet_s += each.row->duration_s;
    sum.difference_s += std::abs(each.longer_s());
    all_s += std::abs(each.longer_s());
  }
  std::string text = fmt::format("  {:24}{:>12}{:>16}{:>16}{:>22}\n", "messages", "number",
                                 "as flows, mean", "packets, mean", "of the difference");
  for (std::size_t i = 0; i < classes.size(); i++) {
    const Class& sum = classes[i];
    if (sum.messages == 0) continue;
    const std::string name =
        i < size_classes_bytes.size()
            ? "below " + models::format_size(static_cast<double>(size_classes_bytes[i]))
            : "larger";
    const auto messages = static_cast<double>(sum.messages);
    text += fmt::format("  {:24}{:>12}{:>16}{:>16}{:>20.0f} %\n", name, sum.messages,
                        models::format_time(sum.flow_s / messages),
                        models::format_time(sum.packet_s / messages),
                        share_of(sum.difference_s, all_s));
  }
  return text;
}

std::string TransferTimes::by_pair(const std::vector<Difference>& differences) const {
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> sums_s;
  for (const Difference& each : differences) {
    sums_s[{each.row->sender, each.row->receiver}] += each.longer_s();
  }
  std::string text;
  for (const auto& [pair, longer_s] : largest(sums_s)) {
    const std::string ranks = fmt::format("rank {} to rank {}", pair.first, pair.second);
    text += fmt::format("    {:40}{:>16}\n", ranks, models::format_time(std::abs(longer_s)));
  }
  return text;
}

std::string TransferTimes::by_link(const std::vector<Difference>& differences) const {
  struct Way {
    double longer_s = 0;
    std::uint64_t messages = 0;
  };
  std::map<std::pair<models::HostId, models::HostId>, Way> ways;
  for (const Difference& each : differences) {
    if (each.row->source == each.row->destination) continue;
    Way& way = ways[{each.row->source, each.row->destination}];
    way.longer_s += each.longer_s();
    way.messages++;
  }
  std::map<models::LinkId, double> sums_s;
  std::map<models::LinkId, std::uint64_t> messages;
  models::Route route;
  for (const auto& [ends, way] : ways) {
    route.clear();
    if (!simulation_.platform.find_route(ends.first, ends.second, route)) continue;
    for (const models::LinkId link : route.links) {
      sums_s[link] += way.longer_s;
      messages[link] += way.messages;
    }
  }
  std::string text = "  links on their ways\n";
  for (const auto& [link, longer_s] : largest(sums_s)) {
    text += fmt::format("    {:40}{:>16} of {} messages\n", simulation_.platform.links.name[link],
                        models::format_time(std::abs(longer_s)), messages[link]);
  }
  return text;
}

std::string TransferTimes::compare_with(std::string_view other_bytes) const {
  double other_end_s = 0;
  SIM_ASSERT(other_bytes.size() >= sizeof other_end_s, "the first run has written its messages");
  std::memcpy(&other_end_s, other_bytes.data(), sizeof other_end_s);
  other_bytes.remove_prefix(sizeof other_end_s);
  std::vector<Row> other(other_bytes.size() / sizeof(Row));
  if (!other.empty()) std::memcpy(other.data(), other_bytes.data(), other.size() * sizeof(Row));
  const double end_s = simulation_.engine.now_s();
  const double ratio = other_end_s > 0 ? end_s / other_end_s : 1;
  std::string text = fmt::format("smpirun: {} as flows, {} as packets: {:.1f} % {}\n",
                                 models::format_time(other_end_s), models::format_time(end_s),
                                 100 * std::abs(ratio - 1), ratio >= 1 ? "longer" : "shorter");
  if (std::abs(std::log(ratio)) <= std::log1p(agreement)) {
    return text + fmt::format("  the models agree within {:.0f} %\n", 100 * agreement);
  }
  std::uint64_t unmatched = 0;
  std::vector<Difference> all = differences(other, unmatched);
  text += by_size(all);
  // A run is longer although some messages are faster: these do not make it longer.
  const bool is_longer = ratio >= 1;
  std::erase_if(all, [is_longer](const Difference& each) {
    return is_longer ? each.longer_s() <= 0 : each.longer_s() >= 0;
  });
  text += fmt::format("  {} messages take {} as packets; all of two ranks together\n", all.size(),
                      is_longer ? "longer" : "shorter");
  text += by_pair(all) + by_link(all);
  if (unmatched > 0) {
    text += fmt::format("  {} messages are in one of the runs only\n", unmatched);
  }
  return text;
}

}  // namespace smpi::observe
