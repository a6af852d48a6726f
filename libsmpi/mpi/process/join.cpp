// SPDX-License-Identifier: BSD-3-Clause
//
// Each end writes its number into the socket and reads the other's. Both ends are in this process,
// so neither may block in the kernel: who finds nothing to read waits for the other to come.
#include "libsmpi/mpi/process/join.h"

#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <optional>

#include "libsmpi/mpi/creation/intercomm.h"
#include "libsmpi/mpi/process/directory.h"
#include "libsmpi/mpi/process/leaders.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::process {
namespace {

struct Greeting {
  char magic[8] = {'s', 'm', 'p', 'i', 'j', 'o', 'i', 'n'};
  std::uint32_t process = 0;
};

bool send_greeting(int descriptor, std::uint32_t process) {
  Greeting greeting;
  greeting.process = process;
  return send(descriptor, &greeting, sizeof greeting, MSG_DONTWAIT | MSG_NOSIGNAL) ==
         static_cast<ssize_t>(sizeof greeting);
}

enum class Reading : std::uint8_t { nothing_yet, greeting, foreign };

Reading read_greeting(int descriptor, std::uint32_t& process) {
  Greeting greeting;
  const ssize_t size = recv(descriptor, &greeting, sizeof greeting, MSG_DONTWAIT);
  if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return Reading::nothing_yet;
  const Greeting expected;
  if (size != static_cast<ssize_t>(sizeof greeting) ||
      std::memcmp(greeting.magic, expected.magic, sizeof expected.magic) != 0) {
    return Reading::foreign;
  }
  process = greeting.process;
  return Reading::greeting;
}

}  // namespace

int join_over_socket(int descriptor, Communicator& self, Communicator*& joined) {
  joined = nullptr;
  auto& joining = self.simulation().directory->joining;
  Caller caller(self);
  if (!send_greeting(descriptor, caller.process)) return MPI_ERR_ARG;
  std::uint32_t other = 0;
  Reading reading = read_greeting(descriptor, other);
  if (reading == Reading::nothing_yet) {
    joining[caller.process] = &caller;
    wait_to_be_joined(caller, "the other end of the socket to call MPI_Comm_join");
    reading = read_greeting(descriptor, other);
  } else if (reading == Reading::greeting) {
    const auto found = joining.find(other);
    if (found == joining.end()) return MPI_SUCCESS;
    Caller& first = *found->second;
    joining.erase(found);
    join(first, caller);
  }
  if (reading != Reading::greeting) return MPI_SUCCESS;
  exchange_groups(caller);
  joined = comm::tell_side(self, 0, caller.joined, *self.errhandler);
  return MPI_SUCCESS;
}

}  // namespace smpi::process
