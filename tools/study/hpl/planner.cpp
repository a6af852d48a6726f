// SPDX-License-Identifier: BSD-3-Clause
//
// Each simulation says by how much the closed form was wrong for its kind of machine; the search
// with that correction says what to simulate next.
#include "tools/study/hpl/planner.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace smpi::study::hpl {
namespace {

KindOfMachine kind_of(const Candidate& candidate) {
  return {candidate.node, candidate.network};
}

// How many times larger or smaller than a simulated machine one is that its correction is told of.
constexpr double believed_ratio = 1.5;

bool is_same_run(const Candidate& a, const Candidate& b) {
  return kind_of(a) == kind_of(b) && a.nodes == b.nodes && a.grid == b.grid && a.n == b.n &&
         a.setting == b.setting;
}

class Planner {
 public:
  Planner(const Market& market, Networks& networks, Simulator& simulator)
      : market_(market),
        simulator_(simulator),
        search_{market_, networks, {}, first_setting(market)} {}

  Advice plan(Level level) {
    Advice advice;
    std::vector<Candidate> best = search();
    if (best.empty()) return advice;
    advice.chosen = best.front();
    if (level != Level::closed_form) {
      const KindOfMachine kind = halve(std::move(best));
      settle(kind);
      try_settings(kind);
      settle(kind);
      advice.chosen = best_simulated(kind);
      if (level == Level::whole) advice.chosen = run_whole(kind);
    }
    advice.simulated = simulated_;
    advice.studies = simulator_.studies();
    // What was simulated is known better than what the closed form says of it. What it says of
    // machines of quite other sizes is not corrected.
    Search shown = search_;
    shown.reach = believed_ratio;
    std::vector<Candidate> all = all_machines(shown);
    std::erase_if(all, [&](const Candidate& one) {
      return one.nodes == advice.chosen->nodes && kind_of(one) == kind_of(*advice.chosen);
    });
    all.push_back(*advice.chosen);
    advice.front = pareto_front(all);
    advice.effects = tornado(search_);
    return advice;
  }

 private:
  static Setting first_setting(const Market& market) {
    const Tried& tried = market.tried;
    return {.nb = tried.nb.front(),
            .broadcast = tried.broadcasts.front(),
            .depth = tried.depths.front(),
            .swap = tried.swaps.front()};
  }

  std::vector<Candidate> search() const { return best_of_kinds(market_, all_machines(search_)); }

  // The best of one kind, by what is known now.
  Candidate best_of(KindOfMachine kind) const {
    for (const Candidate& best : search()) {
      if (kind_of(best) == kind) return best;
    }
    // A correction may leave no run that is short enough; then what was simulated counts.
    return best_simulated(kind);
  }

  void sample(std::vector<Candidate> candidates) {
    const std::vector<double> times_s =
        simulator_.sample(fmt::format("round-{}", ++round_), candidates);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      // Panels stand for others, so their sum may be a little less than the flops take.
      const double least_s = closed_form_of(search_, candidates[i]).compute_s;
      candidates[i].set_time(std::max(times_s[i], least_s), Origin::sampled);
    }
    // The fastest of each kind in this round says how wrong the closed form is.
    std::set<KindOfMachine> updated;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const bool is_fastest = std::ranges::none_of(candidates, [&](const Candidate& other) {
        return kind_of(other) == kind_of(candidates[i]) && other.gflops > candidates[i].gflops;
      });
      if (!is_fastest || !updated.insert(kind_of(candidates[i])).second) continue;
      const Grid& grid = candidates[i].grid;
      search_.known[kind_of(candidates[i])].shape = static_cast<double>(grid.rows) / grid.columns;
      correct_by(candidates[i]);
    }
    std::ranges::move(candidates, std::back_inserter(simulated_));
  }

  // Two shapes of the grid for the best machine of a kind.
  std::vector<Candidate> two_shapes(const Candidate& best) const {
    std::vector<Candidate> shapes = {best};
    for (const Candidate& other : settings_of(search_, kind_of(best), best.nodes)) {
      if (other.grid.rows == best.grid.rows || other.grid.dropped != best.grid.dropped ||
          other.setting != best.setting) {
        continue;
      }
      shapes.push_back(other);
      break;
    }
    return shapes;
  }

  // Simulates the best machine of each of some kinds, and again the better half of them.
  KindOfMachine halve(std::vector<Candidate> best) {
    best.resize(std::min<std::size_t>(best.size(), market_.simulation.keep));
    std::set<KindOfMachine> kinds;
    while (true) {
      std::vector<Candidate> candidates;
      for (const Candidate& one : best) {
        if (search_.known.contains(kind_of(one))) {
          if (!was_simulated(one)) candidates.push_back(one);
        } else {
          std::ranges::move(two_shapes(one), std::back_inserter(candidates));
        }
      }
      if (!candidates.empty()) sample(std::move(candidates));
      kinds.clear();
      for (const Candidate& one : best) kinds.insert(kind_of(one));
      if (kinds.size() == 1) return *kinds.begin();
      std::vector<Candidate> next = search();
      std::erase_if(next, [&](const Candidate& one) { return !kinds.contains(kind_of(one)); });
      if (next.empty()) return kind_of(best.front());
      next.resize(std::min(next.size(), (kinds.size() + 1) / 2));
      if (next.size() == 1) return kind_of(next.front());
      best = std::move(next);
    }
  }

  bool was_simulated(const Candidate& candidate) const {
    return std::ranges::any_of(simulated_,
                               [&](const Candidate& one) { return is_same_run(one, candidate); });
  }

  // Simulates the best size until it is one that was simulated.
  void settle(KindOfMachine kind) {
    constexpr int rounds_most = 4;
    for (int i = 0; i < rounds_most; ++i) {
      const Candidate best = best_of(kind);
      if (was_simulated(best)) return;
      sample({best});
    }
  }

  // One setting changed at a time, then all changes that helped at once.
  void try_settings(KindOfMachine kind) {
    const Candidate base = best_simulated(kind);
    const Tried& tried = market_.tried;
    std::vector<Candidate> changed;
    const auto add = [&](const Setting& setting) {
      if (setting == base.setting) return;
      if (auto candidate = with_setting(base, setting)) changed.push_back(std::move(*candidate));
    };
    const auto add_all = [&](const auto& values, auto Setting::*member) {
      for (const auto& value : values) {
        Setting setting = base.setting;
        setting.*member = value;
        add(setting);
      }
    };
    add_all(tried.nb, &Setting::nb);
    add_all(tried.broadcasts, &Setting::broadcast);
    add_all(tried.depths, &Setting::depth);
    add_all(tried.swaps, &Setting::swap);
    if (changed.empty()) return fix(base);
    const std::size_t before = simulated_.size();
    sample(changed);
    Setting together = base.setting;
    const auto take = [&](auto Setting::*member) {
      double gflops = base.gflops;
      for (std::size_t i = before; i < simulated_.size(); ++i) {
        const Candidate& one = simulated_[i];
        if (one.setting.*member == base.setting.*member || one.gflops <= gflops) continue;
        gflops = one.gflops;
        together.*member = one.setting.*member;
      }
    };
    take(&Setting::nb);
    take(&Setting::broadcast);
    take(&Setting::depth);
    take(&Setting::swap);
    const auto combined = with_setting(base, together);
    if (combined && !was_simulated(*combined)) sample({*combined});
    fix(best_simulated(kind));
  }

  // The same machine and grid; the size goes with NB. Its time is the (corrected) closed form's.
  std::optional<Candidate> with_setting(const Candidate& base, const Setting& setting) {
    for (Candidate& candidate : settings_of(search_, kind_of(base), base.nodes)) {
      if (candidate.grid != base.grid || candidate.setting.nb != setting.nb) continue;
      candidate.setting = setting;
      return candidate;
    }
    return std::nullopt;
  }

  // From now on every machine is set as this one. What was known of other sizes of its kind is of
  // other settings.
  void fix(const Candidate& best) {
    market_.tried.nb = {best.setting.nb};
    search_.setting = best.setting;
    std::vector<Candidate> alike = simulated_;
    std::erase_if(alike, [&](const Candidate& one) {
      return kind_of(one) != kind_of(best) || one.setting != best.setting;
    });
    std::ranges::stable_sort(alike, {}, &Candidate::gflops);
    search_.known[kind_of(best)].sizes.forget();
    for (const Candidate& one : alike) correct_by(one);  // of one size the fastest comes last
  }

  void correct_by(const Candidate& simulated) {
    const auto [closed_s, compute_s] = closed_form_of(search_, simulated);
    search_.known[kind_of(simulated)].sizes.add(
        simulated.nodes, correction_of(simulated.time_s, closed_s, compute_s));
  }

  // The best that keeps to the length of a run, if any does.
  Candidate best_simulated(KindOfMachine kind, Origin least = Origin::sampled) const {
    const Candidate* best = nullptr;
    const auto is_short = [&](const Candidate& one) { return one.time_s <= market_.budget.run_s; };
    for (const Candidate& one : simulated_) {
      if (kind_of(one) != kind || one.origin < least) continue;
      if (best == nullptr || is_short(one) > is_short(*best) ||
          (is_short(one) == is_short(*best) && is_better(market_, one, *best))) {
        best = &one;
      }
    }
    return *best;
  }

  // Whole runs of the best, and of a larger machine where they miss the goal.
  Candidate run_whole(KindOfMachine kind) {
    constexpr int sizes_most = 3;
    Candidate candidate = best_simulated(kind);
    for (int i = 0; i < sizes_most; ++i) {
      const std::vector<double> times_s = simulator_.run(fmt::format("whole-{}", i + 1), candidate);
      candidate.set_time(mean_and_spread(times_s).mean, Origin::simulated);
      std::vector<double> gflops;
      for (const double time_s : times_s) {
        gflops.push_back(flops(static_cast<double>(candidate.n)) / time_s / 1e9);
      }
      candidate.gflops_interval = t_interval(gflops);
      simulated_.push_back(candidate);
      correct_by(candidate);
      const Candidate next = best_of(kind);
      if (is_same_run(next, candidate) || was_run_whole(next)) break;
      if (!market_.goal_gflops || reaches_goal(market_, candidate)) break;
      candidate = next;
    }
    return best_simulated(kind, Origin::simulated);
  }

  bool was_run_whole(const Candidate& candidate) const {
    return std::ranges::any_of(simulated_, [&](const Candidate& one) {
      return one.origin == Origin::simulated && is_same_run(one, candidate);
    });
  }

  Market market_;  // NB is fixed in it once it is known
  Simulator& simulator_;
  Search search_;
  std::vector<Candidate> simulated_;
  int round_ = 0;
};

}  // namespace

Advice plan_machine(const Market& market, Networks& networks, Simulator& simulator, Level level) {
  return Planner(market, networks, simulator).plan(level);
}

}  // namespace smpi::study::hpl
