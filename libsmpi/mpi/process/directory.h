// SPDX-License-Identifier: BSD-3-Clause
//
// The name server of a simulation: ports, who waits at them, services (MPI 5.0, 11.9), and who
// waits at a socket (11.10.5). One process has all ranks, so this is a table.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "libsmpi/ranks/runtime/rank.h"

namespace smpi {
struct CommunicatorShared;
class Communicator;
}  // namespace smpi

namespace smpi::process {

struct Caller;  // leaders.h

struct Port {
  std::deque<Caller*> accepting;  // in the order of arrival; one of the two is empty
  std::deque<Caller*> connecting;
};

struct Directory {
  std::map<std::string, Port> ports;
  std::map<std::string, std::string> services;  // service name -> port name
  std::map<std::uint32_t, Caller*> joining;     // process -> what it waits with
  std::uint32_t next_port = 1;
};

}  // namespace smpi::process
