// SPDX-License-Identifier: BSD-3-Clause
//
// Candidates of one setting are simulated together, so that they go side by side.
#include "tools/study/cluster/choice.h"

#include "tools/study/hpl/rules.h"

namespace smpi::study::cluster {
namespace {

constexpr double worth_it = 1.001;
constexpr std::uint32_t broadcasts = 6;
constexpr std::uint32_t depths = 2;
// Of the measured NB; smaller and larger ones are past what dgemm was measured with.
constexpr double block_factors[] = {0.5, 0.75, 1.5, 2};
constexpr std::uint32_t block_multiple = 8;
constexpr std::uint32_t block_least = 32;
constexpr std::uint32_t block_most = 1024;

class Chooser {
 public:
  Chooser(const Knowledge& knowledge, const Fit& fit, ClusterSimulator& simulator)
      : knowledge_(knowledge), fit_(fit), simulator_(simulator) {}

  std::vector<double> rates(const std::vector<Question>& questions) {
    std::vector<ClusterRun> runs;
    for (const Question& question : questions) {
      runs.push_back(run_of(knowledge_, question.setup, question.nodes, fit_.z, fit_.flop_s));
    }
    std::vector<double> found = simulator_.seconds(runs);
    for (std::size_t i = 0; i < found.size(); ++i) {
      found[i] = hpl::flops(static_cast<double>(questions[i].setup.n)) / found[i];
    }
    return found;
  }

  // Goes on with the fastest of `others`, if it is worth it.
  void step(const std::vector<Question>& others) {
    const std::vector<double> found = rates(others);
    double to_beat = rate_ * worth_it;
    for (std::size_t i = 0; i < others.size(); ++i) {
      if (found[i] <= to_beat) continue;
      best_ = others[i];
      to_beat = rate_ = found[i];
    }
  }

  void begin(const Question& question) {
    best_ = question;
    rate_ = rates({question}).front();
  }
  const Question& best() const { return best_; }
  double rate() const { return rate_; }

 private:
  const Knowledge& knowledge_;
  const Fit& fit_;
  ClusterSimulator& simulator_;
  Question best_;
  double rate_ = 0;
};

std::vector<Question> other_broadcasts(const Question& best) {
  std::vector<Question> others;
  for (std::uint32_t depth = 0; depth < depths; ++depth) {
    for (std::uint32_t bcast = 0; bcast < broadcasts; ++bcast) {
      Question other = best;
      other.setup.bcast = bcast;
      other.setup.depth = depth;
      if (!(other.setup == best.setup)) others.push_back(other);
    }
  }
  return others;
}

// N stays a multiple of NB, and no larger than it was.
void set_block(hpl::Setup& setup, std::uint32_t nb, std::uint64_t n) {
  setup.nb = nb;
  setup.n = n >= nb ? n / nb * nb : n;
}

std::vector<Question> other_blocks(const Question& best) {
  std::vector<Question> others;
  for (const double factor : block_factors) {
    const auto nb =
        static_cast<std::uint32_t>(best.setup.nb * factor) / block_multiple * block_multiple;
    if (nb < block_least || nb > block_most) continue;
    others.push_back(best);
    set_block(others.back().setup, nb, best.setup.n);
  }
  return others;
}

}  // namespace

Choice choose(const Knowledge& knowledge, const Fit& fit, const std::vector<Question>& questions,
              ClusterSimulator& simulator) {
  const Question first = small_question(questions.front(), knowledge.ranks);
  const bool is_whole = first.nodes == questions.front().nodes;
  Chooser chooser(knowledge, fit, simulator);
  chooser.begin(first);
  if (is_whole && questions.size() > 1) chooser.step({questions.begin() + 1, questions.end()});
  const double first_rate = chooser.rate();
  chooser.step(other_broadcasts(chooser.best()));
  chooser.step(other_blocks(chooser.best()));
  Choice choice{.question = chooser.best(),
                .gain = chooser.rate() / first_rate - 1,
                .asked_nodes = first.nodes};
  if (is_whole) return choice;
  choice.question = questions.front();
  choice.question.setup.bcast = chooser.best().setup.bcast;
  choice.question.setup.depth = chooser.best().setup.depth;
  set_block(choice.question.setup, chooser.best().setup.nb, questions.front().setup.n);
  return choice;
}

}  // namespace smpi::study::cluster
