// SPDX-License-Identifier: BSD-3-Clause
//
// Completion of nonblocking and persistent operations (MPI 5.0, 3.7.3 - 3.9): the wait and test
// families, start, cancel, free and status queries.
#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/errors/error_text.h"
#include "libsmpi/mpi/p2p/protocol.h"
#include "libsmpi/mpi/requests/completion.h"
#include "libsmpi/mpi/requests/polling.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/watch/analyze/hooks.h"

namespace smpi::api {
namespace {

// Unlike any other status that is shown, the empty one has MPI_ERROR, too (MPI 3.7.3).
void write_empty_status(MPI_Status* out) {
  if (out == MPI_STATUS_IGNORE) return;
  write_status(empty_status, out);
  out->MPI_ERROR = MPI_SUCCESS;
}

// For the checks of buffers: the program is told that the request is complete.
void note_completion(const Request& request) {
  Analysis* checks = analysis_of(*request.owner);
  if (checks == nullptr) return;
  checks->windows.complete(request, checks->buffers);
  checks->buffers.complete(request);
}

// Ends a complete request: its handle becomes MPI_REQUEST_NULL unless it is persistent.
Status end_request(Request& request, MPI_Request& handle) {
  if (request.posted) [[unlikely]]
    return request.status;  // it told the failure of a process, and waits on
  if (!request.persistent) handle = MPI_REQUEST_NULL;
  note_completion(request);
  return finish(request);
}

// The requests of an array of handles. Small arrays stay on the stack.
class RequestArray {
 public:
  RequestArray(int count, MPI_Request* handles) : handles_(handles) {
    if (count < 0) {
      refuse(MPI_ERR_COUNT, "negative number of requests");
    } else if (count > 0 && handles == nullptr) {
      refuse(MPI_ERR_REQUEST, "the array is NULL");
    } else {
      look_up(static_cast<std::size_t>(count));
    }
  }

  // An output argument of the call must not be NULL.
  RequestArray& output(const void* address) {
    if (!failed() && address == nullptr) refuse(MPI_ERR_ARG, "an output argument is NULL");
    return *this;
  }

  bool failed() const { return code_ != MPI_SUCCESS; }
  int raise() const { return api::raise(nullptr, code_, detail_); }
  std::span<Request* const> all() const { return requests_; }
  std::size_t size() const { return requests_.size(); }
  Request* operator[](std::size_t i) const { return requests_[i]; }
  // Asks for what take(i) will look at.
  void prefetch(std::size_t i) const {
    if (i >= requests_.size()) return;
    const auto* bytes = reinterpret_cast<const std::byte*>(requests_[i]);
    for (std::size_t line = 0; line < sizeof(Request); line += 64) __builtin_prefetch(bytes + line);
  }

  Status take(std::size_t i) {
    Request& request = *std::exchange(requests_[i], nullptr);
    return end_request(request, handles_[i]);
  }

  std::optional<std::size_t> first_complete() const {
    for (std::size_t i = 0; i < size(); i++) {
      if (is_active(requests_[i]) && requests_[i]->complete) return i;
    }
    return std::nullopt;
  }
  bool any_active() const { return std::any_of(requests_.begin(), requests_.end(), is_active); }

 private:
  void look_up(std::size_t size) {
    if (size > small_.size()) {
      large_.resize(size);
      requests_ = large_;
    } else {
      requests_ = std::span(small_).first(size);
    }
    for (std::size_t i = 0; i < size; i++) {
      requests_[i] = handles_[i] == MPI_REQUEST_NULL ? nullptr : find_request(handles_[i]);
      if (requests_[i] == nullptr && handles_[i] != MPI_REQUEST_NULL) {
        return refuse(MPI_ERR_REQUEST, "freed or invalid request");
      }
    }
  }

  void refuse(int code, const char* detail) {
    code_ = code;
    detail_ = detail;
    requests_ = {};
  }

  MPI_Request* handles_;
  std::array<Request*, 16> small_;  // its first size()
  std::vector<Request*> large_;
  std::span<Request*> requests_;
  int code_ = MPI_SUCCESS;
  const char* detail_ = "";
};

const Communicator* communicator_of(const Request& request) {
  return request.communicator;
}

void set_status_error(MPI_Status* statuses, std::size_t i, int error) {
  if (statuses != MPI_STATUSES_IGNORE) statuses[i].MPI_ERROR = error;
}

// Ends requests[i] of a call that returns one status; raises its error.
int take_one(RequestArray& requests, std::size_t i, MPI_Status* status) {
  Ref<Communicator> communicator(requests[i]->communicator);
  const Status result = requests.take(i);
  write_status(result, status);
  return raise(communicator.get(), result.error);
}

// Ends several requests of a call that returns an array of statuses (MPI 3.7.5). `indices` is
// filled with their positions unless it is nullptr, `taken_count` with their number.
int take_all_complete(RequestArray& requests, int* indices, MPI_Status* statuses,
                      int* taken_count = nullptr) {
  bool failed = false;
  std::size_t taken = 0;
  std::vector<std::pair<std::size_t, int>> errors;
  Ref<Communicator> communicator;
  for (std::size_t i = 0; i < requests.size(); i++) {
    requests.prefetch(i + 2);
    const std::size_t slot = indices != nullptr ? taken : i;
    if (!is_active(requests[i])) {
      if (indices == nullptr && statuses != MPI_STATUSES_IGNORE) {
        write_empty_status(&statuses[slot]);
      }
      continue;
    }
    if (!requests[i]->complete) continue;
    if (!communicator) communicator = requests[i]->communicator;
    const Status result = requests.take(i);
    if (statuses != MPI_STATUSES_IGNORE) write_status(result, &statuses[slot]);
    if (indices != nullptr) indices[taken] = static_cast<int>(i);
    taken++;
    if (result.error != MPI_SUCCESS) {
      failed = true;
      errors.emplace_back(slot, result.error);
    }
  }
  if (taken_count != nullptr) *taken_count = static_cast<int>(taken);
  if (!failed) return MPI_SUCCESS;
  for (std::size_t i = 0; i < (indices != nullptr ? taken : requests.size()); i++) {
    set_status_error(statuses, i, MPI_SUCCESS);
  }
  for (const auto& [slot, error] : errors) set_status_error(statuses, slot, error);
  return raise(communicator.get(), MPI_ERR_IN_STATUS, error_text(errors.front().second));
}

// Shows the status of a complete request that goes on existing; returns the error of its query.
int show_status(Request& request, MPI_Status* status) {
  note_completion(request);
  const int error = request.extension ? request.extension->query(request) : MPI_SUCCESS;
  write_status(request.status, status);
  return raise(communicator_of(request), error);
}

// One test of requests: has `done` become true?
template <class Done>
bool test(Done done) {
  return p2p::poll(PollKind::test, done);
}

// One test for any of them: the first that is complete.
std::optional<std::size_t> test_first(const RequestArray& requests) {
  std::optional<std::size_t> found;
  test([&] {
    found = requests.first_complete();
    return found.has_value();
  });
  return found;
}

int wait_any(int count, MPI_Request* handles, int* index, MPI_Status* status) {
  RequestArray requests(count, handles);
  requests.output(index);
  if (requests.failed()) return requests.raise();
  wait_for_any(requests.all());
  const auto found = requests.first_complete();
  if (!found) {
    *index = MPI_UNDEFINED;
    write_empty_status(status);
    return MPI_SUCCESS;
  }
  *index = static_cast<int>(*found);
  return take_one(requests, *found, status);
}

int test_any(int count, MPI_Request* handles, int* index, int* flag, MPI_Status* status) {
  RequestArray requests(count, handles);
  requests.output(index).output(flag);
  if (requests.failed()) return requests.raise();
  *index = MPI_UNDEFINED;
  if (!requests.any_active()) {
    *flag = 1;
    write_empty_status(status);
    return MPI_SUCCESS;
  }
  const auto found = test_first(requests);
  *flag = found ? 1 : 0;
  if (!found) return MPI_SUCCESS;
  *index = static_cast<int>(*found);
  return take_one(requests, *found, status);
}

// To take a request may cost simulated time (smpi/or), in which others complete: those that are
// taken are counted, not those that were complete before. The one that the call found costs its
// time first, so that others before it in the array can still come.
int some(RequestArray& requests, int* out_count, int* indices, MPI_Status* statuses) {
  if (!requests.any_active()) {
    *out_count = MPI_UNDEFINED;
    return MPI_SUCCESS;
  }
  if (const auto found = requests.first_complete()) handle(*requests[*found]);
  return take_all_complete(requests, indices, statuses, out_count);
}

// One look of MPI_Testall. The receives that are complete cost their time in the call that finds
// them (MODELS 7.3), also where others are not.
bool handle_complete(const RequestArray& requests) {
  bool all = true;
  for (Request* request : requests.all()) {
    if (!is_active(request)) continue;
    if (request->complete) {
      handle(*request);
    } else {
      all = false;
    }
  }
  return all;
}

bool all_complete(const RequestArray& requests) {
  return std::all_of(requests.all().begin(), requests.all().end(), [](const Request* request) {
    return !is_active(request) || request->complete;
  });
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

// What an array of one request does, without the array.
int PMPI_Wait(MPI_Request* handle, MPI_Status* status) {
  const Call call;
  const bool is_given = handle != nullptr && *handle != MPI_REQUEST_NULL;
  Request* const request = is_given ? find_request(*handle) : nullptr;
  if (request == nullptr) {
    const RequestArray none(1, handle);
    if (none.failed()) return none.raise();
  } else {
    wait_for_all({&request, 1});
    if (is_active(request)) {
      const Ref<Communicator> communicator(request->communicator);
      const Status result = end_request(*request, *handle);
      write_status(result, status);
      return raise(communicator.get(), result.error);
    }
  }
  write_empty_status(status);
  return MPI_SUCCESS;
}

int PMPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[]) {
  const Call call;
  RequestArray requests(count, array_of_requests);
  if (requests.failed()) return requests.raise();
  wait_for_all(requests.all());
  return take_all_complete(requests, nullptr, array_of_statuses);
}

int PMPI_Waitany(int count, MPI_Request array_of_requests[], int* indx, MPI_Status* status) {
  const Call call;
  return wait_any(count, array_of_requests, indx, status);
}

int PMPI_Waitsome(int incount, MPI_Request array_of_requests[], int* outcount,
                  int array_of_indices[], MPI_Status array_of_statuses[]) {
  const Call call;
  RequestArray requests(incount, array_of_requests);
  requests.output(outcount).output(incount > 0 ? array_of_indices : outcount);
  if (requests.failed()) return requests.raise();
  wait_for_any(requests.all());
  return some(requests, outcount, array_of_indices, array_of_statuses);
}

int PMPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  const PollCall call;
  int index;
  return test_any(1, request, &index, flag, status);
}

int PMPI_Testany(int count, MPI_Request array_of_requests[], int* indx, int* flag,
                 MPI_Status* status) {
  const PollCall call;
  return test_any(count, array_of_requests, indx, flag, status);
}

int PMPI_Testall(int count, MPI_Request array_of_requests[], int* flag,
                 MPI_Status array_of_statuses[]) {
  const PollCall call;
  RequestArray requests(count, array_of_requests);
  requests.output(flag);
  if (requests.failed()) return requests.raise();
  *flag = test([&] { return handle_complete(requests); }) ? 1 : 0;
  if (*flag == 0) return MPI_SUCCESS;
  return take_all_complete(requests, nullptr, array_of_statuses);
}

int PMPI_Testsome(int incount, MPI_Request array_of_requests[], int* outcount,
                  int array_of_indices[], MPI_Status array_of_statuses[]) {
  const PollCall call;
  RequestArray requests(incount, array_of_requests);
  requests.output(outcount).output(incount > 0 ? array_of_indices : outcount);
  if (requests.failed()) return requests.raise();
  if (requests.any_active()) test_first(requests);
  return some(requests, outcount, array_of_indices, array_of_statuses);
}

int PMPI_Start(MPI_Request* request) {
  const Call call;
  return PMPI_Startall(1, request);
}

int PMPI_Startall(int count, MPI_Request array_of_requests[]) {
  const Call call;
  RequestArray requests(count, array_of_requests);
  if (requests.failed()) return requests.raise();
  for (Request* request : requests.all()) {
    if (request == nullptr || !request->persistent || request->active) {
      return raise(request == nullptr ? nullptr : communicator_of(*request), MPI_ERR_REQUEST,
                   "not an inactive persistent request");
    }
  }
  for (Request* request : requests.all()) {
    if (request->extension) {
      const int error = request->extension->start(*request);
      if (error != MPI_SUCCESS) return raise(communicator_of(*request), error);
    } else {
      p2p::start(*request);
      if (Analysis* checks = analysis_of(*request->owner)) checks->buffers.start(*request);
    }
  }
  return MPI_SUCCESS;
}

int PMPI_Request_free(MPI_Request* request) {
  const Call call;
  RequestArray requests(1, request);
  if (requests.failed()) return requests.raise();
  if (requests[0] == nullptr) return raise(nullptr, MPI_ERR_REQUEST, "MPI_REQUEST_NULL");
  Request& freed = *requests[0];
  if (freed.kind == RequestKind::collective && freed.active) {
    return raise(communicator_of(freed), MPI_ERR_REQUEST, "an active nonblocking collective");
  }
  *request = MPI_REQUEST_NULL;
  if (Analysis* checks = analysis_of(*freed.owner)) checks->buffers.free(freed);
  note_forgotten_start(freed);
  freed.persistent = false;
  if (freed.active && (!freed.complete || freed.posted)) {
    freed.complete = false;
    freed.free_when_complete = true;
    return MPI_SUCCESS;
  }
  int error = MPI_SUCCESS;
  if (freed.extension) error = freed.extension->release(freed);
  free_request(freed);
  return error == MPI_SUCCESS ? error : raise(nullptr, error);
}

int PMPI_Cancel(MPI_Request* request) {
  const Call call;
  RequestArray requests(1, request);
  if (requests.failed()) return requests.raise();
  if (!is_active(requests[0])) return raise(nullptr, MPI_ERR_REQUEST, "the request is not active");
  Request& cancelled = *requests[0];
  if (cancelled.kind == RequestKind::collective) {
    return raise(communicator_of(cancelled), MPI_ERR_REQUEST, "a nonblocking collective");
  }
  if (cancelled.extension) {
    const int error = cancelled.extension->cancel(cancelled);
    return error == MPI_SUCCESS ? error : raise(communicator_of(cancelled), error);
  }
  p2p::cancel(cancelled);
  return MPI_SUCCESS;
}

int PMPI_Request_get_status(MPI_Request request, int* flag, MPI_Status* status) {
  const PollCall call;
  int index;
  return PMPI_Request_get_status_any(1, &request, &index, flag, status);
}

int PMPI_Request_get_status_any(int count, const MPI_Request array_of_requests[], int* indx,
                                int* flag, MPI_Status* status) {
  const PollCall call;
  RequestArray requests(count, const_cast<MPI_Request*>(array_of_requests));
  requests.output(indx).output(flag);
  if (requests.failed()) return requests.raise();
  *indx = MPI_UNDEFINED;
  *flag = 1;
  if (!requests.any_active()) {
    write_empty_status(status);
    return MPI_SUCCESS;
  }
  const auto found = test_first(requests);
  *flag = found ? 1 : 0;
  if (!found) return MPI_SUCCESS;
  *indx = static_cast<int>(*found);
  return show_status(*requests[*found], status);
}

int PMPI_Request_get_status_all(int count, const MPI_Request array_of_requests[], int* flag,
                                MPI_Status array_of_statuses[]) {
  const PollCall call;
  RequestArray requests(count, const_cast<MPI_Request*>(array_of_requests));
  requests.output(flag);
  if (requests.failed()) return requests.raise();
  *flag = test([&] { return all_complete(requests); }) ? 1 : 0;
  if (*flag == 0 || array_of_statuses == MPI_STATUSES_IGNORE) return MPI_SUCCESS;
  for (std::size_t i = 0; i < requests.size(); i++) {
    if (!is_active(requests[i])) {
      write_empty_status(&array_of_statuses[i]);
      continue;
    }
    const int error = show_status(*requests[i], &array_of_statuses[i]);
    if (error != MPI_SUCCESS) return error;
  }
  return MPI_SUCCESS;
}

int PMPI_Request_get_status_some(int incount, const MPI_Request array_of_requests[], int* outcount,
                                 int array_of_indices[], MPI_Status array_of_statuses[]) {
  const PollCall call;
  RequestArray requests(incount, const_cast<MPI_Request*>(array_of_requests));
  requests.output(outcount).output(incount > 0 ? array_of_indices : outcount);
  if (requests.failed()) return requests.raise();
  if (requests.any_active()) test_first(requests);
  *outcount = requests.any_active() ? 0 : MPI_UNDEFINED;
  for (std::size_t i = 0; i < requests.size(); i++) {
    if (!is_active(requests[i]) || !requests[i]->complete) continue;
    array_of_indices[*outcount] = static_cast<int>(i);
    if (array_of_statuses != MPI_STATUSES_IGNORE) {
      const int error = show_status(*requests[i], &array_of_statuses[*outcount]);
      if (error != MPI_SUCCESS) return error;
    }
    (*outcount)++;
  }
  return MPI_SUCCESS;
}

}  // extern "C"
