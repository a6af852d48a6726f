// SPDX-License-Identifier: BSD-3-Clause
//
// The strand holds what the access needs: file, datatype and the status that the request ends with.
#include "libsmpi/mpi/io/background_access.h"

#include <memory>
#include <utility>

#include "libsmpi/mpi/errors/raise.h"
#include "libsmpi/mpi/io/two_phase.h"
#include "libsmpi/mpi/requests/background.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/waiting.h"

namespace smpi::io {

namespace {

void note_end(File& file) {
  if (--file.pending_count == 0 && file.draining != nullptr) {
    file.owner().simulation.engine.wake(*file.draining->actor);
  }
}

}  // namespace

Request* start_access(Access access, const BackgroundAccess& how) {
  const Ref<File> file = access.file;
  file->pending_count++;
  auto status = std::make_shared<Status>();
  Request* request = comm::start_background(
      file->communicator(), how.name,
      [access = std::move(access), status, operation = how.operation] {
        const int error = operation ? run_collective(access, *operation, status->size_bytes)
                                    : run(access, status->size_bytes);
        note_end(*access.file);
        return error;
      });
  if (!how.operation) request->kind = RequestKind::io;
  comm::set_background_status(*request, status);
  if (!how.is_split) {
    comm::set_background_end(*request, [file](int error) {
      return raise(*file->errhandler, to_handle(file.get()), error);
    });
  }
  return request;
}

void drain(File& file) {
  if (file.pending_count == 0) return;
  Strand& strand = *running_strand;
  file.draining = &strand;
  const WaitingReason reason("accesses to the file to end");
  while (file.pending_count > 0) file.owner().simulation.engine.block();
  file.draining = nullptr;
}

}  // namespace smpi::io
