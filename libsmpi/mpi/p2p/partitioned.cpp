// SPDX-License-Identifier: BSD-3-Clause
//
// The two sides of partitioned communication. What has to wait does so in a strand.
#include "libsmpi/mpi/p2p/partitioned.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/datatype/footprint.h"
#include "libsmpi/mpi/datatype/pack.h"
#include "libsmpi/mpi/p2p/protocol.h"
#include "libsmpi/mpi/requests/completion.h"
#include "libsmpi/mpi/requests/library_strand.h"
#include "libsmpi/ranks/runtime/checks.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::p2p {
namespace {

// What the sender tells the receiver once. Counts move in replays, too (datatype/pack.h).
struct Setup {
  MPI_Count partitions = 0;
  MPI_Count partition_bytes = 0;
  MPI_Count first_tag = 0;
};
constexpr MPI_Count setup_counts = sizeof(Setup) / sizeof(MPI_Count);

// Ends the setup message of a request that is freed. Either it has been there long since, or the
// other side never came to its init call.
void end_setup(Request* setup) {
  if (setup == nullptr) return;
  if (!setup->complete && !cancel(*setup)) wait_for(*setup);
  finish(*setup);
}

class Partitioned : public RequestExtension {
 public:
  Partitioned(const PartitionedSpec& spec, Request& request) : spec_(spec), request_(request) {}

  int partition_count() const { return spec_.partitions; }

  int finish(Request&) override { return error_; }
  int release(Request&) override {
    end_setup(setup_message_);
    return MPI_SUCCESS;
  }
  int cancel(Request&) override { return MPI_ERR_REQUEST; }

 protected:
  void activate() {
    request_.active = true;
    request_.complete = false;
    request_.status = empty_status;
    error_ = MPI_SUCCESS;
  }
  template <class Work>
  void start_strand(Work work) {
    start_library_strand(strand_, *request_.owner, std::move(work));
  }
  // Waits for all parts and frees their requests.
  void finish_parts() {
    wait_for_all(parts_);
    for (Request*& part : parts_) {
      const int error = smpi::finish(*part).error;
      if (error_ == MPI_SUCCESS) error_ = error;
      part = nullptr;
    }
  }
  bool is_proc_null() const { return spec_.peer == MPI_PROC_NULL; }
  // For the checks of buffers. Parts are written when they come, so a receive's content is not
  // compared.
  analysis::BufferUse use_of(std::int64_t partition, analysis::Access access) const {
    if (is_proc_null()) return {};
    const bool reads = access == analysis::Access::read;
    const MPI_Count offset = partition * spec_.count * spec_.type->extent();
    return {.place = analysis::Footprint(static_cast<const std::byte*>(spec_.buffer) + offset,
                                         spec_.count, *spec_.type),
            .access = access,
            .watch = reads ? analysis::Watch::content : analysis::Watch::overlap_only};
  }

  PartitionedSpec spec_;
  Request& request_;
  Setup setup_;
  Request* setup_message_ = nullptr;
  std::vector<Request*> parts_;  // of this start: a message for each partition of the sender
  int error_ = MPI_SUCCESS;

 private:
  Strand strand_;
};

class PartitionedSend final : public Partitioned {
 public:
  PartitionedSend(const PartitionedSpec& spec, Request& request) : Partitioned(spec, request) {
    setup_ = {.partitions = spec.partitions,
              .partition_bytes = spec.count * spec.type->size_bytes(),
              .first_tag = spec.communicator->take_partition_tags(spec.partitions)};
    setup_message_ = start_send({.buffer = &setup_,
                                 .count = setup_counts,
                                 .type = find_datatype(MPI_COUNT),
                                 .destination = spec.peer,
                                 .tag = spec.tag,
                                 .communicator = spec.communicator,
                                 .channel = Channel::partition_setup});
  }

  int start(Request&) override {
    activate();
    parts_.assign(static_cast<std::size_t>(spec_.partitions), nullptr);
    is_ready_.assign(static_cast<std::size_t>(spec_.partitions), false);
    missing_ = spec_.partitions;
    if (Checks* checks = request_.owner->simulation.checks) checks->start(request_, {});
    if (missing_ == 0) complete(request_);
    return MPI_SUCCESS;
  }

  bool is_ready(int partition) const { return is_ready_[static_cast<std::size_t>(partition)]; }

  void make_ready(int partition) {
    const MPI_Count offset = partition * spec_.count * spec_.type->extent();
    is_ready_[static_cast<std::size_t>(partition)] = true;
    if (Checks* checks = request_.owner->simulation.checks) {
      checks->add_part(request_, use_of(partition, analysis::Access::read));
    }
    parts_[static_cast<std::size_t>(partition)] =
        start_send({.buffer = static_cast<const std::byte*>(spec_.buffer) + offset,
                    .count = spec_.count,
                    .type = spec_.type,
                    .destination = spec_.peer,
                    .tag = static_cast<int>(setup_.first_tag) + partition,
                    .communicator = spec_.communicator,
                    .channel = Channel::partitions});
    if (--missing_ > 0) return;
    start_strand([this] {
      finish_parts();
      complete(request_);
    });
  }

  std::string describe(const Request&) const override {
    if (missing_ > 0) return fmt::format("{} partitions to be ready", missing_);
    return fmt::format("rank {} to receive {} partitions", spec_.peer, spec_.partitions);
  }

 private:
  int missing_ = 0;             // partitions that are not ready yet
  std::vector<bool> is_ready_;  // in this start; their requests may have ended
};

class PartitionedReceive final : public Partitioned {
 public:
  PartitionedReceive(const PartitionedSpec& spec, Request& request)
      : Partitioned(spec, request),
        total_bytes_(spec.partitions * spec.count * spec.type->size_bytes()) {
    setup_message_ = start_receive({.buffer = &setup_,
                                    .count = setup_counts,
                                    .type = find_datatype(MPI_COUNT),
                                    .source = spec.peer,
                                    .tag = spec.tag,
                                    .communicator = spec.communicator,
                                    .channel = Channel::partition_setup});
  }

  int start(Request&) override {
    activate();
    if (is_proc_null()) {
      request_.status = proc_null_status;
      complete(request_);
      return MPI_SUCCESS;
    }
    if (Checks* checks = request_.owner->simulation.checks) note_start(*checks);
    parts_.clear();
    start_strand([this] { run(); });
    return MPI_SUCCESS;
  }

  bool has_arrived(int partition) {
    if (!request_.active || request_.complete) return true;
    if (parts_.empty()) return false;  // the sender is not known yet
    const std::int64_t own = spec_.partitions;
    const std::int64_t theirs = setup_.partitions;
    const std::int64_t first = partition * theirs / own;
    const std::int64_t end = ((partition + 1) * theirs + own - 1) / own;
    for (std::int64_t part = first; part < end; part++) {
      const Request* message = parts_[static_cast<std::size_t>(part)];
      if (message != nullptr && !message->complete) return false;
    }
    for (std::int64_t part = first; part < end; part++) unpack_part(part);
    if (Checks* checks = request_.owner->simulation.checks) {
      checks->give_back_part(request_, static_cast<std::size_t>(partition));
    }
    return true;
  }

  std::string describe(const Request&) const override {
    return fmt::format("the partitions of rank {}, tag {}", spec_.peer, spec_.tag);
  }

 private:
  void note_start(Checks& checks) {
    std::vector<analysis::BufferUse> uses;
    for (int i = 0; i < spec_.partitions; i++) uses.push_back(use_of(i, analysis::Access::write));
    checks.start(request_, uses);
  }

  void run() {
    wait_for(*setup_message_);
    for (std::int64_t part = 0; part < setup_.partitions; part++) {
      parts_.push_back(start_part(part));
    }
    finish_parts();
    for (std::int64_t part = 0; part < setup_.partitions; part++) unpack_part(part);
    staged_.clear();
    const MPI_Count sent_bytes = setup_.partitions * setup_.partition_bytes;
    request_.status = {.source = spec_.peer,
                       .tag = spec_.tag,
                       .error = MPI_SUCCESS,
                       .cancelled = false,
                       .size_bytes = std::min(sent_bytes, total_bytes_)};
    complete(request_);
  }

  // The bytes of its own data that a part of the sender's brings.
  Range range_of(std::int64_t part) const {
    return {std::min(part * setup_.partition_bytes, total_bytes_),
            std::min((part + 1) * setup_.partition_bytes, total_bytes_)};
  }

  // Straight into the buffer, unless the sender cuts our elements.
  Request* start_part(std::int64_t part) {
    const Range range = range_of(part);
    const MPI_Count element_bytes = std::max<MPI_Count>(spec_.type->size_bytes(), 1);
    ReceiveSpec receive{.buffer = nullptr,
                        .count = 0,
                        .type = spec_.type,
                        .source = spec_.peer,
                        .tag = static_cast<int>(setup_.first_tag + part),
                        .communicator = spec_.communicator,
                        .channel = Channel::partitions};
    if (range.from % element_bytes == 0 && range.to % element_bytes == 0) {
      const MPI_Count first = range.from / element_bytes;
      receive.buffer = static_cast<std::byte*>(spec_.buffer) + first * spec_.type->extent();
      receive.count = (range.to - range.from) / element_bytes;
    } else {
      staged_.resize(static_cast<std::size_t>(setup_.partitions));
      std::vector<std::byte>& bytes = staged_[static_cast<std::size_t>(part)];
      bytes.resize(static_cast<std::size_t>(range.to - range.from));
      receive.buffer = bytes.data();
      receive.count = range.to - range.from;
      receive.type = find_datatype(MPI_PACKED);
    }
    return start_receive(receive);
  }

  void unpack_part(std::int64_t part) {
    if (staged_.empty()) return;
    std::vector<std::byte>& bytes = staged_[static_cast<std::size_t>(part)];
    if (bytes.empty()) return;
    unpack_range(bytes.data(), spec_.buffer, spec_.partitions * spec_.count, *spec_.type,
                 range_of(part));
    bytes.clear();
  }

  MPI_Count total_bytes_;
  std::vector<std::vector<std::byte>> staged_;  // parts that cut elements, until they are unpacked
};

template <class Side>
Request* make_partitioned(const PartitionedSpec& spec, RequestKind kind) {
  Request* request = make_request(kind);
  request->persistent = true;
  request->active = false;
  request->communicator = spec.communicator;
  request->communicator->retain();
  request->type = spec.type;
  request->type->retain();
  request->extension = std::make_unique<Side>(spec, *request);
  return request;
}

PartitionedSend& sender(const Request& request) {
  return static_cast<PartitionedSend&>(*request.extension);
}

}  // namespace

Request* make_partitioned_send(const PartitionedSpec& spec) {
  return make_partitioned<PartitionedSend>(spec, RequestKind::partitioned_send);
}

Request* make_partitioned_receive(const PartitionedSpec& spec) {
  return make_partitioned<PartitionedReceive>(spec, RequestKind::partitioned_receive);
}

int partition_count(const Request& request) {
  return static_cast<const Partitioned&>(*request.extension).partition_count();
}

bool is_ready(const Request& send, int partition) {
  return sender(send).is_ready(partition);
}

void make_ready(Request& send, int partition) {
  sender(send).make_ready(partition);
}

bool has_arrived(Request& receive, int partition) {
  return static_cast<PartitionedReceive&>(*receive.extension).has_arrived(partition);
}

}  // namespace smpi::p2p
