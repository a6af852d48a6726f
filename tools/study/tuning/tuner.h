// SPDX-License-Identifier: BSD-3-Clause
//
// A search for the best candidate that is told results as it asks for them.
//
// A tuner knows neither programs nor plans: it asks for batches of trials and is told one number
// for each. Small numbers are good. The same numbers give the same questions, so a search that was
// interrupted is repeated from its results without running anything again.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace smpi::study {

struct Trial {
  std::size_t candidate = 0;
  std::size_t rung = 0;  // of the fidelities, the cheapest first; 0 where there is one
  unsigned replica = 0;  // its seed; the same one for all candidates

  friend bool operator==(const Trial&, const Trial&) = default;
};

// What a search says of itself while it goes on, a sentence per decision. Candidates are named by
// `name`, which the caller gives.
using CandidateNames = std::vector<std::string>;

class Tuner {
 public:
  virtual ~Tuner() = default;

  // The next trials, all different and none asked before; empty when the search is over.
  virtual std::vector<Trial> ask() = 0;
  // Their results in the same order; nullopt for a run that failed, which is worse than any number.
  virtual void tell(const std::vector<std::optional<double>>& values) = 0;

  // The best candidate so far; nullopt before the first result and where every run failed.
  virtual std::optional<std::size_t> best() const = 0;
  // Candidates that are out, and why; empty for those that are not.
  const std::vector<std::string>& dropped() const { return dropped_; }
  const std::vector<std::string>& decisions() const { return decisions_; }
  // Why the search ended without an answer; empty otherwise.
  const std::string& refusal() const { return refusal_; }

 protected:
  explicit Tuner(CandidateNames names) : names_(std::move(names)), dropped_(names_.size()) {}

  const std::string& name(std::size_t candidate) const { return names_[candidate]; }
  void decide(std::string text) { decisions_.push_back(std::move(text)); }
  void drop(std::size_t candidate, const std::string& why) { dropped_[candidate] = why; }
  void refuse(const std::string& why) {
    refusal_ = why;
    decide("stops: " + why);
  }

 private:
  CandidateNames names_;
  std::vector<std::string> dropped_;
  std::vector<std::string> decisions_;
  std::string refusal_;
};

}  // namespace smpi::study
