// SPDX-License-Identifier: BSD-3-Clause
//
// What a call of a trace was called with, from its numbers to handles of this run: communicators,
// requests, types, operations and windows that a replayed rank has under the numbers of the trace.
//
// Buffers are addresses in memory that nothing is read from or written to: while a replay runs,
// data does not move (datatype/pack.h), so a rank of a replay has no memory of its own.
#pragma once

#include <algorithm>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "include/mpi.h"
#include "libsmpi/mpi/io/phantom_files.h"
#include "libsmpi/run/replay/numbered_requests.h"
#include "libsmpi/watch/trace/trace.h"

namespace smpi::replay {

// MPI types for the numbers of a trace, the same for all ranks.
class PredefinedTypes {
 public:
  // Makes those that MPI has with another size or not at all. To be called by a rank.
  void make();
  // A type of that many bytes, committed.
  static MPI_Datatype of_bytes(std::int64_t size_bytes, std::int64_t extent_bytes) {
    return of_units(MPI_BYTE, size_bytes, extent_bytes);
  }
  static MPI_Datatype of_units(MPI_Datatype unit, std::int64_t count, std::int64_t extent_bytes);
  // MPI_DATATYPE_NULL where there is no such type.
  MPI_Datatype type(trace::Word number) const {
    const auto place = static_cast<std::size_t>(number);
    return place < types_.size() ? types_[place] : MPI_DATATYPE_NULL;
  }

 private:
  std::vector<MPI_Datatype> types_;
};

// How wildcards of the recorded run are matched again.
enum class Wildcards : std::uint8_t { recorded, free };

// Memory for buffers: large, and never touched.
class PhantomBuffers {
 public:
  PhantomBuffers();
  ~PhantomBuffers();
  PhantomBuffers(const PhantomBuffers&) = delete;
  PhantomBuffers& operator=(const PhantomBuffers&) = delete;
  std::byte* send() const { return base_; }
  std::byte* receive() const;
  static MPI_Aint size_bytes();

 private:
  std::byte* base_;
};

// What all ranks of a run share.
struct RunShared {
  PredefinedTypes types;
  PhantomBuffers buffers;
  Wildcards wildcards = Wildcards::recorded;
  io::PhantomFiles files;
};

// What all ranks of a trace share.
struct Shared {
  Shared(RunShared& run_, trace::Trace& trace_, std::size_t rank_count)
      : run(run_), trace(trace_), zeros(rank_count), short_zeros(rank_count) {}

  RunShared& run;
  trace::Trace& trace;
  std::vector<trace::Word> zeros;  // displacements
  std::vector<int> short_zeros;
};

class CallArguments {
 public:
  explicit CallArguments(const Shared& shared) : shared_(shared) {}
  CallArguments(const CallArguments&) = delete;
  CallArguments& operator=(const CallArguments&) = delete;

  // The words of the next action; the readers below take them one after the other.
  void begin(std::span<const trace::Word> words) {
    words_ = words;
    at_ = 0;
    used_arrays_ = 0;
    call_types_.clear();
    is_small_ = std::ranges::all_of(
        words, [](trace::Word word) { return word == static_cast<std::int32_t>(word); });
  }
  // Does the form of the call with int counts do? Reports and statistics name it as programs do.
  bool is_small() const { return is_small_; }

  trace::Word number() { return words_[at_++]; }
  std::span<const trace::Word> list() {
    const auto length = static_cast<std::size_t>(words_[at_]);
    const auto result = words_.subspan(at_ + 1, length);
    at_ += 1 + length;
    return result;
  }
  int peer() { return peer_of(number()); }
  int tag() { return tag_of(number()); }
  MPI_Datatype type() { return type_of(number()); }
  const MPI_Datatype* types();
  MPI_Op operation();
  MPI_Comm communicator() { return communicator_of(number()); }
  MPI_Win window();
  MPI_File file();
  const std::string& text() { return shared_.trace.texts().text(number()); }
  MPI_Message message();

  static int peer_of(trace::Word word);
  static int tag_of(trace::Word word) {
    return word == trace::any_tag ? MPI_ANY_TAG : static_cast<int>(word);
  }
  MPI_Datatype type_of(trace::Word word) const;
  MPI_Comm communicator_of(trace::Word word) const;
  void open_wildcards(trace::Word any, int& source, int& tag) const {
    if (any == 0 || shared_.run.wildcards == Wildcards::recorded) return;
    if ((any & 1) != 0) source = MPI_ANY_SOURCE;
    if ((any & 2) != 0) tag = MPI_ANY_TAG;
  }
  // A receive that matched nothing when it was recorded, because it was cancelled, matches nothing.
  void match_nothing(trace::Word any, int& source, int tag) const {
    if (any == 0 || shared_.run.wildcards == Wildcards::free) return;
    if (source == MPI_ANY_SOURCE || tag == MPI_ANY_TAG) source = MPI_PROC_NULL;
  }
  bool matches_freely() const { return shared_.run.wildcards == Wildcards::free; }

  void* send_buffer() const { return shared_.run.buffers.send(); }
  void* receive_buffer() const { return shared_.run.buffers.receive(); }
  // Of a window that takes any access.
  static MPI_Aint window_bytes() { return PhantomBuffers::size_bytes() / 2; }
  const MPI_Aint* no_displacements() const { return shared_.zeros.data(); }
  const int* no_short_displacements() const { return shared_.short_zeros.data(); }
  static const MPI_Count* wide(std::span<const trace::Word> list) { return list.data(); }
  const int* narrow(std::span<const trace::Word> list);
  const int* weights(std::span<const trace::Word> list) {
    return list.empty() ? MPI_UNWEIGHTED : narrow(list);
  }

  // Requests, by number. One that is not there, or is done, is MPI_REQUEST_NULL.
  MPI_Request request_of(trace::Word number) const { return pending_.find(number); }
  MPI_Request* requests_of(std::span<const trace::Word> numbers);
  int length(const MPI_Request*) const { return static_cast<int>(requests_.size()); }
  void keep_request(trace::Word number, MPI_Request request) {
    if (number <= 0) return;
    pending_.set(number, request);
    last_request_ = std::max(last_request_, number);
  }
  // The number of the next request of an action that does not say it.
  trace::Word next_request() const { return last_request_ + 1; }
  void keep_requests(std::span<const trace::Word> numbers, const MPI_Request* requests);

  void keep_communicator(trace::Word number, MPI_Comm communicator);
  void forget_communicator(MPI_Comm) const {}  // its number is not used again
  void keep_window(trace::Word number, MPI_Win window);
  void keep_file(trace::Word number, MPI_File file);
  // A file has that size when the call opens it.
  void expect_file(const std::string& name, std::int64_t size_bytes) const;
  void keep_message(trace::Word number, MPI_Message message);
  void keep_type(trace::Word number, MPI_Datatype type);
  // A type that the rank has is made of this one.
  void keep_unit(trace::Word number, MPI_Datatype unit);
  // Where the data of a type are that the rank has.
  void keep_layout(trace::Word number, std::span<const trace::Word> offsets,
                   std::span<const trace::Word> sizes);
  void keep_operation(trace::Word number, MPI_Op operation);

  // A group of processes, as long as the call needs it.
  class Group {
   public:
    explicit Group(MPI_Group handle) : handle_(handle) {}
    ~Group();
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;
    MPI_Group handle() const { return handle_; }

   private:
    MPI_Group handle_;
  };
  Group group();

  // Hints of a file, as long as the call needs them.
  class Hints {
   public:
    explicit Hints(std::string_view text);  // "key=value,key=value"
    ~Hints();
    Hints(const Hints&) = delete;
    Hints& operator=(const Hints&) = delete;
    MPI_Info handle() const { return handle_; }

   private:
    MPI_Info handle_ = MPI_INFO_NULL;
  };
  Hints hints() { return Hints(text()); }

  // What a call returned. Most errors end the replay in the error handler of MPI, as in any
  // program; those of files are returned.
  void made(int code) { code_ = code; }
  int code() const { return code_; }

 private:
  std::vector<int>& next_array();

  const Shared& shared_;
  std::span<const trace::Word> words_;
  std::size_t at_ = 0;
  bool is_small_ = true;
  int code_ = MPI_SUCCESS;
  trace::Word last_request_ = 0;
  std::vector<MPI_Comm> communicators_ = {MPI_COMM_WORLD, MPI_COMM_SELF};
  std::vector<MPI_Win> windows_;
  std::vector<MPI_File> files_;
  std::vector<MPI_Datatype> derived_types_;
  std::vector<MPI_Op> operations_;
  NumberedRequests pending_;
  std::unordered_map<trace::Word, MPI_Message> messages_;
  std::vector<MPI_Request> requests_;     // of the call
  std::vector<MPI_Datatype> call_types_;  // of the call
  std::deque<std::vector<int>> arrays_;   // of the call
  std::size_t used_arrays_ = 0;
};

// Makes the call again; false: it is not one of those that are only called (trace_player.h).
bool play_call(CallArguments& in, trace::Code code);

}  // namespace smpi::replay
