// SPDX-License-Identifier: BSD-3-Clause
//
// Partitioned point-to-point communication (MPI 5.0, 4).
#include "libsmpi/mpi/p2p/partitioned.h"

#include <vector>

#include "libsmpi/doors/api/check.h"
#include "libsmpi/mpi/info/info.h"
#include "libsmpi/mpi/requests/completion.h"
#include "libsmpi/mpi/requests/polling.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::api {
namespace {

// The arguments of an init call, as the standard lists them.
struct Arguments {
  const void* buffer;
  int partitions;
  MPI_Count count;
  MPI_Datatype type;
  int peer;
  int tag;
  MPI_Comm comm;
  MPI_Info info;
  MPI_Request* request;
};

using Make = Request* (*)(const p2p::PartitionedSpec& spec);

// There are no wildcards: the two sides match once and for all.
int initialize(const Arguments& given, Make make) {
  Check check(given.comm);
  check.require(given.partitions >= 0, MPI_ERR_COUNT, "negative number of partitions")
      .count(given.count)
      .type(given.type)
      .buffer(given.buffer, given.partitions * given.count)
      .destination(given.peer)
      .send_tag(given.tag)
      .require(given.info == MPI_INFO_NULL || find_info(given.info) != nullptr, MPI_ERR_INFO,
               "freed info object")
      .pointer(given.request, "request");
  if (check.failed()) return check.raise();
  *given.request = to_handle(make({.buffer = const_cast<void*>(given.buffer),
                                   .partitions = given.partitions,
                                   .count = given.count,
                                   .type = check.datatype(),
                                   .peer = given.peer,
                                   .tag = given.tag,
                                   .communicator = check.communicator()}));
  return MPI_SUCCESS;
}

// The partitioned request of a handle; its errors go to its communicator.
class PartitionCheck {
 public:
  PartitionCheck(MPI_Request handle, RequestKind kind) : request_(find_request(handle)) {
    if (request_ == nullptr) {
      fail(MPI_ERR_REQUEST, "null, freed or invalid request");
    } else if (request_->kind != kind) {
      request_ = nullptr;
      fail(MPI_ERR_REQUEST, "not a partitioned request of this side");
    }
  }

  void partition(int index) {
    if (failed() || (index >= 0 && index < p2p::partition_count(*request_))) return;
    fail(MPI_ERR_ARG, "no such partition");
  }
  void not_ready(int index) {
    if (!failed() && !request_->active) fail(MPI_ERR_REQUEST, "the request is not active");
    partition(index);
    if (!failed() && p2p::is_ready(*request_, index)) {
      fail(MPI_ERR_ARG, "the partition is ready already");
    }
  }
  void require(bool condition, int code, const char* detail) {
    if (!condition) fail(code, detail);
  }

  bool failed() const { return code_ != MPI_SUCCESS; }
  int raise() const {
    return api::raise(request_ == nullptr ? nullptr : request_->communicator, code_, detail_);
  }
  Request& request() const { return *request_; }

 private:
  void fail(int code, const char* detail) {
    if (failed()) return;
    code_ = code;
    detail_ = detail;
  }

  Request* request_;
  int code_ = MPI_SUCCESS;
  const char* detail_ = "";
};

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Psend_init(const void* buf, int partitions, int count, MPI_Datatype datatype, int dest,
                    int tag, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const Call call;
  return initialize({buf, partitions, count, datatype, dest, tag, comm, info, request},
                    p2p::make_partitioned_send);
}

int PMPI_Precv_init(void* buf, int partitions, int count, MPI_Datatype datatype, int dest, int tag,
                    MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const Call call;
  return initialize({buf, partitions, count, datatype, dest, tag, comm, info, request},
                    p2p::make_partitioned_receive);
}

int PMPI_Pready(int partition, MPI_Request request) {
  const Call call;
  PartitionCheck check(request, RequestKind::partitioned_send);
  check.not_ready(partition);
  if (check.failed()) return check.raise();
  p2p::make_ready(check.request(), partition);
  return MPI_SUCCESS;
}

int PMPI_Pready_range(int partition_low, int partition_high, MPI_Request request) {
  const Call call;
  PartitionCheck check(request, RequestKind::partitioned_send);
  check.require(partition_low <= partition_high, MPI_ERR_ARG, "an empty range of partitions");
  check.partition(partition_low);
  check.partition(partition_high);
  for (int i = partition_low; i <= partition_high && !check.failed(); i++) check.not_ready(i);
  if (check.failed()) return check.raise();
  for (int i = partition_low; i <= partition_high; i++) p2p::make_ready(check.request(), i);
  return MPI_SUCCESS;
}

int PMPI_Pready_list(int length, const int array_of_partitions[], MPI_Request request) {
  const Call call;
  PartitionCheck check(request, RequestKind::partitioned_send);
  check.require(length >= 0, MPI_ERR_ARG, "negative number of partitions");
  check.require(length <= 0 || array_of_partitions != nullptr, MPI_ERR_ARG, "the array is NULL");
  for (int i = 0; i < length && !check.failed(); i++) {
    check.not_ready(array_of_partitions[i]);
    if (check.failed()) break;
    p2p::make_ready(check.request(), array_of_partitions[i]);
  }
  return check.failed() ? check.raise() : MPI_SUCCESS;
}

int PMPI_Parrived(MPI_Request request, int partition, int* flag) {
  const PollCall call;
  PartitionCheck check(request, RequestKind::partitioned_receive);
  check.partition(partition);
  check.require(flag != nullptr, MPI_ERR_ARG, "flag is NULL");
  if (check.failed()) return check.raise();
  Request& receive = check.request();
  const bool arrived =
      p2p::poll(PollKind::test, [&] { return p2p::has_arrived(receive, partition); });
  *flag = arrived ? 1 : 0;
  return MPI_SUCCESS;
}

#include <large_counts/p2p/partitioned.inc>

}  // extern "C"
