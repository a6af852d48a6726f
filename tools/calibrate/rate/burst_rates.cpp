// SPDX-License-Identifier: BSD-3-Clause
//
// Traces are walked twice: for the sums, and for how far single bursts are from them.
#include "tools/calibrate/rate/burst_rates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

#include "kernel/error.h"

namespace smpi::calibrate::rate {
namespace {

using trace::Code;
using Key = std::pair<std::string, std::string>;  // after, before

struct Burst {
  double volume = 0;
  double seconds = 0;
};

// Calls visit(key, burst) for each burst of a rank that has its time.
template <class Visit>
void visit_rank(trace::Trace& trace, std::uint32_t rank, Visit&& visit) {
  const std::unique_ptr<trace::Cursor> cursor = trace.cursor(rank);
  std::string after;
  Burst burst;  // as far as it goes
  trace::Action action;
  while (cursor->next(action)) {
    if (action.code == Code::ti_compute) {
      burst.volume += trace::to_real(action.words[0]);
      burst.seconds += trace::to_real(action.words[1]);
      continue;
    }
    const char* keyword = trace::form_of(action.code).keyword;
    if (burst.seconds > 0) visit(Key{after, keyword}, burst);
    burst = {};
    after = keyword;
  }
  if (burst.seconds > 0) visit(Key{after, ""}, burst);
}

template <class Visit>
void visit_all(const std::vector<std::unique_ptr<trace::Trace>>& traces, Visit&& visit) {
  for (const auto& trace : traces) {
    for (std::uint32_t rank = 0; rank < trace->rank_count(); rank++) {
      visit_rank(*trace, rank, visit);
    }
  }
}

}  // namespace

BurstRates rates_of(const std::vector<std::string>& names) {
  std::vector<std::unique_ptr<trace::Trace>> traces;
  for (const std::string& name : names) traces.push_back(trace::open_trace(name, {}));
  std::map<Key, BurstClass> classes;
  BurstRates all;
  visit_all(traces, [&](const Key& key, const Burst& burst) {
    BurstClass& known = classes[key];
    known.count++;
    known.volume += burst.volume;
    known.seconds += burst.seconds;
    all.count++;
    all.volume += burst.volume;
    all.seconds += burst.seconds;
  });
  if (all.count == 0 || !(all.volume > 0)) {
    throw kernel::InputError(
        "no computation of this trace says how long it took",
        {.text = fmt::format("{}", fmt::join(names, " ")),
         .hint = "record it with smpi-acquire run --times: compute then has t=SECONDS"});
  }
  visit_all(traces, [&](const Key& key, const Burst& burst) {
    all.error_of_one_rate += std::abs(burst.volume / all.rate() - burst.seconds);
    const double rate = classes[key].rate();
    all.error_of_classes += std::abs((rate > 0 ? burst.volume / rate : 0) - burst.seconds);
  });
  all.error_of_one_rate /= all.seconds;
  all.error_of_classes /= all.seconds;
  for (auto& [key, known] : classes) {
    std::tie(known.after, known.before) = key;
    all.classes.push_back(std::move(known));
  }
  std::ranges::stable_sort(all.classes, std::greater(), &BurstClass::seconds);
  return all;
}

}  // namespace smpi::calibrate::rate
