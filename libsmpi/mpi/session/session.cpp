// SPDX-License-Identifier: BSD-3-Clause
//
// The rank counts its sessions: MPI may be called while there is one (api/call.cpp).
#include "libsmpi/mpi/session/session.h"

#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi {

Session::Session(Rank& owner_, const Errhandler& handler, const Info* given)
    : owner(owner_), errhandler(const_cast<Errhandler*>(&handler)), info(new Info) {
  for (std::size_t i = 0; given != nullptr && i < given->size(); i++) {
    info->set((*given)[i].first, (*given)[i].second);
  }
}

Session& make_session(const Errhandler& handler, const Info* info) {
  Rank& rank = current_rank();
  auto* session = new Session(rank, handler, info);
  session->retain();
  session->made_at = running_strand->call.return_address;
  session->handle = rank.simulation.handles.sessions.add(session);
  rank.session_count++;
  return *session;
}

Session* find_session(MPI_Session handle) {
  Rank& rank = current_rank();
  Session* found = rank.simulation.handles.sessions.find(reinterpret_cast<std::uintptr_t>(handle));
  return found == nullptr || &found->owner != &rank ? nullptr : found;
}

MPI_Session to_handle(const Session& session) {
  return reinterpret_cast<MPI_Session>(static_cast<std::uintptr_t>(session.handle));
}

void finalize_session(Session& session) {
  session.owner.session_count--;
  session.owner.simulation.handles.sessions.remove(session.handle);
  session.release();
}

}  // namespace smpi
