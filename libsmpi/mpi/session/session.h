// SPDX-License-Identifier: BSD-3-Clause
//
// Sessions (MPI 5.0, 11.3): a program's right to use MPI without MPI_COMM_WORLD.
//
// A rank may have several, next to the world or instead of it. A group made from a process set of a
// session belongs to the session, and so do communicators made from the group; both keep the object
// alive after the program has finalised it.
#pragma once

#include "include/mpi.h"
#include "libsmpi/mpi/errors/errhandler.h"
#include "libsmpi/mpi/info/info.h"
#include "libsmpi/ranks/runtime/handle_pool.h"
#include "libsmpi/ranks/runtime/reference.h"
#include "libsmpi/ranks/runtime/send_buffer.h"

namespace smpi {

struct Rank;

class Session : public Counted {
 public:
  Session(Rank& owner_, const Errhandler& handler, const Info* given);

  Rank& owner;
  HandleValue handle = 0;
  Ref<Errhandler> errhandler;
  Ref<Info> info;                 // the hints given
  p2p::SendBuffer send_buffer;    // of communicators of the session (MPI 5.0, 3.6)
  const void* made_at = nullptr;  // return address of the call that made it
};

// A new session of the running rank, with a handle; `info` may be nullptr.
Session& make_session(const Errhandler& handler, const Info* info);
// nullptr when it is MPI_SESSION_NULL, finalised, or never was.
Session* find_session(MPI_Session handle);
MPI_Session to_handle(const Session& session);
// Takes the session from the program.
void finalize_session(Session& session);

}  // namespace smpi
