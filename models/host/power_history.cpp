// SPDX-License-Identifier: BSD-3-Clause
//
// An interval of constant power is spread over the bins that it touches. All accounts have bins of
// one length, which is a power of two: joining them moves no edge.
#include "models/host/power_history.h"

#include <algorithm>

namespace smpi::models {

void PowerHistory::grow(std::size_t account_count) {
  if (accounts_.size() < account_count) accounts_.resize(account_count);
}

void PowerHistory::add(std::size_t account, double change_w, double now_s) {
  advance(accounts_[account], now_s);
  accounts_[account].power_w.add(change_w);
}

double PowerHistory::energy_j(std::size_t account, double now_s) const {
  const Account& found = accounts_[account];
  return found.energy_j.value() + found.power_w.value() * (now_s - found.since_s);
}

std::vector<double> PowerHistory::bins_j(std::size_t account, double now_s) {
  for (Account& each : accounts_) advance(each, now_s);
  std::vector<double> bins = accounts_[account].bins_j;
  while (now_s > bin_s_ * static_cast<double>(bins_max)) join_bins();
  bins.resize(static_cast<std::size_t>(std::ceil(now_s / bin_s_)), 0);
  return bins;
}

void PowerHistory::advance(Account& account, double now_s) {
  const double begin_s = account.since_s;
  if (!(now_s > begin_s)) return;
  account.since_s = now_s;
  const double power_w = account.power_w.value();
  if (power_w == 0) return;
  account.energy_j.add(power_w * (now_s - begin_s));
  while (now_s > bin_s_ * static_cast<double>(bins_max)) join_bins();
  const auto first = static_cast<std::size_t>(begin_s / bin_s_);
  const auto end = static_cast<std::size_t>(std::ceil(now_s / bin_s_));
  if (account.bins_j.size() < end) account.bins_j.resize(end, 0);
  for (std::size_t bin = first; bin < end; bin++) {
    const double from_s = std::max(begin_s, static_cast<double>(bin) * bin_s_);
    const double to_s = std::min(now_s, static_cast<double>(bin + 1) * bin_s_);
    account.bins_j[bin] += power_w * (to_s - from_s);
  }
}

void PowerHistory::join_bins() {
  bin_s_ *= 2;
  for (Account& account : accounts_) {
    std::vector<double>& bins = account.bins_j;
    if (bins.size() % 2 == 1) bins.push_back(0);
    for (std::size_t bin = 0; bin < bins.size() / 2; bin++) {
      bins[bin] = bins[2 * bin] + bins[2 * bin + 1];
    }
    bins.resize(bins.size() / 2);
  }
}

}  // namespace smpi::models
