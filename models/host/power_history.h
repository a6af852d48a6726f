// SPDX-License-Identifier: BSD-3-Clause
//
// Where energy goes over time: accounts, such as a class of work, each with its power now, its
// energy until now, and its power over time in bins of bounded number.
//
// Power is a step function. A bin keeps the joules of its time, so the bins add up to the energy;
// when they are full, neighbours are joined and a bin is twice as long.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace smpi::models {

// A sum that terms enter and leave many times, without the drift of rounding (Neumaier).
class RunningSum {
 public:
  void add(double term) {
    const double next = sum_ + term;
    error_ += std::abs(sum_) >= std::abs(term) ? (sum_ - next) + term : (term - next) + sum_;
    sum_ = next;
  }
  double value() const { return sum_ + error_; }

 private:
  double sum_ = 0;
  double error_ = 0;
};

class PowerHistory {
 public:
  static constexpr std::size_t bins_max = 4096;

  // Makes accounts until there are so many; new ones take nothing until now.
  void grow(std::size_t account_count);
  std::size_t account_count() const { return accounts_.size(); }
  // Adds to the power of an account from `now_s` on; times never decrease.
  void add(std::size_t account, double change_w, double now_s);

  double power_w(std::size_t account) const { return accounts_[account].power_w.value(); }
  double energy_j(std::size_t account, double now_s) const;

  // The bins until now: bin i is [i, i + 1) x bin_s(). The last one may be begun only.
  double bin_s() const { return bin_s_; }
  std::vector<double> bins_j(std::size_t account, double now_s);

 private:
  struct Account {
    RunningSum power_w;
    RunningSum energy_j;
    std::vector<double> bins_j;
    double since_s = 0;
  };
  void advance(Account& account, double now_s);
  void join_bins();

  std::vector<Account> accounts_;
  double bin_s_ = 0x1p-30;  // about a nanosecond
};

}  // namespace smpi::models
