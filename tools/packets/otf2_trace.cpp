// SPDX-License-Identifier: BSD-3-Clause
//
// The archive's reader, and calls as actions.
#include "tools/packets/otf2_trace.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "kernel/error.h"
#include "libsmpi/watch/record/timeline/function_class.h"
#include "tools/packets/otf2_calls.h"

namespace smpi::packets {
namespace {

namespace fs = std::filesystem;
using record::CollectiveKind;
using trace::Action;
using trace::Code;
using trace::FieldKind;
using trace::Word;

constexpr Word byte_type = 6;  // MPI_BYTE, as traces number types

class ArchiveCursor : public trace::Cursor {
 public:
  ArchiveCursor(const RecordedCalls& calls, RankId rank) : calls_(calls), rank_(rank) {}

  bool next(Action& action) override {
    const std::span<const RecordedCall> own = calls_.of(rank_);
    const auto never_ended = [&] {
      const RecordedCall& call = own[at_];
      return call.kind == RecordedCall::Kind::begin_receive && call.peer == any_rank;
    };
    while (at_ < own.size() && never_ended()) at_++;
    if (at_ == own.size()) return false;
    words_.clear();
    action = {.code = put(own[at_++]), .words = words_};
    return true;
  }
  std::uint64_t position() const override { return at_; }

 private:
  Code put(const RecordedCall& call) {
    constexpr double s_per_ns = 1e-9;
    switch (call.kind) {
      case RecordedCall::Kind::pause:
        words_ = {trace::to_word(static_cast<double>(call.size_bytes) * s_per_ns)};
        return Code::ti_sleep;
      case RecordedCall::Kind::send:
        return put_call(Code::ti_send, call);
      case RecordedCall::Kind::receive:
        return put_call(Code::ti_recv, call);
      case RecordedCall::Kind::begin_send:
        return put_call(Code::call_Isend, call);
      case RecordedCall::Kind::begin_receive:
        return put_call(Code::call_Irecv, call);
      case RecordedCall::Kind::wait:
        return put_call(Code::call_Wait, call);
      case RecordedCall::Kind::collective:
        break;
    }
    return put_collective(call);
  }

  // Fields as the form has them.
  Code put_call(Code code, const RecordedCall& call) {
    for (const trace::Field& field : trace::form_of(code).fields) {
      switch (field.kind) {
        case FieldKind::peer:
          words_.push_back(call.peer);
          break;
        case FieldKind::tag:
          words_.push_back(call.tag);
          break;
        case FieldKind::number:
          words_.push_back(static_cast<Word>(call.size_bytes));
          break;
        case FieldKind::type:
          words_.push_back(byte_type);
          break;
        case FieldKind::request:
          words_.push_back(call.request);
          break;
        default:  // the world, and nothing left open
          words_.push_back(0);
      }
    }
    return code;
  }

  // What all ranks gave to this collective, or got from it; equal blocks where nobody says.
  void put_sizes(std::uint64_t RecordedCall::*size, std::uint64_t equal_bytes) {
    const std::size_t first = words_.size() + 1;
    words_.push_back(calls_.rank_count());
    bool is_known = false;
    for (RankId rank = 0; rank < calls_.rank_count(); rank++) {
      const RecordedCall* const theirs = calls_.collective(rank, collective_count_);
      words_.push_back(theirs == nullptr ? 0 : static_cast<Word>(theirs->*size));
      is_known |= words_.back() != 0;
    }
    if (is_known) return;
    std::fill(words_.begin() + static_cast<std::ptrdiff_t>(first), words_.end(),
              static_cast<Word>(equal_bytes));
  }

  // Of the root, where others gave none.
  std::uint64_t bytes_of_bcast(const RecordedCall& call) const {
    if (call.received_bytes > 0) return call.received_bytes;
    const RecordedCall* const root = calls_.collective(call.peer, collective_count_);
    return root == nullptr ? call.size_bytes : root->size_bytes;
  }

  Code put_collective(const RecordedCall& call) {
    const Code code = put_words_of_collective(call);
    collective_count_++;
    return code;
  }

  Code put_words_of_collective(const RecordedCall& call) {
    const std::uint64_t count = calls_.rank_count();
    const auto given = static_cast<Word>(call.size_bytes);
    const auto got = static_cast<Word>(call.received_bytes);
    const Word root = call.peer;
    const auto most = std::max(given, got);
    const auto block = [count](Word bytes) { return bytes / static_cast<Word>(count); };
    const auto put = [this](std::initializer_list<Word> words) {
      words_.insert(words_.end(), words);
    };
    constexpr Word no_flops = 0;
    switch (static_cast<CollectiveKind>(call.operation)) {
      case CollectiveKind::barrier:
        return Code::ti_barrier;
      case CollectiveKind::bcast:
        put({static_cast<Word>(bytes_of_bcast(call)), root, byte_type});
        return Code::ti_bcast;
      case CollectiveKind::reduce:
        put({given, no_flops, root, byte_type});
        return Code::ti_reduce;
      case CollectiveKind::allreduce:
        put({most, no_flops, byte_type});
        return Code::ti_allreduce;
      case CollectiveKind::scan:
      case CollectiveKind::exscan:
        put({most, no_flops, byte_type});
        return Code::ti_scan;
      case CollectiveKind::gather:
        put({given, block(got), root, byte_type, byte_type});
        return Code::ti_gather;
      case CollectiveKind::scatter:
        put({block(given), got, root, byte_type, byte_type});
        return Code::ti_scatter;
      case CollectiveKind::allgather:
        put({given, block(got), byte_type, byte_type});
        return Code::ti_allgather;
      case CollectiveKind::alltoall:
      case CollectiveKind::alltoallv:
      case CollectiveKind::alltoallw:
        put({block(most), block(most), byte_type, byte_type});
        return Code::ti_alltoall;
      case CollectiveKind::gatherv:
        put({given});
        put_sizes(&RecordedCall::size_bytes, 0);
        put({root, byte_type, byte_type});
        return Code::ti_gatherv;
      case CollectiveKind::scatterv:
        put_sizes(&RecordedCall::received_bytes, 0);
        put({got, root, byte_type, byte_type});
        return Code::ti_scatterv;
      case CollectiveKind::allgatherv:
        put({given});
        put_sizes(&RecordedCall::size_bytes, call.received_bytes / count);
        put({byte_type, byte_type});
        return Code::ti_allgatherv;
      case CollectiveKind::reduce_scatter:
      case CollectiveKind::reduce_scatter_block:
        put_sizes(&RecordedCall::received_bytes, 0);
        put({no_flops, byte_type});
        return Code::ti_reducescatter;
    }
    SIM_ASSERT(false, "a collective that RecordedCalls does not keep");
    return Code::ti_barrier;
  }

  const RecordedCalls& calls_;
  RankId rank_;
  std::size_t at_ = 0;
  std::uint64_t collective_count_ = 0;
  std::vector<Word> words_;
};

class ArchiveTrace : public trace::Trace {
 public:
  explicit ArchiveTrace(std::string path) : path_(std::move(path)), calls_(archive_) {}

  void read();

  std::uint32_t rank_count() const override { return calls_.rank_count(); }
  std::uint64_t action_count() const override { return 0; }
  std::unique_ptr<trace::Cursor> cursor(std::uint32_t rank) override {
    return std::make_unique<ArchiveCursor>(calls_, rank);
  }
  const trace::Texts& texts() const override { return texts_; }
  std::string place(std::uint32_t rank, std::uint64_t position) const override {
    return fmt::format("call {} of rank {} in {}", position, rank, path_);
  }
  const std::vector<std::string>& warnings() const override { return warnings_; }

 private:
  std::string path_;
  record::otf2::Archive archive_;
  RecordedCalls calls_;
  trace::Texts texts_;
  std::vector<std::string> warnings_;
};

// The anchor file of a folder; empty: there is none, or there are several.
std::string anchor_of(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return path;
  std::string anchor;
  for (const auto& entry : fs::directory_iterator(path, error)) {
    if (entry.path().extension() != ".otf2") continue;
    if (!anchor.empty()) return {};
    anchor = entry.path();
  }
  return anchor;
}

// Beside the library of simulated programs.
record::otf2::Read open_reader() {
  const fs::path programs = fs::read_symlink("/proc/self/exe").parent_path();
  const fs::path path =
      programs.parent_path() / SMPI_LIBRARY_DIRECTORY / record::otf2::reader_library_name;
  if (!fs::exists(path)) {
    throw kernel::InputError(
        "this smpi-packets was built without OTF2",
        {.text = ".otf2",
         .hint = "install libotf2 (Debian: libotf2-trace-dev) and build it again"});
  }
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const read = library == nullptr ? nullptr : dlsym(library, record::otf2::read_name);
  if (read == nullptr) {
    throw kernel::InputError("cannot open what reads OTF2 archives", {.text = dlerror()});
  }
  return reinterpret_cast<record::otf2::Read>(read);
}

void ArchiveTrace::read() {
  const record::otf2::Read read_archive = open_reader();
  const auto take = [](void* calls, const record::otf2::Event& event) {
    static_cast<RecordedCalls*>(calls)->add(event);
  };
  const std::string problem = read_archive(anchor_of(path_), archive_, take, &calls_);
  if (!problem.empty()) {
    throw kernel::InputError(fmt::format("cannot read this OTF2 archive ({})", problem),
                             {.file = path_});
  }
  if (!calls_.problem().empty()) {
    throw kernel::InputError("this archive has what smpi-packets does not replay",
                             {.file = path_,
                              .text = calls_.problem(),
                              .hint = "collectives of all ranks, and messages"});
  }
  if (rank_count() == 0) {
    throw kernel::InputError("no rank of MPI in this OTF2 archive", {.file = path_});
  }
  if (calls_.unknown_functions().empty()) return;
  warnings_.push_back(fmt::format("{}: calls that are not replayed: {}", path_,
                                  fmt::join(calls_.unknown_functions(), ", ")));
}

}  // namespace

bool is_otf2_archive(const std::string& path) {
  const std::string anchor = anchor_of(path);
  return anchor.ends_with(".otf2") && fs::exists(anchor);
}

std::shared_ptr<trace::Trace> read_otf2_archive(const std::string& path) {
  auto trace = std::make_shared<ArchiveTrace>(path);
  trace->read();
  return trace;
}

}  // namespace smpi::packets
