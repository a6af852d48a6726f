// SPDX-License-Identifier: BSD-3-Clause
//
// Checks of the arguments of session calls: as api/check.h, but errors go to the session's handler.
#pragma once

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/mpi/session/session.h"

namespace smpi::api {

class SessionCheck : public Check {
 public:
  explicit SessionCheck(MPI_Session handle) : session_(find_session(handle)) {
    require(session_ != nullptr, MPI_ERR_SESSION, "null or finalised session");
  }
  Session& session() const { return *session_; }
  int raise() const {
    if (session_ == nullptr) return Check::raise();
    return api::raise(*session_->errhandler, to_handle(*session_), code(), detail());
  }

 private:
  Session* session_;
};

}  // namespace smpi::api
