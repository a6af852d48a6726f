// SPDX-License-Identifier: BSD-3-Clause
//
// One process of a real run, from MPI_Init to MPI_Finalize.
#include "tools/acquire/recording.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "kernel/error.h"
#include "libsmpi/watch/trace/recorder/level_one.h"
#include "libsmpi/watch/trace/recorder/lowering.h"
#include "libsmpi/watch/trace/recorder/rank_recorder.h"
#include "libsmpi/watch/trace/text_format.h"
#include "tools/acquire/rank_file.h"
#include "tools/acquire/settings.h"
#include "tools/acquire/virtual_clock.h"
#include "tools/acquire/virtual_time.h"
#include "tools/acquire/volume.h"

namespace smpi::acquire {
namespace {

std::string processor_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    const auto colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

constexpr const char* instruction_set =
#if defined(__x86_64__)
    "x86_64";
#elif defined(__aarch64__)
    "aarch64";
#else
    "other";
#endif

std::string host_name() {
  char name[256] = "";
  ::gethostname(name, sizeof name - 1);
  return name;
}

// For ranks that are not recorded: they make the same calls, and nothing is kept.
class Nowhere final : public trace::Sink {
 public:
  void add(std::uint32_t, const trace::Action&) override {}
};

// All that lives between MPI_Init and MPI_Finalize.
class Recording {
 public:
  Recording(const Settings& settings, RankFile::Place place, const recorder_world& world,
            const std::string& library)
      : settings_(settings),
        is_recorded_(settings.records(place.rank)),
        volume_(settings.rate, settings.keeps_times || settings.machine.is_wanted),
        facts_(describe(place.rank_count, library)),
        header_(text_of_facts()),
        file_(open_file(place)),
        level_two_(file_sink(), place.rank_count),
        level_one_(file_sink(), place.rank_count,
                   {.view = [this](std::uint32_t, trace::Word number) { return view(number); },
                    // A real library tells neither its messages nor what is under way.
                    .progress = [](std::uint32_t) { return 0.0; },
                    .is_pending = [](std::uint32_t, trace::Word) { return true; }}),
        shared_(first_sink(), world, texts_),
        recorder_(place.rank, shared_),
        clock_(begin_virtual_time(settings.machine)),
        last_(volume_.read()),
        last_look_(last_) {
    std::vector<std::uint32_t> world_ranks(place.rank_count);
    std::iota(world_ranks.begin(), world_ranks.end(), 0);
    note_communicator(0, 0, std::move(world_ranks));
    note_communicator(1, 1, {place.rank});
  }

  recorder_of_rank& recorder() { return recorder_; }
  const std::string& header() const { return header_; }
  const std::string& note() const { return volume_.note(); }
  RankFile& file() { return *file_; }

  void begin_call(bool is_recorded) {
    if (clock_ == nullptr && !(is_recorded && is_recorded_)) return;
    const Volume::Reading now = volume_.read();
    const Volume::Reading overhead = volume_.overhead();
    if (clock_ != nullptr) clock_->compute(seconds_between(last_look_, now, overhead));
    if (!is_recorded || !is_recorded_) return;
    const double amount = now.amount - last_.amount - overhead.amount;
    const double processor_s = now.processor_s - last_.processor_s - overhead.processor_s;
    if (amount > 0) {
      recorder_.compute(std::round(amount), settings_.keeps_times ? std::max(processor_s, 0.0) : 0);
    }
  }
  void end_call() {
    if (is_recorded_ || clock_ != nullptr) last_ = last_look_ = volume_.read();
  }
  // Nothing is taken off for the reading: a loop that waits for a time gets there.
  void look() {
    const Volume::Reading now = volume_.read();
    clock_->compute(seconds_between(last_look_, now, {}));
    last_look_ = now;
  }
  void close() {
    if (file_) {
      recorder_.flush();
      file_->finish();
    }
    if (volume_.was_multiplexed()) {
      std::fputs(
          "smpi-acquire: warning: others used the counter of instructions, too: volumes are "
          "estimates\n",
          stderr);
    }
  }

  bool is_in_common_call() const {
    return shared_.code != trace::Code::call_Comm_idup &&
           shared_.code != trace::Code::call_Comm_idup_with_info;
  }
  std::uint64_t next_communicator() const { return next_communicator_; }
  // What has no number in the run gets one that level 1 cannot say: its messages are counted as
  // left out.
  void note_communicator(trace::Word number, std::int64_t in_run,
                         std::vector<std::uint32_t> members) {
    trace::CommunicatorView& view = views_[number];
    view.number = static_cast<std::uint64_t>(in_run);
    if (in_run >= 0) next_communicator_ = std::max(next_communicator_, view.number + 1);
    view.members = std::make_shared<const std::vector<std::uint32_t>>(std::move(members));
    view.is_like_world = *view.members == *views_.at(0).members;
  }
  std::string left_out() const {
    std::string lines;
    for (const auto& [name, count] : level_one_.left_out()) {
      lines += fmt::format("{} {}\n", count, name);
    }
    return lines;
  }

 private:
  std::unique_ptr<RankFile> open_file(RankFile::Place place) const {
    if (!settings_.writes_trace()) return nullptr;
    return std::make_unique<RankFile>(settings_, place, header_, facts_, texts_);
  }
  trace::Sink& file_sink() { return file_ ? file_->sink() : nowhere_; }
  // Of the virtual clock: instructions where the user says how fast they are.
  double seconds_between(const Volume::Reading& before, const Volume::Reading& now,
                         const Volume::Reading& overhead) const {
    if (settings_.has_rate) return (now.amount - before.amount - overhead.amount) / settings_.rate;
    return now.processor_s - before.processor_s - overhead.processor_s;
  }
  trace::Sink& first_sink() {
    if (!is_recorded_) return nowhere_;
    return settings_.level == 1 ? static_cast<trace::Sink&>(level_one_) : level_two_;
  }
  trace::CommunicatorView view(trace::Word number) const {
    const auto found = views_.find(number);
    return found == views_.end() ? trace::CommunicatorView{} : found->second;
  }
  RankFile::Facts describe(std::uint32_t rank_count, const std::string& library) const {
    const bool counts = volume_.counts_instructions();
    RankFile::Facts facts = {{"isa", instruction_set},
                             {"volume", counts ? "instructions" : "cpu-time"},
                             {"rate", fmt::format("{:g}", counts ? 0 : settings_.rate)},
                             {"cpu", processor_model()},
                             {"mpi", library},
                             {"ranks", fmt::format("{}", rank_count)},
                             {"host", host_name()}};
    if (settings_.level == 1) facts["level"] = "1";
    if (settings_.is_controlled) facts["control"] = "pcontrol";
    return facts;
  }
  // The instruction set comes first: acquire_same_instructions() looks there.
  std::string text_of_facts() const {
    std::string text = fmt::format("isa={}", facts_.at("isa"));
    if (!is_recorded_) text += trace::unrecorded_mark;
    for (const char* key : {"level", "control"}) {
      if (facts_.contains(key)) text += fmt::format(" {}={}", key, facts_.at(key));
    }
    text += fmt::format(" volume={} rate={} cpu=\"{}\" mpi=\"{}\" ranks={} host={}",
                        facts_.at("volume"), facts_.at("rate"), facts_.at("cpu"), facts_.at("mpi"),
                        facts_.at("ranks"), facts_.at("host"));
    text.resize(std::min<std::size_t>(text.size(), acquire_header_bytes - 1));
    return text;
  }

  const Settings& settings_;
  bool is_recorded_;
  trace::Texts texts_;
  Volume volume_;
  RankFile::Facts facts_;
  std::string header_;
  Nowhere nowhere_;
  std::unique_ptr<RankFile> file_;  // null: no trace
  trace::LevelOne level_two_;
  trace::Lowering level_one_;
  trace::RecorderShared shared_;
  recorder_of_rank recorder_;
  std::map<trace::Word, trace::CommunicatorView> views_;  // by the rank's number
  std::uint64_t next_communicator_ = 2;                   // after the world and self
  VirtualClock* clock_;                                   // null: not wanted
  Volume::Reading last_;
  Volume::Reading last_look_;  // of the clock
};

std::optional<Settings> settings;  // stay until the end
std::optional<Recording> recording;
std::string problem;                                   // why it could not begin
std::map<std::string, std::uint64_t> left_out_of_all;  // ranks

template <class Action>
int guarded(Action&& action) {
  try {
    action();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "smpi-acquire: %s\n", error.what());
    return 1;
  }
}

std::string_view first_word(std::string_view text) {
  return text.substr(0, text.find(' '));
}

}  // namespace
}  // namespace smpi::acquire

using namespace smpi;           // NOLINT: the definitions below are C functions
using namespace smpi::acquire;  // NOLINT

extern "C" {

recorder_of_rank* acquire_open(int rank, int rank_count, const recorder_world* world,
                               const char* library) {
  try {
    const auto ranks = static_cast<std::uint32_t>(rank_count);
    settings = read_settings(ranks);
    recording.emplace(*settings, RankFile::Place{static_cast<std::uint32_t>(rank), ranks}, *world,
                      library);
    return &recording->recorder();
  } catch (const std::exception& error) {
    problem = error.what();
    return nullptr;
  }
}

const char* acquire_problem(void) {
  return problem.c_str();
}

const char* acquire_header(void) {
  return recording->header().c_str();
}

int acquire_same_instructions(const char* one_header, const char* other_header) {
  return first_word(one_header) == first_word(other_header) ? 1 : 0;
}

int acquire_writes_trace(void) {
  return settings->writes_trace() ? 1 : 0;
}

int acquire_is_controlled(void) {
  return settings->is_controlled ? 1 : 0;
}

void acquire_begin_call(int is_recorded) {
  recording->begin_call(is_recorded != 0);
}

void acquire_clock_look(void) {
  recording->look();
}

void acquire_end_call(void) {
  recording->end_call();
}

const char* acquire_note(void) {
  return recording->note().c_str();
}

int acquire_wants_communicators(void) {
  return settings && settings->level == 1 ? 1 : 0;
}

int acquire_is_in_common_call(void) {
  return recording->is_in_common_call() ? 1 : 0;
}

int64_t acquire_next_communicator(void) {
  return static_cast<int64_t>(recording->next_communicator());
}

void acquire_note_communicator(int64_t number, int64_t in_run, const int* members, int count) {
  recording->note_communicator(number, in_run, {members, members + count});
}

const char* acquire_left_out(void) {
  static std::string lines;
  lines = recording->left_out();
  return lines.c_str();
}

void acquire_add_left_out(const char* lines) {
  std::istringstream in(lines);
  std::uint64_t count = 0;
  for (std::string name; in >> count && std::getline(in >> std::ws, name);) {
    left_out_of_all[name] += count;
  }
}

void acquire_warn_of_left_out(void) {
  if (left_out_of_all.empty()) return;
  std::string calls;
  for (const auto& [name, count] : left_out_of_all) {
    calls += fmt::format("{}{} ({})", calls.empty() ? "" : ", ", name, count);
  }
  std::fprintf(stderr,
               "smpi-acquire: warning: the trace of level 1 lacks what SimGrid has no action for: "
               "%s\n",
               calls.c_str());
}

int acquire_close(void) {
  return guarded([] { recording->close(); });
}

enum acquire_merge acquire_merge(void) {
  switch (settings->merge) {
    case Merge::tree:
      return acquire_merge_tree;
    case Merge::none:
      return acquire_merge_none;
    case Merge::root:
      break;
  }
  return acquire_merge_root;
}

void acquire_path_of(int rank, char path[acquire_path_bytes]) {
  const std::string text = RankFile::path_of(*settings, static_cast<std::uint32_t>(rank));
  std::snprintf(path, acquire_path_bytes, "%s", text.c_str());
}

int acquire_join(int rank_count) {
  return guarded([&] { RankFile::join(*settings, static_cast<std::uint32_t>(rank_count)); });
}

int acquire_add_part(const char* bytes, int64_t size) {
  return guarded(
      [&] { recording->file().add_part(std::string(bytes, static_cast<std::size_t>(size))); });
}

int acquire_part(const char** bytes, int64_t* size) {
  static std::string part;
  return guarded([&] {
    part = recording->file().part_bytes();
    *bytes = part.data();
    *size = static_cast<int64_t>(part.size());
  });
}

int acquire_write_whole(void) {
  return guarded([] { recording->file().write_whole(); });
}

void acquire_tell_parts(void) {
  std::error_code none;
  std::filesystem::remove(settings->trace, none);  // of an older run
  std::fprintf(stderr,
               "smpi-acquire: the parts are not merged: smpi-trace merge %s_files/*.smpitrace %s\n",
               settings->trace.c_str(), settings->trace.c_str());
}

}  // extern "C"
