// SPDX-License-Identifier: BSD-3-Clause
//
// Finding, taking and putting what has content.
#include "libsmpi/mpi/p2p/folded_transfer.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "libsmpi/mpi/p2p/payload_pool.h"
#include "libsmpi/mpi/p2p/transfer.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/ranks/memory/folding.h"
#include "libsmpi/ranks/memory/shared_memory.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::p2p {
namespace {

using memory::Address;
using memory::AddressRange;
using memory::RankMemory;

// Messages between two looks at how much memory the shared zones take.
constexpr std::uint32_t trim_interval = 4096;

// All addresses that typed data may touch.
AddressRange extent_of(const void* buffer, MPI_Count count, const Datatype& type) {
  const auto base = static_cast<std::int64_t>(memory::address_of(buffer));
  std::int64_t begin = base + type.true_lb();
  std::int64_t end = begin + type.true_extent();
  const std::int64_t last = (count - 1) * type.extent();
  (last < 0 ? begin : end) += last;
  return {static_cast<Address>(begin), static_cast<Address>(end)};
}

// Calls visit(addresses, position) for the runs of `range` of the packed data; position is that of
// the run in the packed data.
template <class Visit>
void for_each_address_run(const void* buffer, MPI_Count count, const Datatype& type, Range range,
                          Visit&& visit) {
  const Address base = memory::address_of(buffer);
  if (type.is_dense()) {  // one run, whatever the range
    const Address start = base + static_cast<Address>(type.true_lb());
    if (range.from == range.to) return;
    return visit(AddressRange{start + static_cast<Address>(range.from),
                              start + static_cast<Address>(range.to)},
                 range.from);
  }
  std::int64_t position = range.from;
  for_each_run(type, count, range, [&](std::int64_t offset, std::int64_t size) {
    const Address begin = base + static_cast<Address>(offset);
    visit(AddressRange{begin, begin + static_cast<Address>(size)}, position);
    position += size;
  });
}

// The addresses of typed data that is one run; nothing for other types.
std::optional<AddressRange> dense_range(const void* buffer, const Datatype& type,
                                        MPI_Count size_bytes) {
  if (!type.is_dense()) return std::nullopt;
  const Address begin = memory::address_of(buffer) + static_cast<Address>(type.true_lb());
  return AddressRange{begin, begin + static_cast<Address>(size_bytes)};
}

// Where a part is in the packed data of a dense buffer.
Range packed_range(AddressRange part, Address base) {
  return {static_cast<std::int64_t>(part.begin - base), static_cast<std::int64_t>(part.end - base)};
}

void list_content(const Message& message, Content& content) {
  RankMemory& memory = message.sender->memory;
  if (const auto range = dense_range(message.buffer, *message.type, message.size_bytes)) {
    if (const auto parts = memory.private_parts(*range)) {
      for (const AddressRange part : *parts) content.add(packed_range(part, range->begin));
      return;
    }
  }
  for_each_address_run(
      message.buffer, message.count, *message.type, {0, message.size_bytes},
      [&](AddressRange run, std::int64_t position) {
        memory.for_each_private(run, [&](AddressRange part) {
          const auto from = position + static_cast<std::int64_t>(part.begin - run.begin);
          content.add({from, from + static_cast<std::int64_t>(part.end - part.begin)});
        });
      });
}

// Where a message goes.
class Target {
 public:
  explicit Target(Request& receive) : receive_(receive), memory_(receive.owner->memory) {}

  // Receives the bytes of a packed range.
  void put(Range range, const std::byte* packed) {
    for_each_run_of(range, [&](AddressRange run, std::int64_t position) {
      memory_.set_content(run);
      memory_.folded.split(run, [&](AddressRange part, bool folded) {
        if (folded) return;
        const auto offset =
            position - range.from + static_cast<std::int64_t>(part.begin - run.begin);
        std::copy_n(packed + offset, part.end - part.begin,
                    reinterpret_cast<std::byte*>(part.begin));
      });
    });
  }

  // Receives a packed range without content.
  void put_nothing(Range range) {
    if (!memory_.tracks_phantom) return;
    for_each_run_of(range, [&](AddressRange run, std::int64_t) { memory_.set_phantom(run); });
  }

 private:
  template <class Visit>
  void for_each_run_of(Range range, Visit&& visit) {
    if (range.from < range.to) {
      for_each_address_run(receive_.buffer, receive_.count, *receive_.type, range, visit);
    }
  }

  Request& receive_;
  RankMemory& memory_;
};

bool are_at_same_places(memory::KnownParts::Parts a, Address base_a, memory::KnownParts::Parts b,
                        Address base_b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); i++) {
    if (a[i].begin - base_a != b[i].begin - base_b || a[i].end - base_a != b[i].end - base_b) {
      return false;
    }
  }
  return true;
}

// Delivers a staged message to a buffer that has content at the same places: only that is written.
bool put_same_content(const Message& message, const Request& receive) {
  const auto to = dense_range(receive.buffer, *receive.type, message.size_bytes);
  if (!to) return false;
  const auto received = receive.owner->memory.private_parts(*to);
  const std::vector<Range>& sent = message.content->ranges;
  if (!received || received->size() != sent.size()) return false;
  for (std::size_t i = 0; i < sent.size(); i++) {
    const Range range = packed_range((*received)[i], to->begin);
    if (range.from != sent[i].from || range.to != sent[i].to) return false;
  }
  const std::byte* next = message.copy;
  for (const AddressRange part : *received) {
    std::memcpy(reinterpret_cast<void*>(part.begin), next, part.end - part.begin);
    next += part.end - part.begin;
  }
  return true;
}

void count_folded(Simulation& simulation) {
  if (++simulation.folded_messages % trim_interval == 0) simulation.shared_memory->trim();
}

}  // namespace

void Content::add(Range range) {
  size_bytes += range.to - range.from;
  if (!ranges.empty() && ranges.back().to == range.from) {
    ranges.back().to = range.to;
  } else {
    ranges.push_back(range);
  }
}

Content* ContentPool::acquire() {
  if (free_.empty()) {
    all_.push_back(std::make_unique<Content>());
    return all_.back().get();
  }
  Content* content = free_.back();
  free_.pop_back();
  return content;
}

void ContentPool::release(Content* content) {
  content->clear();
  free_.push_back(content);
}

bool lacks_content(const Message& message) {
  return message.sender->memory.overlaps(extent_of(message.buffer, message.count, *message.type));
}

void stage_content(Message& message) {
  Simulation& simulation = message.sender->simulation;
  message.content = simulation.contents.acquire();
  list_content(message, *message.content);
  count_folded(simulation);
  if (message.content->size_bytes == 0) return;
  message.copy = simulation.payloads.acquire(static_cast<std::size_t>(message.content->size_bytes));
  std::byte* next = message.copy;
  for (const Range range : message.content->ranges) {
    pack_range(message.buffer, message.count, *message.type, range, next);
    next += range.to - range.from;
  }
}

bool deliver_same_content(const Message& message, const Request& receive) {
  if (message.copy != nullptr || message.content != nullptr ||
      receive.status.size_bytes != message.size_bytes) {
    return false;
  }
  const auto from = dense_range(message.buffer, *message.type, message.size_bytes);
  const auto to = dense_range(receive.buffer, *receive.type, message.size_bytes);
  if (!from || !to) return false;
  const auto sent = message.sender->memory.private_parts(*from);
  const auto received = receive.owner->memory.private_parts(*to);
  if (!sent || !received || !are_at_same_places(*sent, from->begin, *received, to->begin)) {
    return false;
  }
  if (sent->size() == 1 && sent->front().end - sent->front().begin == from->end - from->begin) {
    return false;  // an ordinary message
  }
  count_folded(receive.owner->simulation);
  for (std::size_t i = 0; i < sent->size(); i++) {
    std::memcpy(reinterpret_cast<void*>((*received)[i].begin),
                reinterpret_cast<const void*>((*sent)[i].begin), (*sent)[i].end - (*sent)[i].begin);
  }
  return true;
}

void prepare_folded(Message& message, const Request& receive) {
  if (message.content != nullptr) return;
  if (message.copy == nullptr && message.sender->memory.in_use() && lacks_content(message)) {
    return stage_content(message);
  }
  const RankMemory& memory = receive.owner->memory;
  if (!memory.in_use() ||
      !memory.overlaps(extent_of(receive.buffer, receive.count, *receive.type))) {
    return;
  }
  if (message.copy == nullptr) stage(message);
  message.content = message.sender->simulation.contents.acquire();
  message.content->add({0, message.size_bytes});
}

void deliver_content(Message& message, Request& receive, MPI_Count size_bytes) {
  if (size_bytes == message.size_bytes && put_same_content(message, receive)) return;
  Target target(receive);
  const std::byte* next = message.copy;
  MPI_Count at = 0;
  for (const Range range : message.content->ranges) {
    const Range received{std::min<MPI_Count>(range.from, size_bytes),
                         std::min<MPI_Count>(range.to, size_bytes)};
    target.put_nothing({at, received.from});
    target.put(received, next);
    next += range.to - range.from;
    at = received.to;
  }
  target.put_nothing({at, size_bytes});
}

}  // namespace smpi::p2p
