// SPDX-License-Identifier: BSD-3-Clause
//
// Which product of a function's arguments its time is proportional to, from samples alone.
//
// If a call with arguments a takes a time proportional to m(a), a sample hits it with probability
// m(a) / sum of m over all calls. So of all products m of at most three integer arguments (with
// repetition, and 1) the likeliest is the one with the largest
//
//     sum over samples of ln m(a)  -  samples x ln(sum over calls of m(a))
//
// No call is timed: reading a clock at both ends of it would cost more than many kernels do.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace smpi::observe {

class CostTerms {
 public:
  // Arguments beyond the first of these are left out.
  static constexpr std::size_t arguments_max = 6;

  // Of a function with `names` as its integer arguments.
  explicit CostTerms(std::vector<std::string> names);
  std::size_t argument_count() const { return names_.size(); }

  // A call with these values, and a sample in such a call. Neither allocates.
  void add_call(std::span<const double> values);
  void add_sample(std::span<const double> values);

  struct Term {
    std::string formula;  // "M*N", or "1"
    double sum = 0;       // of its values over all calls
  };
  // The likeliest; of those that are nearly as likely, the one with the fewest factors.
  Term likeliest() const;

 private:
  struct Candidate {
    std::array<std::uint8_t, 3> factors{};  // indexes of names_
    std::uint8_t factor_count = 0;
    double sum = 0;
    double sum_of_logs = 0;  // over samples
  };
  static double value(const Candidate& candidate, std::span<const double> values);
  double likelihood(const Candidate& candidate) const;

  std::vector<std::string> names_;
  std::vector<Candidate> candidates_;  // by number of factors
  std::uint64_t sample_count_ = 0;
};

}  // namespace smpi::observe
