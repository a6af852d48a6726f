// SPDX-License-Identifier: BSD-3-Clause
//
// Questions about the library and the machine, memory for MPI, and MPI_Pcontrol (MPI 5.0, 9.1, 9.2,
// 11.1.4, 15.2.4).
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <string>

#include "libsmpi/cost/modeled/machine_state.h"
#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/mpi/creation/hardware.h"
#include "libsmpi/mpi/info/info.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/version.h"
#include "models/platform/platform.h"

namespace smpi::api {
namespace {

constexpr std::size_t default_alignment_bytes = 64;  // a cache line
constexpr std::size_t alignment_max_bytes = 1U << 30;

void put_text(std::string_view text, std::size_t size_max, char* out, int* length) {
  const std::size_t size = std::min(text.size(), size_max - 1);
  std::memcpy(out, text.data(), size);
  out[size] = '\0';
  *length = static_cast<int>(size);
}

// The hint mpi_minimum_memory_alignment (MPI 5.0, 9.2), rounded up to a power of two.
std::size_t alignment_bytes(const Info* info) {
  const std::string* hint = info == nullptr ? nullptr : info->find("mpi_minimum_memory_alignment");
  std::size_t wanted = 0;
  if (hint != nullptr) std::from_chars(hint->data(), hint->data() + hint->size(), wanted);
  std::size_t alignment = default_alignment_bytes;
  while (alignment < wanted && alignment < alignment_max_bytes) alignment *= 2;
  return alignment;
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Get_version(int* version, int* subversion) {
  const AnyTimeCall call;
  Check check;
  check.pointer(version, "version").pointer(subversion, "subversion");
  if (check.failed()) return check.raise();
  *version = MPI_VERSION;
  *subversion = MPI_SUBVERSION;
  return MPI_SUCCESS;
}

int PMPI_Get_library_version(char* version, int* resultlen) {
  const AnyTimeCall call;
  Check check;
  check.pointer(version, "version").pointer(resultlen, "resultlen");
  if (check.failed()) return check.raise();
  std::string text = version_text();
  text.pop_back();  // the end of the line
  put_text(text, MPI_MAX_LIBRARY_VERSION_STRING, version, resultlen);
  return MPI_SUCCESS;
}

int PMPI_Get_processor_name(char* name, int* resultlen) {
  const Call call;
  Check check;
  check.pointer(name, "name").pointer(resultlen, "resultlen");
  if (check.failed()) return check.raise();
  const Rank& rank = current_rank();
  put_text(rank.simulation.platform.hosts.name[rank.host], MPI_MAX_PROCESSOR_NAME, name, resultlen);
  return MPI_SUCCESS;
}

int PMPI_Get_hw_resource_info(MPI_Info* hw_info) {
  const AnyTimeCall call;
  Check check;
  check.pointer(hw_info, "hw_info");
  if (check.failed()) return check.raise();
  // "true": the calling process is restricted to one instance of the resource.
  Info& info = make_info();
  info.set(comm::machine_resource, "true");
  info.set(comm::host_resource, "true");
  *hw_info = to_handle(info);
  return MPI_SUCCESS;
}

int PMPI_Alloc_mem(MPI_Aint size, MPI_Info info, void* baseptr) {
  const Call call;
  Check check;
  const Info* hints = find_info(info);
  check.require(size >= 0, MPI_ERR_ARG, "the size is negative")
      .require(hints != nullptr || info == MPI_INFO_NULL, MPI_ERR_INFO, "freed info object")
      .pointer(baseptr, "baseptr");
  if (check.failed()) return check.raise();
  void* memory = nullptr;
  const std::size_t bytes = std::max<std::size_t>(static_cast<std::size_t>(size), 1);
  if (posix_memalign(&memory, alignment_bytes(hints), bytes) != 0) {
    return raise(nullptr, MPI_ERR_NO_MEM);
  }
  *static_cast<void**>(baseptr) = memory;
  return MPI_SUCCESS;
}

int PMPI_Free_mem(void* base) {
  const Call call;
  std::free(base);
  return MPI_SUCCESS;
}

// Left to profiling libraries; here every level means the same.
int PMPI_Pcontrol(const int level, ...) {
  const AnyTimeCall call;
  modeled::MachineState& machine = *current_rank().simulation.machine;
  // Whether there is a name at all is only known to who set energy/phases.
  if (!machine.follows_phases()) return MPI_SUCCESS;
  if (level == -1) machine.end_phase(current_rank());
  if (level != 1) return MPI_SUCCESS;
  va_list arguments;
  va_start(arguments, level);
  const char* const name = va_arg(arguments, const char*);
  va_end(arguments);
  machine.begin_phase(current_rank(), name == nullptr ? "" : name);
  return MPI_SUCCESS;
}

}  // extern "C"
