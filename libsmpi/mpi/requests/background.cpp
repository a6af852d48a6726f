// SPDX-License-Identifier: BSD-3-Clause
//
// The strand lives in the request's extension: the request outlives the work.
#include "libsmpi/mpi/requests/background.h"

#include <utility>

#include "libsmpi/mpi/requests/completion.h"
#include "libsmpi/mpi/requests/library_strand.h"

namespace smpi::comm {
namespace {

class Background final : public RequestExtension {
 public:
  explicit Background(const char* name) : name_(name) {}
  int finish(Request& request) override {
    if (status) request.status = *status;
    return end ? end(error) : error;
  }
  std::string describe(const Request&) const override {
    return std::string("the other ranks to take part in ") + name_;
  }

  Strand strand;
  int error = MPI_SUCCESS;
  std::shared_ptr<const Status> status;
  std::function<int(int)> end;

 private:
  const char* name_;
};

}  // namespace

Request* start_background(Communicator& communicator, const char* name, std::function<int()> work) {
  Request* request = make_request(RequestKind::other);
  request->communicator = &communicator;
  communicator.retain();
  auto extension = std::make_unique<Background>(name);
  Background& background = *extension;
  request->extension = std::move(extension);
  start_library_strand(background.strand, *request->owner,
                       [request, &background, run = std::move(work)] {
                         background.error = run();
                         complete(*request);
                       });
  return request;
}

void set_background_status(Request& request, std::shared_ptr<const Status> status) {
  static_cast<Background&>(*request.extension).status = std::move(status);
}

void set_background_end(Request& request, std::function<int(int error)> end) {
  static_cast<Background&>(*request.extension).end = std::move(end);
}

}  // namespace smpi::comm
