// SPDX-License-Identifier: BSD-3-Clause
//
// Generalized requests (MPI 5.0, 13.2): operations of the program that complete like those of MPI.
// The callbacks run inside the call that completes, frees or cancels the request.
#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/mpi/requests/completion.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::api {
namespace {

struct Callbacks {
  MPI_Grequest_query_function* query;
  MPI_Grequest_free_function* free;
  MPI_Grequest_cancel_function* cancel;
  void* state;
};

class Generalized final : public RequestExtension {
 public:
  explicit Generalized(const Callbacks& callbacks) : callbacks_(callbacks) {}

  int query(Request& request) override {
    MPI_Status status{};
    write_status(empty_status, &status);
    const int error = callbacks_.query(callbacks_.state, &status);
    request.status = read_status(status);
    return error;
  }
  int release(Request&) override { return callbacks_.free(callbacks_.state); }
  int cancel(Request& request) override {
    return callbacks_.cancel(callbacks_.state, request.complete ? 1 : 0);
  }
  std::string describe(const Request&) const override { return "MPI_Grequest_complete"; }

 private:
  Callbacks callbacks_;
};

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Grequest_start(MPI_Grequest_query_function* query_fn, MPI_Grequest_free_function* free_fn,
                        MPI_Grequest_cancel_function* cancel_fn, void* extra_state,
                        MPI_Request* request) {
  const Call call;
  Check check;
  check.pointer(request, "request")
      .require(query_fn != nullptr && free_fn != nullptr && cancel_fn != nullptr, MPI_ERR_ARG,
               "a callback is NULL");
  if (check.failed()) return check.raise();
  Request* made = make_request(RequestKind::generalized);
  made->extension = std::make_unique<Generalized>(
      Callbacks{.query = query_fn, .free = free_fn, .cancel = cancel_fn, .state = extra_state});
  *request = to_handle(made);
  return MPI_SUCCESS;
}

int PMPI_Grequest_complete(MPI_Request request) {
  const Call call;
  Request* found = request == MPI_REQUEST_NULL ? nullptr : find_request(request);
  Check check;
  check
      .require(found != nullptr && found->kind == RequestKind::generalized, MPI_ERR_REQUEST,
               "not a generalized request")
      .require(found == nullptr || !found->complete, MPI_ERR_REQUEST,
               "the request is complete already");
  if (check.failed()) return check.raise();
  complete(*found);
  return MPI_SUCCESS;
}

}  // extern "C"
