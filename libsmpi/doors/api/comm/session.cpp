// SPDX-License-Identifier: BSD-3-Clause
//
// Sessions, their process sets and error handlers (MPI 5.0, 11.3 and 9.3.4), and communicators made
// from groups (7.4.2, 7.6.2). What makes, ends or only asks for a session may be called at any
// time.
#include "libsmpi/doors/api/comm/session_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "libsmpi/doors/api/env/errhandler.h"
#include "libsmpi/doors/api/foreign_thread.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/comm/group.h"
#include "libsmpi/mpi/comm/hints.h"
#include "libsmpi/mpi/comm/process_sets.h"
#include "libsmpi/mpi/creation/creation.h"
#include "libsmpi/mpi/creation/intercomm.h"
#include "libsmpi/mpi/errors/errhandler.h"
#include "libsmpi/mpi/info/info.h"
#include "libsmpi/mpi/p2p/failures.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::api {
namespace {

// The handler for a new object of that kind; nullptr is wrong.
Errhandler* check_handler(Check& check, MPI_Errhandler handle, ErrhandlerKind kind) {
  Errhandler* handler = smpi::api::find_errhandler(handle, kind);
  check.require(handler != nullptr, MPI_ERR_ERRHANDLER, wrong_errhandler);
  return handler;
}

const Info* check_info(Check& check, MPI_Info handle) {
  const Info* info = find_info(handle);
  check.require(info != nullptr || handle == MPI_INFO_NULL, MPI_ERR_INFO, "freed info object");
  return info;
}

Group* check_group(Check& check, MPI_Group handle) {
  Group* group = find_group(handle);
  check.require(group != nullptr, MPI_ERR_GROUP, "null or freed group");
  return group;
}

void check_tag(Check& check, const char* tag) {
  check.pointer(tag, "stringtag")
      .require(tag == nullptr || std::strlen(tag) < MPI_MAX_STRINGTAG_LEN, MPI_ERR_ARG,
               "stringtag is too long");
}

// The name with as much of it as fits; the length becomes what all of it needs, final NUL included.
void put_set_name(std::string_view name, int* length, char* out) {
  if (*length > 0) {
    const std::size_t copied = std::min(name.size(), static_cast<std::size_t>(*length) - 1);
    std::memcpy(out, name.data(), copied);
    out[copied] = '\0';
  }
  *length = static_cast<int>(name.size()) + 1;
}

constexpr const char* unknown_set = "no such process set";

// What a communicator takes from the group that it was made from.
MPI_Comm finish(Communicator* made, const Group& group, const Info* info) {
  if (made == nullptr) return MPI_COMM_NULL;
  made->session = group.session;
  comm::set_hints(*made, info);
  return to_handle(made);
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session* session) {
  const AnyTimeCall call;
  Check check;
  check.pointer(session, "session");
  const Info* given = check_info(check, info);
  const Errhandler* handler = check_handler(check, errhandler, ErrhandlerKind::session);
  if (check.failed()) {
    if (handler == nullptr) return check.raise();
    return raise(*handler, MPI_SESSION_NULL, check.code(), check.detail());
  }
  Rank& rank = current_rank();
  rank.simulation.engine.sleep(rank.simulation.tuning.init_s);
  *session = to_handle(make_session(*handler, given));
  return MPI_SUCCESS;
}

int PMPI_Session_finalize(MPI_Session* session) {
  const AnyTimeCall call;
  SessionCheck check(session == nullptr ? MPI_SESSION_NULL : *session);
  if (check.failed()) return check.raise();
  finalize_session(check.session());
  *session = MPI_SESSION_NULL;
  return MPI_SUCCESS;
}

int PMPI_Session_get_info(MPI_Session session, MPI_Info* info_used) {
  const AnyTimeCall call;
  SessionCheck check(session);
  check.pointer(info_used, "info_used");
  if (check.failed()) return check.raise();
  Info& info = make_info(check.session().info.get());
  if (info.find("thread_level") == nullptr) {
    const bool is_funneled = highest_thread_level() == MPI_THREAD_FUNNELED;
    info.set("thread_level", is_funneled ? "MPI_THREAD_FUNNELED" : "MPI_THREAD_MULTIPLE");
  }
  *info_used = to_handle(info);
  return MPI_SUCCESS;
}

int PMPI_Session_get_num_psets(MPI_Session session, MPI_Info info, int* npset_names) {
  const AnyTimeCall call;
  SessionCheck check(session);
  check_info(check, info);
  check.pointer(npset_names, "npset_names");
  if (check.failed()) return check.raise();
  *npset_names = static_cast<int>(process_set_names().size());
  return MPI_SUCCESS;
}

int PMPI_Session_get_nth_pset(MPI_Session session, MPI_Info info, int n, int* pset_len,
                              char* pset_name) {
  const AnyTimeCall call;
  SessionCheck check(session);
  check_info(check, info);
  check.pointer(pset_len, "pset_len");
  if (check.failed()) return check.raise();
  check.require(n >= 0 && static_cast<std::size_t>(n) < process_set_names().size(), MPI_ERR_ARG,
                unknown_set);
  if (*pset_len > 0) check.pointer(pset_name, "pset_name");
  if (check.failed()) return check.raise();
  put_set_name(process_set_names()[static_cast<std::size_t>(n)], pset_len, pset_name);
  return MPI_SUCCESS;
}

int PMPI_Session_get_pset_info(MPI_Session session, const char* pset_name, MPI_Info* info) {
  const AnyTimeCall call;
  SessionCheck check(session);
  check.pointer(pset_name, "pset_name").pointer(info, "info");
  if (check.failed()) return check.raise();
  const Ref<Group> group = make_process_set(pset_name);
  check.require(static_cast<bool>(group), MPI_ERR_ARG, unknown_set);
  if (check.failed()) return check.raise();
  Info& made = make_info();
  made.set("mpi_size", fmt::to_string(group->size()));
  *info = to_handle(made);
  return MPI_SUCCESS;
}

int PMPI_Group_from_session_pset(MPI_Session session, const char* pset_name, MPI_Group* newgroup) {
  const AnyTimeCall call;
  SessionCheck check(session);
  check.pointer(pset_name, "pset_name").pointer(newgroup, "newgroup");
  if (check.failed()) return check.raise();
  Ref<Group> group = make_process_set(pset_name);
  *newgroup = MPI_GROUP_NULL;
  check.require(static_cast<bool>(group), MPI_ERR_ARG, unknown_set);
  if (check.failed()) return check.raise();
  group->session = &check.session();
  *newgroup = make_group_handle(std::move(group));
  return MPI_SUCCESS;
}

int PMPI_Comm_create_from_group(MPI_Group group, const char* stringtag, MPI_Info info,
                                MPI_Errhandler errhandler, MPI_Comm* newcomm) {
  const Call call;
  Check check;
  Group* members = check_group(check, group);
  const Info* given = check_info(check, info);
  const Errhandler* handler = check_handler(check, errhandler, ErrhandlerKind::communicator);
  check_tag(check, stringtag);
  check.pointer(newcomm, "newcomm")
      .require(
          members == nullptr || members->size() == 0 || members->contains(current_rank().process),
          MPI_ERR_GROUP, "the calling process is not in the group");
  if (check.failed()) return check.raise();
  Communicator* made =
      members->size() == 0 ? nullptr : comm::create_from_group(members, stringtag, *handler);
  *newcomm = finish(made, *members, given);
  return raise(*handler, MPI_COMM_NULL, p2p::take_failure());
}

int PMPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader,
                                      MPI_Group remote_group, int remote_leader,
                                      const char* stringtag, MPI_Info info,
                                      MPI_Errhandler errhandler, MPI_Comm* newintercomm) {
  const Call call;
  Check check;
  Group* local = check_group(check, local_group);
  const Info* given = check_info(check, info);
  const Errhandler* handler = check_handler(check, errhandler, ErrhandlerKind::communicator);
  check_tag(check, stringtag);
  check.pointer(newintercomm, "newintercomm");
  if (check.failed()) return check.raise();
  const auto rank = local->rank_of(current_rank().process);
  check.require(rank.has_value(), MPI_ERR_GROUP, "the calling process is not in local_group")
      .require(local_leader >= 0 && local_leader < local->size(), MPI_ERR_RANK,
               "local_leader is not in local_group");
  Group* remote = nullptr;
  if (rank == local_leader) {
    remote = check_group(check, remote_group);
    check.require(remote == nullptr || (remote_leader >= 0 && remote_leader < remote->size()),
                  MPI_ERR_RANK, "remote_leader is not in remote_group");
  }
  if (check.failed()) return check.raise();
  Communicator* made = comm::create_inter_from_groups({.local = local,
                                                       .local_leader = local_leader,
                                                       .remote = remote,
                                                       .remote_leader = remote_leader,
                                                       .tag = stringtag,
                                                       .errhandler = *handler});
  *newintercomm = finish(made, *local, given);
  if (made != nullptr || p2p::has_failure()) {
    return raise(*handler, MPI_COMM_NULL, p2p::take_failure());
  }
  return raise(*handler, MPI_COMM_NULL, MPI_ERR_GROUP, "the two groups have a process in common");
}

int PMPI_Session_create_errhandler(MPI_Session_errhandler_function* session_errhandler_fn,
                                   MPI_Errhandler* errhandler) {
  const AnyTimeCall call;
  return create_errhandler(ErrhandlerKind::session,
                           reinterpret_cast<Errhandler::Function>(session_errhandler_fn),
                           errhandler);
}

int PMPI_Session_set_errhandler(MPI_Session session, MPI_Errhandler errhandler) {
  const AnyTimeCall call;
  SessionCheck check(session);
  Errhandler* handler = check_handler(check, errhandler, ErrhandlerKind::session);
  if (check.failed()) return check.raise();
  check.session().errhandler = handler;
  return MPI_SUCCESS;
}

int PMPI_Session_get_errhandler(MPI_Session session, MPI_Errhandler* errhandler) {
  const AnyTimeCall call;
  SessionCheck check(session);
  check.pointer(errhandler, "errhandler");
  if (check.failed()) return check.raise();
  *errhandler = take_handle(*check.session().errhandler);
  return MPI_SUCCESS;
}

int PMPI_Session_call_errhandler(MPI_Session session, int errorcode) {
  const AnyTimeCall call;
  const SessionCheck check(session);
  if (check.failed()) return check.raise();
  raise(*check.session().errhandler, session, errorcode);
  return MPI_SUCCESS;
}

}  // extern "C"
