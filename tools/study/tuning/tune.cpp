// SPDX-License-Identifier: BSD-3-Clause
//
// Between a tuner, which knows candidates and numbers, and a study, which knows points and runs.
#include "tools/study/tuning/tune.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "kernel/error.h"
#include "kernel/print.h"
#include "tools/study/plan/sampled_points.h"
#include "tools/study/results/study_view.h"
#include "tools/study/statistics/sample.h"
#include "tools/study/tuning/halving.h"
#include "tools/study/tuning/model_search.h"
#include "tools/study/tuning/race.h"

namespace smpi::study {
namespace {

using Method = TuningOptions::Method;

// The points that differ in their fidelity only.
struct Candidate {
  std::string name;
  std::vector<std::size_t> places;  // of its points in the plan, by rung
};

std::size_t fidelity_column(const Plan& plan) {
  const auto found = std::ranges::find(plan.names, plan.tuning->fidelity);
  return static_cast<std::size_t>(found - plan.names.begin());
}

std::string name_of(const Plan& plan, const Point& point) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < plan.names.size(); ++i) {
    if (plan.names[i] == plan.tuning->fidelity) continue;
    words.push_back(fmt::format("{}={}", plan.names[i], value_text(point.values[i])));
  }
  return fmt::format("{}", fmt::join(words, " "));
}

std::vector<Candidate> candidates_of(const Plan& plan) {
  const TuningOptions& tuning = *plan.tuning;
  const std::size_t rungs = std::max<std::size_t>(1, tuning.fidelities.size());
  constexpr auto none = static_cast<std::size_t>(-1);
  std::vector<Candidate> candidates;
  std::map<std::string, std::size_t> index;
  for (std::size_t place = 0; place < plan.points.size(); ++place) {
    std::size_t rung = 0;
    if (!tuning.fidelity.empty()) {
      const Value& value = plan.points[place].values[fidelity_column(plan)];
      const auto found = std::ranges::find(tuning.fidelities, value);
      if (found == tuning.fidelities.end()) continue;
      rung = static_cast<std::size_t>(found - tuning.fidelities.begin());
    }
    const std::string name = name_of(plan, plan.points[place]);
    const auto [entry, is_new] = index.emplace(name, candidates.size());
    if (is_new) candidates.push_back({.name = name, .places = std::vector(rungs, none)});
    candidates[entry->second].places[rung] = place;
  }
  for (const Candidate& candidate : candidates) {
    const auto missing = std::ranges::find(candidate.places, none);
    if (missing == candidate.places.end()) continue;
    const auto rung = static_cast<std::size_t>(missing - candidate.places.begin());
    throw kernel::InputError(
        "not every candidate has a point at every fidelity",
        {.file = plan.path,
         .text = fmt::format("{} at {}={}", candidate.name, tuning.fidelity,
                             value_text(tuning.fidelities[rung])),
         .hint = "[parameters] has all values of the fidelity, and constraints leave them in"});
  }
  if (candidates.size() < 2) {
    throw kernel::InputError("there is nothing to choose from", {.file = plan.path});
  }
  return candidates;
}

FactorTable factors_of(const Plan& plan) {
  FactorTable table;
  for (const Axis& axis : plan.axes) {
    if (axis.span) {
      throw kernel::InputError("tuning with a model needs parameters with values",
                               {.file = plan.path,
                                .text = axis.names.front(),
                                .hint = "give the range a step, or a list of values"});
    }
    table.level_counts.push_back(axis.rows.size());
  }
  for (const Point& point : plan.points) table.rows.push_back(levels_of(plan.axes, point));
  return table;
}

std::unique_ptr<Tuner> tuner_of(const Plan& plan, const std::vector<Candidate>& candidates) {
  const TuningOptions& tuning = *plan.tuning;
  CandidateNames names;
  for (const Candidate& candidate : candidates) names.push_back(candidate.name);
  const std::size_t count = names.size();
  switch (tuning.method) {
    case Method::halving: {
      std::vector<std::string> rungs;
      for (const Value& value : tuning.fidelities) {
        rungs.push_back(fmt::format("{} = {}", tuning.fidelity, value_text(value)));
      }
      return std::make_unique<Halving>(names, rungs, plan.replicas.least);
    }
    case Method::race: {
      if (!plan.replicas.have_common_seeds) {
        throw kernel::InputError("a race compares candidates with the same seeds",
                                 {.file = plan.path, .hint = "leave out common_seeds = false"});
      }
      constexpr std::size_t seeds_usual = 10;
      return std::make_unique<Race>(names, tuning.budget > 0 ? tuning.budget : seeds_usual * count);
    }
    case Method::model:
      break;
  }
  const std::size_t usual = std::max<std::size_t>(5, (count + 2) / 3);
  return std::make_unique<ModelSearch>(names, factors_of(plan),
                                       tuning.budget > 0 ? tuning.budget : usual,
                                       plan.replicas.least, tuning.seed);
}

bool is_higher_better(const Plan& plan) {
  const auto result = std::ranges::find(plan.results, plan.tuning->result, &Result::name);
  return result->better == Result::Better::higher;
}

class Search {
 public:
  Search(const Plan& plan, const StudyFolder& folder, const RunOptions& options)
      : plan_(plan),
        folder_(folder),
        options_(options),
        candidates_(candidates_of(plan)),
        tuner_(tuner_of(plan, candidates_)),
        sign_(is_higher_better(plan) ? -1 : 1) {
    options_.is_quiet = true;
  }

  TuningReport run() {
    TuningReport report;
    while (true) {
      const std::vector<Trial> trials = tuner_->ask();
      if (trials.empty()) break;
      report.end = execute(trials);
      if (report.end == StudyEnd::interrupted) break;
      tell(trials);
      note_decisions();
    }
    if (!found_.empty()) note_decisions();
    report.text = text();
    report.has_winner = tuner_->best().has_value() && tuner_->refusal().empty();
    return report;
  }

 private:
  std::size_t place_of(const Trial& trial) const {
    return candidates_[trial.candidate].places[trial.rung];
  }

  StudyEnd execute(const std::vector<Trial>& trials) {
    options_.trials.emplace();
    for (const Trial& trial : trials) options_.trials->emplace(place_of(trial), trial.replica);
    return run_study(plan_, folder_, options_);
  }

  void tell(const std::vector<Trial>& trials) {
    const StudyView view(folder_);
    std::vector<std::optional<double>> values;
    for (const Trial& trial : trials) {
      const auto value = view.value(place_of(trial), trial.replica, plan_.tuning->result);
      if (value) found_[trial.candidate][trial.rung].push_back(*value);
      values.push_back(value ? std::optional(sign_ * *value) : std::nullopt);
    }
    tuner_->tell(values);
  }

  // Where status finds them. New ones are also printed.
  void note_decisions() {
    const StudyLock lock(folder_);
    StudyStore store(folder_, Database::Access::write);
    Transaction transaction = store.begin();
    store.set_note("tuning", nlohmann::json(tuner_->decisions()).dump());
    transaction.commit();
    for (; printed_ < tuner_->decisions().size(); ++printed_) {
      kernel::print_message("smpi-study: {}\n", tuner_->decisions()[printed_]);
    }
  }

  // At its highest fidelity.
  const std::vector<double>* sample_of(std::size_t candidate) const {
    const auto found = found_.find(candidate);
    return found == found_.end() ? nullptr : &found->second.rbegin()->second;
  }

  std::string mean_text(const std::vector<double>& sample) const {
    std::string text = fmt::format("{:.6g}", mean_and_spread(sample).mean);
    if (const auto interval = t_interval(sample)) {
      text += fmt::format(" +/- {:.2g}", (interval->high - interval->low) / 2);
    }
    return text;
  }

  // The best first: by rung, then by mean.
  std::vector<std::size_t> order() const {
    std::vector<std::size_t> tried;
    for (const auto& [candidate, samples] : found_) tried.push_back(candidate);
    const auto best = tuner_->best();
    std::ranges::stable_sort(tried, {}, [&](std::size_t candidate) {
      const auto& [rung, sample] = *found_.at(candidate).rbegin();
      return std::tuple(candidate != best, !tuner_->dropped()[candidate].empty(),
                        -static_cast<double>(rung), sign_ * mean_and_spread(sample).mean);
    });
    return tried;
  }

  std::string text() const {
    std::string text;
    const std::vector<std::size_t> tried = order();
    const auto best = tuner_->best();
    for (const std::size_t candidate : tried) {
      const std::vector<double>& sample = *sample_of(candidate);
      const std::string& why = tuner_->dropped()[candidate];
      const bool is_best = candidate == best && tuner_->refusal().empty();
      text += fmt::format("{}  {} = {}, {} run{}{}\n", candidates_[candidate].name,
                          plan_.tuning->result, mean_text(sample), sample.size(),
                          sample.size() == 1 ? "" : "s",
                          is_best       ? "  best"
                          : why.empty() ? ""
                                        : "  out: " + why);
    }
    const std::size_t untried = candidates_.size() - tried.size();
    if (untried > 0) text += fmt::format("{} candidates were not tried\n", untried);
    if (!tuner_->refusal().empty()) return text + "no answer: " + tuner_->refusal() + "\n";
    if (best) text += fmt::format("best: {}\n", candidates_[*best].name) + lead_text(tried);
    return text;
  }

  // How much better the best one is than the next, from runs with the same seeds.
  std::string lead_text(const std::vector<std::size_t>& tried) const {
    if (tried.size() < 2) return "";
    std::vector<double> winner = *sample_of(tried[0]);
    std::vector<double> next = *sample_of(tried[1]);
    const std::size_t count = std::min(winner.size(), next.size());
    winner.resize(count);
    next.resize(count);
    const auto lead = sign_ > 0 ? speed_up(next, winner) : speed_up(winner, next);
    if (!lead) return "";
    std::string text = fmt::format("next: {}; the best is {:.4g} times better",
                                   candidates_[tried[1]].name, lead->ratio);
    if (lead->interval) {
      text += fmt::format(" [{:.4g}, {:.4g}]", lead->interval->low, lead->interval->high);
    }
    return text + "\n";
  }

  const Plan& plan_;
  StudyFolder folder_;
  RunOptions options_;
  std::vector<Candidate> candidates_;
  std::unique_ptr<Tuner> tuner_;
  double sign_;  // tuners look for small numbers
  std::map<std::size_t, std::map<std::size_t, std::vector<double>>> found_;  // by candidate, rung
  std::size_t printed_ = 0;
};

}  // namespace

TuningReport tune_study(const Plan& plan, const StudyFolder& folder, const RunOptions& options) {
  if (!plan.tuning) {
    throw kernel::InputError("this plan has no [tuning]",
                             {.file = plan.path, .hint = "such as [tuning] method = \"model\""});
  }
  return Search(plan, folder, options).run();
}

}  // namespace smpi::study
