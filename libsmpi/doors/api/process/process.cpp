// SPDX-License-Identifier: BSD-3-Clause
//
// Processes that come and go (MPI 5.0, 11.8 and 11.10): spawning, joining through a socket,
// disconnecting.
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/creation/disconnect.h"
#include "libsmpi/mpi/info/info.h"
#include "libsmpi/mpi/p2p/failures.h"
#include "libsmpi/mpi/process/join.h"
#include "libsmpi/mpi/process/spawn.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/watch/analyze/hooks.h"

namespace smpi::api {
namespace {

using process::Command;

// The root's arguments of a spawn, one row a command.
struct CommandRows {
  int count;
  char** programs;
  char*** argument_vectors;  // MPI_ARGVS_NULL: none has any
  const int* process_counts;
  const MPI_Info* infos;
};

struct SpawnCheck : Check {
  SpawnCheck(MPI_Comm comm, int root_, MPI_Comm* result) : Check(comm), root_rank(root_) {
    pointer(result, "intercomm")
        .require(communicator() == nullptr || !communicator()->is_inter(), MPI_ERR_COMM,
                 "an intercommunicator");
    root(root_);
  }
  bool at_root() const { return !failed() && communicator()->rank() == root_rank; }

  void add_commands(const CommandRows& rows) {
    require(rows.count > 0, MPI_ERR_COUNT, "no command");
    for (int i = 0; i < rows.count && !failed(); i++) {
      char** arguments =
          rows.argument_vectors == MPI_ARGVS_NULL ? MPI_ARGV_NULL : rows.argument_vectors[i];
      add_command(rows.programs[i], arguments, rows.process_counts[i], rows.infos[i]);
    }
  }

  int root_rank;
  std::vector<Command> commands;

 private:
  void add_command(const char* program, char** arguments, int count, MPI_Info handle) {
    const Info* info = find_info(handle);
    pointer(program, "command")
        .require(count >= 0, MPI_ERR_ARG, "maxprocs is negative")
        .require(info != nullptr || handle == MPI_INFO_NULL, MPI_ERR_INFO, "freed info object");
    if (failed()) return;
    Command& command = commands.emplace_back();
    command.program = program;
    command.count = static_cast<std::uint32_t>(count);
    for (; arguments != MPI_ARGV_NULL && *arguments != nullptr; arguments++) {
      command.arguments.emplace_back(*arguments);
    }
    if (info == nullptr) return;
    if (const std::string* host = info->find("host")) command.host = *host;
    if (const std::string* path = info->find("path")) command.path = *path;
    if (const std::string* directory = info->find("wdir")) command.directory = *directory;
  }
};

int spawn(const SpawnCheck& check, MPI_Comm* result, int* codes) {
  Communicator& local = *check.communicator();
  note_collective(local);
  const process::Spawned spawned = process::spawn(local, check.root_rank, check.commands);
  *result = to_handle(spawned.children);
  int code = spawned.children != nullptr ? MPI_SUCCESS : MPI_ERR_SPAWN;
  if (p2p::has_failure()) code = p2p::take_failure();
  if (codes != MPI_ERRCODES_IGNORE) std::fill_n(codes, spawned.requested_count, code);
  return raise(&local, code, spawned.failure);
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Comm_spawn(const char* command, char* argv[], int maxprocs, MPI_Info info, int root,
                    MPI_Comm comm, MPI_Comm* intercomm, int array_of_errcodes[]) {
  const Call call;
  SpawnCheck check(comm, root, intercomm);
  char* program = const_cast<char*>(command);
  if (check.at_root()) check.add_commands({1, &program, &argv, &maxprocs, &info});
  if (check.failed()) return check.raise();
  return spawn(check, intercomm, array_of_errcodes);
}

int PMPI_Comm_spawn_multiple(int count, char* array_of_commands[], char** array_of_argv[],
                             const int array_of_maxprocs[], const MPI_Info array_of_info[],
                             int root, MPI_Comm comm, MPI_Comm* intercomm,
                             int array_of_errcodes[]) {
  const Call call;
  SpawnCheck check(comm, root, intercomm);
  if (check.at_root()) {
    check.pointer(array_of_commands, "array_of_commands")
        .pointer(array_of_maxprocs, "array_of_maxprocs")
        .pointer(array_of_info, "array_of_info");
  }
  if (check.at_root()) {
    check.add_commands({count, array_of_commands, array_of_argv, array_of_maxprocs, array_of_info});
  }
  if (check.failed()) return check.raise();
  return spawn(check, intercomm, array_of_errcodes);
}

int PMPI_Comm_get_parent(MPI_Comm* parent) {
  const Call call;
  Check check;
  check.pointer(parent, "parent");
  if (check.failed()) return check.raise();
  *parent = to_handle(current_rank().parent);
  return MPI_SUCCESS;
}

int PMPI_Comm_join(int fd, MPI_Comm* intercomm) {
  const Call call;
  Check check;
  check.pointer(intercomm, "intercomm");
  if (check.failed()) return check.raise();
  Communicator* joined = nullptr;
  const int error = process::join_over_socket(fd, *current_rank().self, joined);
  *intercomm = to_handle(joined);
  return raise(nullptr, error, "not a connected socket");
}

int PMPI_Comm_disconnect(MPI_Comm* comm) {
  const Call call;
  Check check(comm == nullptr ? MPI_COMM_NULL : *comm);
  check.require(comm == nullptr || (*comm != MPI_COMM_WORLD && *comm != MPI_COMM_SELF),
                MPI_ERR_COMM, "a predefined communicator cannot be disconnected");
  if (check.failed()) return check.raise();
  Communicator& freed = *check.communicator();
  note_last_collective(freed);
  const int error = comm::disconnect(freed);
  if (error != MPI_SUCCESS) {
    return raise(&freed, error, "a delete callback of an attribute failed");
  }
  *comm = MPI_COMM_NULL;
  return MPI_SUCCESS;
}

}  // extern "C"
