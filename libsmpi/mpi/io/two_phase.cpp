// SPDX-License-Identifier: BSD-3-Clause
//
// All messages of one collective access have its number as their tag; two ranks exchange them in
// the same order on both sides. What a rank is to itself also travels as a message, which costs
// nothing.
#include "libsmpi/mpi/io/two_phase.h"

#include <algorithm>
#include <cstring>

#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/io/aggregation.h"
#include "libsmpi/mpi/io/data_stream.h"
#include "libsmpi/mpi/io/exchange.h"
#include "libsmpi/mpi/io/state.h"
#include "libsmpi/mpi/p2p/failures.h"
#include "libsmpi/mpi/p2p/protocol.h"
#include "libsmpi/mpi/requests/completion.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::io {
namespace {

using datatype::Run;

constexpr MPI_Count bounds_bytes = 2 * sizeof(MPI_Offset);
constexpr MPI_Count error_bytes = sizeof(int);

// What a rank accesses in the domain of each aggregator.
using Lists = std::vector<std::vector<Run>>;

struct Outcome {
  int error = MPI_SUCCESS;
};

// The messages that a rank has under way.
class Messages {
 public:
  Messages(Communicator& communicator, int tag) : communicator_(communicator), tag_(tag) {}

  void send(const void* data, std::int64_t bytes, int to) {
    requests_.push_back(p2p::start_send({.buffer = data,
                                         .count = bytes,
                                         .type = &predefined_type(MPI_BYTE),
                                         .destination = to,
                                         .tag = tag_,
                                         .communicator = &communicator_,
                                         .channel = Channel::internal}));
  }
  void receive(void* data, std::int64_t bytes, int from) {
    requests_.push_back(p2p::start_receive({.buffer = data,
                                            .count = bytes,
                                            .type = &predefined_type(MPI_BYTE),
                                            .source = from,
                                            .tag = tag_,
                                            .communicator = &communicator_,
                                            .channel = Channel::internal}));
  }
  void wait() {
    wait_for_all(requests_);
    for (Request* request : requests_) finish(*request);
    requests_.clear();
  }

 private:
  Communicator& communicator_;
  int tag_;
  std::vector<Request*> requests_;
};

// Those of `sorted` (by offset, none across the border of `range`) that lie in `range`.
template <class Part>
std::span<const Part> parts_in(const std::vector<Part>& sorted, Range range) {
  const auto before = [](const Part& part, std::int64_t offset) { return part.offset < offset; };
  const auto first = std::lower_bound(sorted.begin(), sorted.end(), range.from, before);
  const auto last = std::lower_bound(first, sorted.end(), range.to, before);
  return {first, last};
}

std::int64_t size_of(const Run& run) {
  return run.size;
}
std::int64_t size_of(const Piece& piece) {
  return piece.size_bytes;
}
template <class Part>
std::int64_t sum_bytes(std::span<const Part> parts) {
  std::int64_t sum = 0;
  for (const Part& part : parts) sum += size_of(part);
  return sum;
}

// Room for data, as long as data move.
std::byte* room(std::vector<std::byte>& memory, std::int64_t bytes) {
  static std::byte nothing{};
  if (!datatype::data_moves) return &nothing;
  memory.resize(static_cast<std::size_t>(bytes));
  return memory.data();
}

void move_bytes(std::byte* to, const std::byte* from, std::int64_t bytes) {
  if (datatype::data_moves) std::memcpy(to, from, static_cast<std::size_t>(bytes));
}

// The union of some runs.
std::vector<Run> merged(std::vector<Run> runs) {
  std::sort(runs.begin(), runs.end(),
            [](const Run& a, const Run& b) { return a.offset < b.offset; });
  std::vector<Run> result;
  for (const Run& run : runs) {
    if (result.empty() || run.offset > result.back().offset + result.back().size) {
      result.push_back(run);
      continue;
    }
    Run& last = result.back();
    last.size = std::max(last.size, run.offset + run.size - last.offset);
  }
  return result;
}

// One rank's part in one collective access.
class TwoPhase {
 public:
  TwoPhase(const Access& access, const Plan& plan, int operation, std::span<const Piece> pieces,
           std::byte* data)
      : access_(access),
        plan_(plan),
        operation_(operation),
        communicator_(access.file->communicator()),
        messages_(communicator_, operation),
        own_number_(plan.number_of(communicator_.rank())),
        pieces_(plan.cut(pieces)),
        data_(data),
        packed_(static_cast<std::size_t>(plan.aggregator_count())),
        wanted_(static_cast<std::size_t>(communicator_.size())),
        stages_(static_cast<std::size_t>(communicator_.size())) {}

  int run();

 private:
  int exchange_lists();
  void write_round(int round);
  void read_round(int round);
  void store_window(Range window);
  void load_window(Range window);
  std::vector<Run> wanted_runs(Range window) const;
  std::byte* stage(int rank, std::int64_t bytes);
  void pack(std::span<const Piece> pieces, std::byte* packed) const;
  void note(int error) {
    if (error_ == MPI_SUCCESS) error_ = error;
  }
  FileShared& shared() const { return access_.file->shared(); }
  std::byte* in_buffer(std::int64_t offset, Range window) {
    return in_window_ + (offset - window.from);
  }

  const Access& access_;
  const Plan& plan_;
  int operation_;
  Communicator& communicator_;
  Messages messages_;
  std::optional<int> own_number_;
  std::vector<Piece> pieces_;  // cut at the windows
  std::byte* data_;
  std::vector<std::vector<std::byte>> packed_;  // for or from each aggregator
  // Of an aggregator: what each rank accesses in its domain, and its data in the current window.
  std::vector<std::vector<Run>> wanted_;
  std::vector<std::vector<std::byte>> stages_;
  std::vector<std::byte> buffer_;
  std::byte* in_window_ = nullptr;  // the buffer
  int error_ = MPI_SUCCESS;
};

int TwoPhase::run() {
  if (const int failure = exchange_lists(); failure != MPI_SUCCESS) return failure;
  for (int round = 0; round < plan_.round_count(); round++) {
    if (access_.direction == Direction::write) {
      write_round(round);
    } else {
      read_round(round);
    }
  }
  note(p2p::take_failure());
  return error_;
}

// Step 2. With the error of a rank that failed, which all are told, no round can begin.
int TwoPhase::exchange_lists() {
  const int count = plan_.aggregator_count();
  Lists lists(static_cast<std::size_t>(count));
  for (int a = 0; a < count; a++) {
    std::vector<Run>& list = lists[static_cast<std::size_t>(a)];
    for (const Piece& piece : parts_in(pieces_, plan_.domain(a))) {
      list.push_back({piece.offset, piece.size_bytes});
    }
  }
  // How many pieces there are travels first, then they do; where data do not move, they are known
  // all the same.
  const Exchange<Lists> all(communicator_, operation_, 1, lists,
                            count * static_cast<MPI_Count>(sizeof(int)));
  if (all.failure() != MPI_SUCCESS) return all.failure();
  constexpr std::int64_t run_bytes = sizeof(Run);
  for (int rank = 0; own_number_ && rank < communicator_.size(); rank++) {
    const auto from = static_cast<std::size_t>(rank);
    if (all.values()[from].empty()) continue;  // it failed before
    wanted_[from] = all.values()[from][static_cast<std::size_t>(*own_number_)];
    const auto bytes = static_cast<std::int64_t>(wanted_[from].size()) * run_bytes;
    if (bytes > 0) messages_.receive(wanted_[from].data(), bytes, rank);
  }
  for (int a = 0; a < count; a++) {
    const std::vector<Run>& list = lists[static_cast<std::size_t>(a)];
    const auto bytes = static_cast<std::int64_t>(list.size()) * run_bytes;
    if (bytes > 0) {
      messages_.send(list.data(), bytes, plan_.aggregators()[static_cast<std::size_t>(a)]);
    }
  }
  messages_.wait();
  return MPI_SUCCESS;
}

std::byte* TwoPhase::stage(int rank, std::int64_t bytes) {
  std::vector<std::byte>& memory = stages_[static_cast<std::size_t>(rank)];
  memory.clear();
  return room(memory, bytes);
}

void TwoPhase::pack(std::span<const Piece> pieces, std::byte* packed) const {
  for (const Piece& piece : pieces) {
    move_bytes(packed, data_ + piece.position, piece.size_bytes);
    packed += piece.size_bytes;
  }
}

void TwoPhase::write_round(int round) {
  for (int rank = 0; own_number_ && rank < communicator_.size(); rank++) {
    const std::vector<Run>& runs = wanted_[static_cast<std::size_t>(rank)];
    const std::int64_t bytes = sum_bytes(parts_in(runs, plan_.window(*own_number_, round)));
    if (bytes > 0) messages_.receive(stage(rank, bytes), bytes, rank);
  }
  for (int a = 0; a < plan_.aggregator_count(); a++) {
    const auto pieces = parts_in(pieces_, plan_.window(a, round));
    if (pieces.empty()) continue;
    const int aggregator = plan_.aggregators()[static_cast<std::size_t>(a)];
    if (pieces.size() == 1) {
      messages_.send(data_ + pieces[0].position, pieces[0].size_bytes, aggregator);
      continue;
    }
    const std::int64_t bytes = sum_bytes(pieces);
    std::byte* const packed = room(packed_[static_cast<std::size_t>(a)], bytes);
    pack(pieces, packed);
    messages_.send(packed, bytes, aggregator);
  }
  messages_.wait();
  if (own_number_) store_window(plan_.window(*own_number_, round));
}

std::vector<Run> TwoPhase::wanted_runs(Range window) const {
  std::vector<Run> all;
  for (const std::vector<Run>& runs : wanted_) {
    const auto inside = parts_in(runs, window);
    all.insert(all.end(), inside.begin(), inside.end());
  }
  return merged(std::move(all));
}

// What the ranks have sent, in the order of the ranks, then to the file.
void TwoPhase::store_window(Range window) {
  const std::vector<Run> spans = wanted_runs(window);
  if (spans.empty()) return;
  in_window_ = room(buffer_, window.to - window.from);
  for (std::size_t rank = 0; rank < wanted_.size(); rank++) {
    const std::byte* from = stages_[rank].data();
    for (const Run& run : parts_in(wanted_[rank], window)) {
      move_bytes(in_buffer(run.offset, window), from, run.size);
      from += run.size;
    }
  }
  shared().state->storage.transfer(communicator_.owner(), Direction::write,
                                   sum_bytes(std::span(spans)), shared().path);
  for (const Run& span : spans) {
    note(shared().descriptor.write(in_buffer(span.offset, window), span.size, span.offset));
  }
}

void TwoPhase::load_window(Range window) {
  const std::vector<Run> spans = wanted_runs(window);
  if (spans.empty()) return;
  buffer_.clear();  // bytes behind the end of the file are zero
  in_window_ = room(buffer_, window.to - window.from);
  shared().state->storage.transfer(communicator_.owner(), Direction::read,
                                   sum_bytes(std::span(spans)), shared().path);
  for (const Run& span : spans) {
    std::int64_t read_bytes = 0;
    note(shared().descriptor.read(in_buffer(span.offset, window), span.size, span.offset,
                                  read_bytes));
  }
  for (int rank = 0; rank < communicator_.size(); rank++) {
    const auto runs = parts_in(wanted_[static_cast<std::size_t>(rank)], window);
    if (runs.empty()) continue;
    const std::int64_t bytes = sum_bytes(runs);
    std::byte* const packed = stage(rank, bytes);
    std::byte* to = packed;
    for (const Run& run : runs) {
      move_bytes(to, in_buffer(run.offset, window), run.size);
      to += run.size;
    }
    messages_.send(packed, bytes, rank);
  }
}

void TwoPhase::read_round(int round) {
  for (int a = 0; a < plan_.aggregator_count(); a++) {
    const auto pieces = parts_in(pieces_, plan_.window(a, round));
    if (pieces.empty()) continue;
    const std::int64_t bytes = sum_bytes(pieces);
    messages_.receive(room(packed_[static_cast<std::size_t>(a)], bytes), bytes,
                      plan_.aggregators()[static_cast<std::size_t>(a)]);
  }
  if (own_number_) load_window(plan_.window(*own_number_, round));
  messages_.wait();
  for (int a = 0; a < plan_.aggregator_count(); a++) {
    const std::byte* from = packed_[static_cast<std::size_t>(a)].data();
    for (const Piece& piece : parts_in(pieces_, plan_.window(a, round))) {
      move_bytes(data_ + piece.position, from, piece.size_bytes);
      from += piece.size_bytes;
    }
  }
}

std::vector<Piece> pieces_of(const Access& access, std::int64_t size_bytes) {
  std::vector<Piece> pieces;
  std::int64_t position = 0;
  access.file->view.for_each_run({access.position, access.position + size_bytes},
                                 [&](std::int64_t offset, std::int64_t run_bytes) {
                                   pieces.push_back({offset, position, run_bytes});
                                   position += run_bytes;
                                 });
  return pieces;
}

Bounds bounds_of(std::span<const Piece> pieces, Direction direction) {
  Bounds bounds{.direction = direction};
  for (const Piece& piece : pieces) {
    const std::int64_t end = piece.offset + piece.size_bytes;
    bounds.begin = bounds.empty() ? piece.offset : std::min(bounds.begin, piece.offset);
    bounds.end = std::max(bounds.end, end);
  }
  return bounds;
}

// Step 1. An atomic access stays whole: nobody may see the part of one aggregator alone.
bool is_worth_while(const FileShared& shared, Direction direction, std::span<const Bounds> ranks) {
  const auto& wanted = shared.hints.collective_buffering[static_cast<std::size_t>(direction)];
  return !shared.is_atomic && wanted.value_or(interleave(ranks));
}

// The error of a rank, or else of any: step 4.
int agreed_error(const Access& access, int operation, int error) {
  const Exchange<Outcome> outcomes(access.file->communicator(), operation, 2, {error}, error_bytes);
  if (outcomes.failure() != MPI_SUCCESS) return outcomes.failure();
  for (const Outcome& other : outcomes.values()) {
    if (error == MPI_SUCCESS) error = other.error;
  }
  return error;
}

}  // namespace

int run_collective(const Access& access, int operation, MPI_Count& size_bytes) {
  size_bytes = 0;
  Communicator& communicator = access.file->communicator();
  const bool is_write = access.direction == Direction::write;
  DataStream stream(access);
  const int load_error = is_write ? stream.load() : MPI_SUCCESS;
  std::int64_t moved_bytes = is_write ? access.size_bytes : readable_bytes(access);
  if (load_error != MPI_SUCCESS) moved_bytes = 0;
  const std::vector<Piece> pieces = pieces_of(access, moved_bytes);

  const Exchange<Bounds> bounds(communicator, operation, 0, bounds_of(pieces, access.direction),
                                bounds_bytes);
  if (bounds.failure() != MPI_SUCCESS) return bounds.failure();
  const std::vector<Bounds>& all = bounds.values();
  if (std::any_of(all.begin(), all.end(),
                  [&](const Bounds& b) { return b.direction != access.direction; })) {
    return MPI_ERR_NOT_SAME;
  }
  if (std::all_of(all.begin(), all.end(), [](const Bounds& b) { return b.empty(); })) {
    return load_error;
  }
  const FileShared& shared = access.file->shared();
  if (!is_worth_while(shared, access.direction, all)) {
    if (load_error != MPI_SUCCESS) return load_error;
    return is_write ? run_write(access, stream, size_bytes) : run(access, size_bytes);
  }
  const Plan plan(communicator, all, shared.hints);
  const int error = TwoPhase(access, plan, operation, pieces, stream.data()).run();
  if (is_write) {
    const int outcome =
        agreed_error(access, operation, load_error != MPI_SUCCESS ? load_error : error);
    if (outcome == MPI_SUCCESS) size_bytes = access.count * access.type->size_bytes();
    return outcome;
  }
  return error != MPI_SUCCESS ? error : stream.store(moved_bytes, size_bytes);
}

}  // namespace smpi::io
