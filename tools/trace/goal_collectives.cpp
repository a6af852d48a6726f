// SPDX-License-Identifier: BSD-3-Clause
//
// Each algorithm says what one rank does, from the sizes that its action has.
#include "tools/trace/goal_collectives.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace smpi::trace {
namespace {

using Stages = std::vector<CollectiveStage>;
using Message = CollectiveStage::Message;
using Sizes = std::vector<std::uint64_t>;  // by rank

// The words of an action, one field after the other.
class Fields {
 public:
  Fields(std::span<const Word> words, const TypeSizes& types) : words_(words), types_(types) {}
  Word number() { return words_[at_++]; }
  double real() { return to_real(words_[at_++]); }
  std::vector<Word> list() {
    const auto length = static_cast<std::size_t>(number());
    const auto begin = words_.begin() + static_cast<std::ptrdiff_t>(at_);
    at_ += length;
    return {begin, begin + static_cast<std::ptrdiff_t>(length)};
  }
  std::uint64_t type_bytes() { return static_cast<std::uint64_t>(types_.size_bytes(number())); }

 private:
  std::span<const Word> words_;
  const TypeSizes& types_;
  std::size_t at_ = 0;
};

std::uint64_t bytes_of(Word count, std::uint64_t type_bytes) {
  return static_cast<std::uint64_t>(std::max<Word>(count, 0)) * type_bytes;
}

Sizes sizes_of(const std::vector<Word>& counts, std::uint64_t type_bytes) {
  Sizes sizes;
  for (const Word count : counts) sizes.push_back(bytes_of(count, type_bytes));
  return sizes;
}

class Algorithms {
 public:
  explicit Algorithms(CollectivePlace place) : me_(place.rank), count_(place.rank_count) {}

  Stages take() { return std::move(stages_); }

  void barrier() {
    for (std::uint32_t distance = 1; distance < count_; distance *= 2) {
      add({send_to(me_ + distance, 0), receive_from(me_ + count_ - distance % count_, 0)});
    }
  }
  // From the root outwards: what is received first is sent on, to the farthest child first.
  void bcast(std::uint32_t root, std::uint64_t size_bytes) {
    const std::uint32_t place = (me_ + count_ - root) % count_;
    std::uint32_t distance = 1;
    while (distance < count_ && (place & distance) == 0) distance *= 2;
    if (place != 0) add({receive_from(me_ + count_ - distance, size_bytes)});
    for (distance /= 2; distance > 0; distance /= 2) {
      if (place + distance < count_) add({send_to(me_ + distance, size_bytes)});
    }
  }
  // The same tree, towards the root.
  void reduce(std::uint32_t root, std::uint64_t size_bytes) {
    const std::uint32_t place = (me_ + count_ - root) % count_;
    std::uint32_t distance = 1;
    for (; distance < count_ && (place & distance) == 0; distance *= 2) {
      if (place + distance < count_) add({receive_from(me_ + distance, size_bytes)});
    }
    if (place != 0) add({send_to(me_ + count_ - distance, size_bytes)});
  }
  void gather(std::uint32_t root, std::uint64_t mine_bytes, const Sizes& of_ranks_bytes) {
    exchange_with_root(root, mine_bytes, of_ranks_bytes, true);
  }
  void scatter(std::uint32_t root, std::uint64_t mine_bytes, const Sizes& of_ranks_bytes) {
    exchange_with_root(root, mine_bytes, of_ranks_bytes, false);
  }
  void allgather(const Sizes& of_ranks_bytes) {
    for (std::uint32_t step = 0; step + 1 < count_; step++) {
      add({send_to(me_ + 1, of_ranks_bytes[(me_ + count_ - step) % count_]),
           receive_from(me_ + count_ - 1, of_ranks_bytes[(me_ + 2 * count_ - step - 1) % count_])});
    }
  }
  void alltoall(const Sizes& sent_bytes, const Sizes& received_bytes) {
    for (std::uint32_t distance = 1; distance < count_; distance++) {
      const std::uint32_t to = (me_ + distance) % count_;
      const std::uint32_t from = (me_ + count_ - distance) % count_;
      add({send_to(to, sent_bytes[to]), receive_from(from, received_bytes[from])});
    }
  }
  void chain(std::uint64_t size_bytes) {
    if (me_ > 0) add({receive_from(me_ - 1, size_bytes)});
    if (me_ + 1 < count_) add({send_to(me_ + 1, size_bytes)});
  }
  void compute(double flops) {
    if (flops > 0) stages_.push_back({.messages = {}, .flops = flops});
  }

 private:
  Message send_to(std::uint32_t peer, std::uint64_t size_bytes) const {
    return {true, peer % count_, size_bytes};
  }
  Message receive_from(std::uint32_t peer, std::uint64_t size_bytes) const {
    return {false, peer % count_, size_bytes};
  }
  void add(std::vector<Message> messages) {
    stages_.push_back({.messages = std::move(messages), .flops = 0});
  }
  void exchange_with_root(std::uint32_t root, std::uint64_t mine_bytes, const Sizes& of_ranks_bytes,
                          bool is_gather) {
    if (me_ != root) {
      return add({is_gather ? send_to(root, mine_bytes) : receive_from(root, mine_bytes)});
    }
    std::vector<Message> messages;
    for (std::uint32_t rank = 0; rank < count_; rank++) {
      if (rank == root) continue;
      const std::uint64_t size_bytes = of_ranks_bytes[rank];
      messages.push_back(is_gather ? receive_from(rank, size_bytes) : send_to(rank, size_bytes));
    }
    if (!messages.empty()) add(std::move(messages));
  }

  std::uint32_t me_;
  std::uint32_t count_;
  Stages stages_;
};

void add_reduction(Code code, Fields& fields, Algorithms& steps) {
  const Word count = fields.number();
  const double flops = fields.real();
  const std::uint32_t root =
      code == Code::ti_reduce ? static_cast<std::uint32_t>(fields.number()) : 0;
  const std::uint64_t size_bytes = bytes_of(count, fields.type_bytes());
  if (code == Code::ti_scan || code == Code::ti_exscan) {
    steps.chain(size_bytes);
  } else {
    steps.reduce(root, size_bytes);
    if (code == Code::ti_allreduce) steps.bcast(0, size_bytes);
  }
  steps.compute(flops);
}

void add_reduce_scatter(Fields& fields, CollectivePlace place, Algorithms& steps) {
  const std::vector<Word> counts = fields.list();
  const double flops = fields.real();
  const Sizes sizes = sizes_of(counts, fields.type_bytes());
  steps.reduce(0, std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0}));
  steps.scatter(0, sizes[place.rank], sizes);
  steps.compute(flops);
}

// Equal blocks: the same count for all ranks.
void add_blocks(Code code, Fields& fields, CollectivePlace place, Algorithms& steps) {
  const Word sent = fields.number();
  const Word received = fields.number();
  const bool has_root = code == Code::ti_gather || code == Code::ti_scatter;
  const std::uint32_t root = has_root ? static_cast<std::uint32_t>(fields.number()) : 0;
  const std::uint64_t sent_bytes = bytes_of(sent, fields.type_bytes());
  const std::uint64_t received_bytes = bytes_of(received, fields.type_bytes());
  const Sizes all_sent(place.rank_count, sent_bytes);
  const Sizes all_received(place.rank_count, received_bytes);
  switch (code) {
    case Code::ti_gather:
      return steps.gather(root, sent_bytes, all_received);
    case Code::ti_scatter:
      return steps.scatter(root, received_bytes, all_sent);
    case Code::ti_allgather:
      return steps.allgather(all_received);
    default:
      return steps.alltoall(all_sent, all_received);
  }
}

void add_uneven_blocks(Code code, Fields& fields, Algorithms& steps) {
  const bool is_scatter = code == Code::ti_scatterv;
  std::vector<Word> counts;
  Word own = 0;
  if (is_scatter) {
    counts = fields.list();
    own = fields.number();
  } else {
    own = fields.number();
    counts = fields.list();
  }
  const std::uint32_t root =
      code == Code::ti_allgatherv ? 0 : static_cast<std::uint32_t>(fields.number());
  const std::uint64_t sent_type_bytes = fields.type_bytes();
  const std::uint64_t received_type_bytes = fields.type_bytes();
  const Sizes sizes = sizes_of(counts, is_scatter ? sent_type_bytes : received_type_bytes);
  const std::uint64_t own_bytes = bytes_of(own, is_scatter ? received_type_bytes : sent_type_bytes);
  if (is_scatter) return steps.scatter(root, own_bytes, sizes);
  if (code == Code::ti_gatherv) return steps.gather(root, own_bytes, sizes);
  steps.allgather(sizes);
}

void add_alltoallv(Fields& fields, Algorithms& steps) {
  fields.number();
  const std::vector<Word> sent = fields.list();
  fields.number();
  const std::vector<Word> received = fields.list();
  const std::uint64_t sent_type_bytes = fields.type_bytes();
  const std::uint64_t received_type_bytes = fields.type_bytes();
  steps.alltoall(sizes_of(sent, sent_type_bytes), sizes_of(received, received_type_bytes));
}

}  // namespace

std::optional<std::vector<CollectiveStage>> stages_of(const Action& action, CollectivePlace place,
                                                      const TypeSizes& types) {
  Algorithms steps(place);
  Fields fields(action.words, types);
  switch (action.code) {
    case Code::ti_barrier:
      steps.barrier();
      break;
    case Code::ti_bcast: {
      const Word count = fields.number();
      const auto root = static_cast<std::uint32_t>(fields.number());
      steps.bcast(root, bytes_of(count, fields.type_bytes()));
      break;
    }
    case Code::ti_reduce:
    case Code::ti_allreduce:
    case Code::ti_scan:
    case Code::ti_exscan:
      add_reduction(action.code, fields, steps);
      break;
    case Code::ti_reducescatter:
      add_reduce_scatter(fields, place, steps);
      break;
    case Code::ti_gather:
    case Code::ti_scatter:
    case Code::ti_allgather:
    case Code::ti_alltoall:
      add_blocks(action.code, fields, place, steps);
      break;
    case Code::ti_gatherv:
    case Code::ti_scatterv:
    case Code::ti_allgatherv:
      add_uneven_blocks(action.code, fields, steps);
      break;
    case Code::ti_alltoallv:
      add_alltoallv(fields, steps);
      break;
    default:
      return std::nullopt;
  }
  return steps.take();
}

}  // namespace smpi::trace
