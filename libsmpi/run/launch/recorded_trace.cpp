// SPDX-License-Identifier: BSD-3-Clause
//
// The chain from the calls to the files, and the entries of MPI that lead to it.
#include "libsmpi/run/launch/recorded_trace.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>

#include "kernel/error.h"
#include "kernel/print.h"
#include "libsmpi/doors/api/functions.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/run/launch/result_file.h"
#include "libsmpi/watch/record/trace_recording.h"
#include "libsmpi/watch/trace/compress/segment_writer.h"
#include "libsmpi/watch/trace/recorder/level_one.h"
#include "libsmpi/watch/trace/recorder/lowering.h"
#include "libsmpi/watch/trace/text_writer.h"

namespace smpi::launch {
namespace {

using enum kernel::OptionKind;

constexpr const char* default_file = "smpi_simgrid.txt";

constexpr kernel::OptionSpec table[] = {
    {"tracing/smpi/format/ti-one-file", boolean, "no",
     "-trace-ti writes one file for all ranks instead of one for each"},
    {"tracing/memory", number, "64",
     "MiB that -trace-ti keeps of a compressed trace before it writes a segment"},
    {"tracing/ti-level", number, "2",
     "of -trace-ti: 1 writes nothing but SimGrid's actions, 2 all of MPI"},
};

int level_of(const kernel::Options& options) {
  const double level = options.number("tracing/ti-level");
  if (level == 1 || level == 2) return static_cast<int>(level);
  throw kernel::InputError("there is no such level of traces",
                           {.text = fmt::format("tracing/ti-level:{}", level),
                            .hint = "1 (SimGrid's actions) or 2 (all of MPI)"});
}

std::uint64_t memory_of(const kernel::Options& options) {
  const double mebibytes = options.number("tracing/memory");
  if (mebibytes > 0 && mebibytes < 1e9) return static_cast<std::uint64_t>(mebibytes * (1 << 20));
  throw kernel::InputError("a recording cannot do with this much memory",
                           {.text = fmt::format("tracing/memory:{}", mebibytes),
                            .hint = "MiB, more than 0, such as 64"});
}

void set_entries(bool are_recorded) {
  for (const record::TraceWrapper& wrapper : record::trace_wrappers()) {
    const api::Function* function = api::find_function(wrapper.name);
    SIM_ASSERT(function != nullptr, "a wrapper of a function that MPI does not have");
    const auto index = static_cast<std::size_t>(function - api::functions().data());
    api::set_entry(index, are_recorded ? wrapper.code : nullptr);
  }
}

trace::TextWriter::Files files_of(const kernel::Options& options) {
  return options.boolean("tracing/smpi/format/ti-one-file") ? trace::TextWriter::Files::one
                                                            : trace::TextWriter::Files::per_rank;
}

// "Iallreduce (4), Ibcast (8)"
std::string list_calls(const std::map<std::string_view, std::uint64_t>& calls) {
  std::string text;
  for (const auto& [name, count] : calls) {
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", name, count);
  }
  return text;
}

// Where a trace goes: text, or a compressed file where the name says so.
class TraceFile {
 public:
  TraceFile(std::string path, std::uint32_t rank_count, const kernel::Options& options,
            const trace::Texts& texts)
      : path_(std::move(path)) {
    if (!path_.ends_with(".smpitrace")) {
      text_.emplace(path_, rank_count, files_of(options), texts);
      return;
    }
    ResultFile{.path = path_, .what = "trace"}.require_writable();
    const trace::SegmentWriter::Limits limits{.memory_bytes = memory_of(options)};
    compressed_.emplace(path_, rank_count, texts, limits);
  }
  trace::Sink& sink() { return text_ ? static_cast<trace::Sink&>(*text_) : *compressed_; }
  // Lines of SimGrid's format do not say where in the program a call is.
  bool has_sites() const { return compressed_.has_value(); }
  void name_sites_of(const record::TraceRecording& recording) {
    compressed_->name_sites_by([&recording](trace::Compressor& compressor) {
      const std::vector<std::string>& sites = recording.sites();
      for (std::size_t i = 0; i < sites.size(); i++) {
        compressor.name_site(static_cast<std::uint32_t>(i + 1), sites[i]);
      }
    });
  }
  void finish() {
    if (text_) {
      text_->finish();
    } else {
      compressed_->finish();
    }
  }

 private:
  std::string path_;
  std::optional<trace::TextWriter> text_;
  std::optional<trace::SegmentWriter> compressed_;
};

}  // namespace

struct RecordedTrace::Implementation {
  Implementation(const std::string& path, bool has_level_two, Simulation& simulation)
      : rank_count(static_cast<std::uint32_t>(simulation.ranks.size())),
        file(path, rank_count, simulation.options, texts),
        level_one(file.sink(), rank_count),
        lowering(
            file.sink(), rank_count,
            {.view = [this](std::uint32_t rank,
                            trace::Word number) { return recording->view(rank, number); },
             .progress =
                 [&simulation](std::uint32_t process) {
                   const models::HostId host = simulation.ranks[process]->host;
                   return simulation.engine.now_s() * simulation.platform.hosts.speed_flops(host);
                 },
             .is_pending = [this](
                               std::uint32_t rank,
                               trace::Word number) { return recording->is_pending(rank, number); },
             .tells_windows = true,
             .detached_bytes = simulation.tuning.detached_bytes}) {
    recording.emplace(simulation, has_level_two ? static_cast<trace::Sink&>(level_one) : lowering,
                      texts);
    if (file.has_sites()) {
      recording->keep_sites();
      file.name_sites_of(*recording);
    }
    if (!has_level_two) recording->tell_messages(simulation);
  }

  std::uint32_t rank_count;
  trace::Texts texts;
  TraceFile file;
  trace::LevelOne level_one;
  trace::Lowering lowering;
  std::optional<record::TraceRecording> recording;
};

std::span<const kernel::OptionSpec> RecordedTrace::options() {
  return table;
}

void RecordedTrace::add_replacements(std::vector<load::Replacement>& replacements) {
  for (const record::TraceWrapper& wrapper : record::trace_wrappers()) {
    const std::string name = fmt::format("P{}", wrapper.name);
    replacements.push_back(
        {.name = name, .code = wrapper.code, .where = {.text = name}, .optional = true});
  }
}

RecordedTrace::RecordedTrace(Simulation& simulation) {
  const bool has_level_two = level_of(simulation.options) == 2;  // before there are files
  constexpr const char* key = "tracing/filename";
  const bool is_named = simulation.options.is_set(key);
  const std::string path = is_named ? simulation.options.text(key) : default_file;
  implementation_ = std::make_unique<Implementation>(path, has_level_two, simulation);
  set_entries(true);
  simulation.are_calls_seen = true;
}

RecordedTrace::~RecordedTrace() {
  set_entries(false);
}

void RecordedTrace::finish() {
  implementation_->recording->finish();
  implementation_->file.finish();
  const trace::Lowering& lowering = implementation_->lowering;
  if (!lowering.asides().empty()) {
    kernel::print_message(
        "smpirun: note: in the trace of level 1 these calls are messages where they began and were "
        "waited for: {}\n",
        list_calls(lowering.asides()));
  }
  if (lowering.left_out().empty()) return;
  kernel::print_message(
      "smpirun: warning: the trace of level 1 lacks what SimGrid has no action for: {}\n",
      list_calls(lowering.left_out()));
}

}  // namespace smpi::launch
