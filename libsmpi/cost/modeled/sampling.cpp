// SPDX-License-Identifier: BSD-3-Clause
//
// Statistics of sampled loops and the runs that are going on.
#include "libsmpi/cost/modeled/sampling.h"

#include <algorithm>
#include <cmath>

namespace smpi::modeled {
namespace {

constexpr std::uint32_t all_processes = UINT32_MAX;

}  // namespace

void Sample::add(double duration_s) {
  count_++;
  const double difference_s = duration_s - mean_s_;
  mean_s_ += difference_s / count_;
  square_sum_ += difference_s * (duration_s - mean_s_);
}

bool Sample::is_enough(int iterations, double threshold) const {
  if (iterations > 0 && count_ >= iterations) return true;
  if (!(threshold > 0) || count_ < 2) return false;
  return std::sqrt(square_sum_ / (count_ - 1)) < threshold * mean_s_;
}

std::size_t SampleTable::Hash::operator()(const KeyView& key) const {
  const std::hash<std::string_view> hash;
  std::size_t result = hash(key.file);
  for (const std::size_t part :
       {hash(key.tag), static_cast<std::size_t>(key.line), static_cast<std::size_t>(key.process)}) {
    result = result * 0x9e3779b97f4a7c15ULL + part;
  }
  return result;
}

Sample& SampleTable::find(const SamplePlace& place, std::uint32_t process) {
  const KeyView key(place.global ? all_processes : process, place);
  const auto found = samples_.find(key);
  if (found != samples_.end()) return found->second;
  const auto [made, fresh] =
      samples_.try_emplace(Key{key.process, key.line, std::string(key.file), std::string(key.tag)});
  return made->second;
}

std::vector<SampleTable::OpenRun>& SampleTable::open_runs(std::uint32_t process) {
  if (open_runs_.size() <= process) open_runs_.resize(process + 1);
  return open_runs_[process];
}

void SampleTable::forget_from(std::vector<OpenRun>& runs, const Sample& sample) {
  runs.erase(std::find_if(runs.begin(), runs.end(),
                          [&](const OpenRun& run) { return run.sample == &sample; }),
             runs.end());
}

void SampleTable::begin_run(std::uint32_t process, Sample& sample, double start_s) {
  std::vector<OpenRun>& runs = open_runs(process);
  forget_from(runs, sample);
  runs.push_back({&sample, start_s});
}

void SampleTable::end_run(std::uint32_t process, Sample& sample, double end_s) {
  std::vector<OpenRun>& runs = open_runs(process);
  const auto run = std::find_if(runs.begin(), runs.end(),
                                [&](const OpenRun& open) { return open.sample == &sample; });
  if (run == runs.end()) return;
  sample.add(end_s - run->start_s);
  runs.erase(run, runs.end());
}

}  // namespace smpi::modeled
