// SPDX-License-Identifier: BSD-3-Clause
//
// One process of a real run: its settings come from the environment (SMPI_ACQUIRE_*), because every
// launcher of MPI programs can set that.
#include "tools/acquire/recording.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <optional>
#include <string>

#include "kernel/error.h"
#include "libsmpi/trace/recorder/level_one.h"
#include "libsmpi/trace/recorder/rank_recorder.h"
#include "tools/acquire/rank_file.h"
#include "tools/acquire/volume.h"

namespace smpi::acquire {
namespace {

constexpr const char* default_file = "smpi_acquired.txt";
constexpr double default_rate = 1e9;

const char* setting(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && value[0] != '\0' ? value : nullptr;
}

bool is_set(const char* name) {
  const char* value = setting(name);
  return value != nullptr && std::strcmp(value, "0") != 0;
}

std::string trace_file() {
  const char* value = setting("SMPI_ACQUIRE_FILE");
  return value != nullptr ? value : default_file;
}

double rate() {
  const char* value = setting("SMPI_ACQUIRE_RATE");
  if (value == nullptr) return default_rate;
  char* end = nullptr;
  const double rate = std::strtod(value, &end);
  if (*end != '\0' || !(rate > 0) || rate > 1e18) {
    throw kernel::InputError("not a rate", {.text = fmt::format("SMPI_ACQUIRE_RATE={}", value),
                                            .hint = "volume per second of processor time, as 2e9"});
  }
  return rate;
}

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

// All that lives between MPI_Init and MPI_Finalize.
class Recording {
 public:
  Recording(std::uint32_t rank, std::uint32_t rank_count, const recorder_world& world,
            const std::string& library)
      : volume_(rate(), is_set("SMPI_ACQUIRE_TIMES")),
        keeps_times_(is_set("SMPI_ACQUIRE_TIMES")),
        facts_(describe(rank_count, library)),
        header_(text_of(facts_)),
        file_({trace_file(), rank, rank_count}, header_, facts_, texts_),
        level_one_(file_.sink(), rank_count),
        shared_(level_one_, world, texts_),
        recorder_(rank, shared_),
        last_(volume_.read()) {}

  recorder_of_rank& recorder() { return recorder_; }
  const std::string& header() const { return header_; }
  const std::string& note() const { return volume_.note(); }

  void begin_call() {
    const Volume::Reading now = volume_.read();
    const Volume::Reading overhead = volume_.overhead();
    const double amount = now.amount - last_.amount - overhead.amount;
    const double processor_s = now.processor_s - last_.processor_s - overhead.processor_s;
    if (amount > 0) {
      recorder_.compute(std::round(amount), keeps_times_ ? std::max(processor_s, 0.0) : 0);
    }
  }
  void end_call() { last_ = volume_.read(); }
  void close() {
    recorder_.flush();
    file_.finish();
    if (volume_.was_multiplexed()) {
      std::fputs(
          "smpi-acquire: warning: others used the counter of instructions, too: volumes are "
          "estimates\n",
          stderr);
    }
  }

 private:
  RankFile::Facts describe(std::uint32_t rank_count, const std::string& library) const {
    const bool counts = volume_.counts_instructions();
    return {{"isa", instruction_set},
            {"volume", counts ? "instructions" : "cpu-time"},
            {"rate", fmt::format("{:g}", counts ? 0 : rate())},
            {"cpu", processor_model()},
            {"mpi", library},
            {"ranks", fmt::format("{}", rank_count)},
            {"host", host_name()}};
  }
  // The instruction set comes first: acquire_same_instructions() looks there.
  static std::string text_of(const RankFile::Facts& facts) {
    std::string text =
        fmt::format("isa={} volume={} rate={} cpu=\"{}\" mpi=\"{}\" ranks={} host={}",
                    facts.at("isa"), facts.at("volume"), facts.at("rate"), facts.at("cpu"),
                    facts.at("mpi"), facts.at("ranks"), facts.at("host"));
    text.resize(std::min<std::size_t>(text.size(), acquire_header_bytes - 1));
    return text;
  }

  trace::Texts texts_;
  Volume volume_;
  bool keeps_times_;
  RankFile::Facts facts_;
  std::string header_;
  RankFile file_;
  trace::LevelOne level_one_;
  trace::RecorderShared shared_;
  recorder_of_rank recorder_;
  Volume::Reading last_;
};

std::optional<Recording> recording;

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
  const int failed = guarded([&] {
    recording.emplace(static_cast<std::uint32_t>(rank), static_cast<std::uint32_t>(rank_count),
                      *world, library);
  });
  return failed != 0 ? nullptr : &recording->recorder();
}

const char* acquire_header(void) {
  static std::string kept;
  if (recording) kept = recording->header();
  return kept.c_str();
}

int acquire_same_instructions(const char* one_header, const char* other_header) {
  return first_word(one_header) == first_word(other_header) ? 1 : 0;
}

int acquire_close(void) {
  acquire_header();
  return guarded([] {
    recording->close();
    recording.reset();
  });
}

void acquire_path_of(int rank, char path[acquire_path_bytes]) {
  const std::string text = RankFile::path_of(trace_file(), static_cast<std::uint32_t>(rank));
  std::snprintf(path, acquire_path_bytes, "%s", text.c_str());
}

int acquire_join(int rank_count) {
  return guarded([&] { RankFile::join(trace_file(), static_cast<std::uint32_t>(rank_count)); });
}

void acquire_begin_call(void) {
  recording->begin_call();
}

void acquire_end_call(void) {
  recording->end_call();
}

const char* acquire_note(void) {
  return recording ? recording->note().c_str() : "";
}

}  // extern "C"
