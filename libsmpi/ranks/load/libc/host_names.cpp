// SPDX-License-Identifier: BSD-3-Clause
//
// Looking up names of hosts. A rank gets names of simulated hosts from gethostname and
// MPI_Get_processor_name, sends them to others, and these connect; all of those hosts are this
// machine, so the names have its loopback address. Other names mean what they mean to libc.
#include <netdb.h>

#include "libsmpi/ranks/load/callbacks.h"
#include "libsmpi/ranks/load/libc/next_function.h"

namespace smpi::load {
namespace {

const char* real_name(const char* name) {
  const Callbacks* simulation = callbacks_in_rank();
  const bool is_simulated = simulation != nullptr && name != nullptr && simulation->is_host(name);
  return is_simulated ? "localhost" : name;
}

}  // namespace
}  // namespace smpi::load

using smpi::load::next_function;
using smpi::load::real_name;

SMPI_REPLACES_LIBC hostent* gethostbyname(const char* name) {
  static auto* const next = next_function<hostent*(const char*)>("gethostbyname");
  return next(real_name(name));
}

SMPI_REPLACES_LIBC int getaddrinfo(const char* name, const char* service, const addrinfo* hints,
                                   addrinfo** results) {
  static auto* const next =
      next_function<int(const char*, const char*, const addrinfo*, addrinfo**)>("getaddrinfo");
  return next(real_name(name), service, hints, results);
}
