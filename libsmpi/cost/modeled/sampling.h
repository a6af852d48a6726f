// SPDX-License-Identifier: BSD-3-Clause
//
// Sampled loops (MODELS 6): the body runs and is timed until its mean time is known well enough,
// then it is skipped and the mean injected for each remaining iteration.
//
// What is timed is the rank's own computation: processor time while a body waits in MPI belongs to
// other ranks and does not count. A skipped iteration costs one look-up and one addition.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace smpi {
struct Rank;
}

namespace smpi::modeled {

// Welford's running mean and variance.
class Sample {
 public:
  void add(double duration_s);
  // Enough runs (`iterations`, when positive), or at least 2 and a relative standard deviation
  // below `threshold`, when positive.
  bool is_enough(int iterations, double threshold) const;
  double mean_s() const { return mean_s_; }
  int count() const { return count_; }

 private:
  int count_ = 0;
  double mean_s_ = 0;
  double square_sum_ = 0;  // of the differences to the mean
};

// Where a sampled loop is. Names are compared as texts: each rank has its own copy of them.
struct SamplePlace {
  bool global;  // one sample for all ranks
  std::string_view file;
  int line;
  std::string_view tag;
};

class SampleTable {
 public:
  Sample& find(const SamplePlace& place, std::uint32_t process);

  // The rank begins a run of the body. A run that was left by a jump is forgotten when the same
  // loop begins another one, or when an enclosing run ends.
  void begin_run(std::uint32_t process, Sample& sample, double start_s);
  // The run ends at `end_s`: adds its duration to the sample.
  void end_run(std::uint32_t process, Sample& sample, double end_s);
  // How many bodies of a loop the rank has run since it entered it.
  int& runs_of_visit(std::uint32_t process, const Sample& sample) {
    return runs_of_visit_[{process, &sample}];
  }

 private:
  struct Key {
    std::uint32_t process;
    int line;
    std::string file;
    std::string tag;
  };
  struct KeyView {
    std::uint32_t process;
    int line;
    std::string_view file;
    std::string_view tag;
    KeyView(std::uint32_t process_, const SamplePlace& place)
        : process(process_), line(place.line), file(place.file), tag(place.tag) {}
    // Implicit, for the look-up of keys by views.
    KeyView(const Key& key) : process(key.process), line(key.line), file(key.file), tag(key.tag) {}
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(const KeyView& key) const;
  };
  struct Equal {
    using is_transparent = void;
    bool operator()(const KeyView& a, const KeyView& b) const {
      return a.process == b.process && a.line == b.line && a.file == b.file && a.tag == b.tag;
    }
  };
  struct OpenRun {
    Sample* sample;
    double start_s;
  };
  std::vector<OpenRun>& open_runs(std::uint32_t process);
  static void forget_from(std::vector<OpenRun>& runs, const Sample& sample);

  std::unordered_map<Key, Sample, Hash, Equal> samples_;
  std::vector<std::vector<OpenRun>> open_runs_;  // by process, innermost last
  std::map<std::pair<std::uint32_t, const Sample*>, int> runs_of_visit_;
};

}  // namespace smpi::modeled
