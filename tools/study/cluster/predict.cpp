// SPDX-License-Identifier: BSD-3-Clause
//
// Runs of one question, and what they say together.
#include "tools/study/cluster/predict.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numbers>

#include "kernel/random_stream.h"
#include "tools/study/hpl/rules.h"
#include "tools/study/statistics/sample.h"

namespace smpi::study::cluster {
namespace {

constexpr std::size_t draws = 100'000;  // so that chance moves the ends by some 0.03 %
constexpr std::uint64_t draws_seed = 1;
// Machines that a spread between nodes is drawn for.
constexpr std::uint32_t machines = 4;
// Responses of a question whose run sends more are those of a smaller cluster.
constexpr double messages_most = 1.5e6;

std::size_t place(Unknown unknown) {
  return static_cast<std::size_t>(unknown);
}

constexpr std::array by_ends = {Unknown::memory,  Unknown::copies,  Unknown::rate,
                                Unknown::latency, Unknown::message, Unknown::core};

Draw with(Draw z, const Fit& fit, Unknown unknown, double end) {
  z.at(place(unknown)) += end * fit.sd.at(place(unknown));
  return z;
}

double normal(kernel::RandomStream& stream) {
  const double radius = std::sqrt(-2 * std::log1p(-stream.uniform()));
  return radius * std::cos(2 * std::numbers::pi * stream.uniform());
}

// The same run of another N.
Question with_order(Question question, double factor) {
  const double n = std::round(factor * static_cast<double>(question.setup.n));
  question.setup.n = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(n));
  return question;
}

double log_flops(const Question& question) {
  return std::log(hpl::flops(static_cast<double>(question.setup.n)));
}

// How fast dgemm is for the measured run to take what it took when an unknown of the node itself is
// at one of its ends; 0: as it is.
struct Refit {
  Unknown unknown;
  double end;
  double log_flop;
};

std::vector<Refit> refits(const Knowledge& knowledge, const Measurement& measured, const Fit& fit,
                          ClusterSimulator& simulator) {
  std::vector<Refit> found;
  std::vector<ClusterRun> runs = {
      run_of(knowledge, measured.run.setup, measured.nodes, fit.z, fit.flop_s)};
  for (const Unknown unknown : by_ends) {
    if (!can_matter(knowledge, unknown, measured.nodes)) continue;
    for (const double end : {-ninth_decile, ninth_decile}) {
      found.push_back({unknown, end, 0});
      runs.push_back(run_of(knowledge, measured.run.setup, measured.nodes,
                            with(fit.z, fit, unknown, end), fit.flop_s));
    }
  }
  if (found.empty()) return found;
  const std::vector<double> times_s = simulator.seconds(runs);
  for (std::size_t i = 0; i < found.size(); ++i) {
    found[i].log_flop = -std::log(times_s[i + 1] / times_s[0]) / fit.elasticity;
  }
  return found;
}

// How far the first run is from where it would be but for chance (of 128 ranks 0.5 to 1 %); the
// others are pairs, an unknown at either end. All responses are relative to the first run, so they
// would share its chance, and together say several times as much. The middles of pairs have chances
// of their own, and are near to the first run else.
double chance_of(const std::vector<double>& times_s, std::size_t pair_count) {
  std::vector<double> middles = {0};
  for (std::size_t i = 0; i < pair_count; ++i) {
    middles.push_back(std::log(times_s[2 * i + 1] * times_s[2 * i + 2]) / 2 - std::log(times_s[0]));
  }
  std::ranges::sort(middles);
  return quantile(middles, 0.5);
}

class Responder {
 public:
  Responder(const Knowledge& knowledge, const Measurement& measured, const Fit& fit,
            ClusterSimulator& simulator)
      : knowledge_(knowledge),
        fit_(fit),
        simulator_(simulator),
        refits_(refits(knowledge, measured, fit, simulator)) {}

  Responses responses(const Question& question) {
    std::vector<ClusterRun> runs = {run(question, fit_.z, 0)};
    std::vector<Unknown> asked;
    for (const Unknown unknown : by_ends) {
      if (!can_matter(knowledge_, unknown, question.nodes)) continue;
      asked.push_back(unknown);
      for (const double end : {-ninth_decile, ninth_decile}) {
        runs.push_back(run(question, with(fit_.z, fit_, unknown, end), log_flop(unknown, end)));
      }
    }
    const bool has_spread = can_matter(knowledge_, Unknown::spread, question.nodes);
    for (std::uint32_t machine = 1; has_spread && machine <= machines; ++machine) {
      runs.push_back(runs.front());
      runs.back().node.spread = spread_at(0);
      runs.back().machine = machine;
    }
    std::vector<Question> other_orders;
    if (can_matter(knowledge_, Unknown::order, question.nodes)) {
      for (const double end : {-ninth_decile, ninth_decile}) {
        other_orders.push_back(with_order(question, knowledge_.order.at(end)));
        runs.push_back(run(other_orders.back(), fit_.z, 0));
      }
    }
    const std::vector<double> times_s = simulator_.seconds(runs);
    Responses found;
    found.chance = chance_of(times_s, asked.size());
    const auto logarithm = [&](std::size_t i) {
      return std::log(times_s[i] / times_s[0]) - found.chance;
    };
    std::size_t next = 1;
    for (const Unknown unknown : asked) {
      found.of.at(place(unknown)) = {logarithm(next), logarithm(next + 1)};
      next += 2;
    }
    if (has_spread) {
      std::vector<double> logarithms;
      for (std::uint32_t i = 0; i < machines; ++i) logarithms.push_back(logarithm(next++));
      const MeanAndSpread spread = mean_and_spread(logarithms);
      found.spread_mean = spread.mean;
      found.spread_sd = spread.sd;
    }
    if (!other_orders.empty()) {
      const auto per_flop = [&](std::size_t i) {
        return logarithm(next + i) - log_flops(other_orders[i]) + log_flops(question);
      };
      found.of.at(place(Unknown::order)) = {per_flop(0), per_flop(1)};
    }
    return found;
  }

  double median_s(const Question& question) {
    return simulator_.seconds({run(question, fit_.z, 0)}).front();
  }

 private:
  ClusterRun run(const Question& question, const Draw& z, double log_flop) const {
    return run_of(knowledge_, question.setup, question.nodes, z, fit_.flop_s * std::exp(log_flop));
  }
  double log_flop(Unknown unknown, double end) const {
    for (const Refit& refit : refits_) {
      if (refit.unknown == unknown && refit.end == end) return refit.log_flop;
    }
    return 0;
  }

  const Knowledge& knowledge_;
  const Fit& fit_;
  ClusterSimulator& simulator_;
  std::vector<Refit> refits_;
};

}  // namespace

double Response::at(double z) const {
  return z < 0 ? -z / ninth_decile * low : z / ninth_decile * high;
}

std::vector<double> draws_of(const Responses& responses, std::size_t count, std::uint64_t seed) {
  kernel::RandomStream stream(seed, 0);
  const Response& of_order = responses.of.at(place(Unknown::order));
  const bool has_order = of_order.low != 0 || of_order.high != 0;
  std::vector<double> found;
  for (std::size_t i = 0; i < count; ++i) {
    double logarithm = 0;
    for (const Unknown unknown : by_ends) {
      logarithm += responses.of.at(place(unknown)).at(normal(stream));
    }
    // The measured node is one of nodes that differ, too.
    const double spread = spread_at(normal(stream));
    const double of_machine = responses.spread_mean + responses.spread_sd * normal(stream);
    const double of_measured = spread * normal(stream);
    if (responses.spread_mean != 0 || responses.spread_sd != 0) {
      logarithm += spread / spread_at(0) * of_machine + of_measured;
    }
    logarithm += run_deviation() * normal(stream) + model_deviation() * normal(stream);
    if (has_order) logarithm += of_order.at(normal(stream));
    found.push_back(logarithm);
  }
  return found;
}

Prediction interval_of(const Question& question, double time_s, const Responses& responses) {
  Prediction prediction;
  prediction.question = question;
  prediction.time_s = time_s;
  std::vector<double> logarithms = draws_of(responses, draws, draws_seed);
  std::ranges::sort(logarithms);
  const double rate = hpl::flops(static_cast<double>(question.setup.n)) /
                      (time_s * std::exp(responses.chance)) / 1e9;
  prediction.gflops = rate / std::exp(quantile(logarithms, 0.5));
  prediction.low_gflops = rate / std::exp(quantile(logarithms, 0.9));
  prediction.high_gflops = rate / std::exp(quantile(logarithms, 0.1));
  double all = 0;
  const auto add = [&](Unknown unknown, double variance) {
    prediction.shares.push_back({unknown, variance});
    all += variance;
  };
  const auto add_response = [&](Unknown unknown) {
    const Response& response = responses.of.at(place(unknown));
    const double sd = (response.high - response.low) / (2 * ninth_decile);
    add(unknown, sd * sd);
  };
  for (const Unknown unknown : by_ends) add_response(unknown);
  const double node_sd = spread_at(0);
  const bool has_spread = responses.spread_mean != 0 || responses.spread_sd != 0;
  add(Unknown::spread,
      has_spread ? responses.spread_sd * responses.spread_sd + node_sd * node_sd : 0);
  add(Unknown::run, run_deviation() * run_deviation());
  add(Unknown::model, model_deviation() * model_deviation());
  add_response(Unknown::order);
  for (Share& share : prediction.shares) share.variance /= all;
  std::ranges::stable_sort(prediction.shares, std::ranges::greater{}, &Share::variance);
  return prediction;
}

Question small_question(const Question& question, std::uint32_t ranks) {
  Question small = question;
  while (std::min(messages_of(small.setup), messages_of_samples(small.setup)) > messages_most &&
         small.nodes > 2) {
    small.nodes = std::max(2U, small.nodes / 2);
    small.setup.n =
        static_cast<std::uint64_t>(static_cast<double>(question.setup.n) *
                                   std::sqrt(static_cast<double>(small.nodes) / question.nodes));
    small.setup.n -= small.setup.n % small.setup.nb;
    const std::vector<hpl::Grid> grids = hpl::process_grids(small.nodes, ranks);
    const double shape = std::log(static_cast<double>(question.setup.p) / question.setup.q);
    const auto distance = [&](const hpl::Grid& grid) {
      return grid.dropped +
             std::abs(std::log(static_cast<double>(grid.rows) / grid.columns) - shape);
    };
    const hpl::Grid grid = *std::ranges::min_element(grids, {}, distance);
    small.setup.p = grid.rows;
    small.setup.q = grid.columns;
  }
  return small;
}

Question fastest(const Knowledge& knowledge, const Fit& fit, const std::vector<Question>& questions,
                 ClusterSimulator& simulator) {
  const hpl::Setup& setup = questions.front().setup;
  const bool is_cheap = std::min(messages_of(setup), messages_of_samples(setup)) < messages_most;
  if (questions.size() == 1 || !is_cheap) return questions.front();
  std::vector<ClusterRun> runs;
  for (const Question& question : questions) {
    runs.push_back(run_of(knowledge, question.setup, question.nodes, fit.z, fit.flop_s));
  }
  const std::vector<double> times_s = simulator.seconds(runs);
  const auto best = std::ranges::min_element(times_s);
  return questions[static_cast<std::size_t>(std::distance(times_s.begin(), best))];
}

std::vector<Prediction> predict(const Knowledge& knowledge, const Measurement& measured,
                                const Fit& fit, const std::vector<Question>& questions,
                                ClusterSimulator& simulator) {
  Responder responder(knowledge, measured, fit, simulator);
  std::vector<std::pair<Question, Responses>> known;
  std::vector<Prediction> predictions;
  for (const Question& question : questions) {
    const Question small = small_question(question, knowledge.ranks);
    auto found = std::ranges::find_if(known, [&](const auto& one) {
      return one.first.nodes == small.nodes && one.first.setup == small.setup;
    });
    if (found == known.end()) {
      known.emplace_back(small, responder.responses(small));
      found = std::prev(known.end());
    }
    Responses responses = found->second;
    const bool is_small = small.nodes == question.nodes && small.setup == question.setup;
    if (!is_small) responses.chance = 0;  // the run of the question itself has another one
    predictions.push_back(interval_of(question, responder.median_s(question), responses));
    predictions.back().is_sampled = is_sampled(question.setup);
    predictions.back().responses_of_nodes = small.nodes;
  }
  return predictions;
}

}  // namespace smpi::study::cluster
