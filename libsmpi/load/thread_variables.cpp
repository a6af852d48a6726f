// SPDX-License-Identifier: BSD-3-Clause
//
// The call behind every access to a thread-local variable of a clone.
#include "libsmpi/load/thread_variables.h"

extern "C" void* __tls_get_addr(smpi::load::ThreadVariableIndex* index);

namespace smpi::load {
namespace {

// The dynamic linker numbers modules from 1; no ThreadModule is in the first page of memory.
constexpr std::uint64_t module_numbers_end = 4096;

}  // namespace

void* find_thread_variable(const ThreadVariableIndex* index) {
  if (index->module < module_numbers_end) {
    return __tls_get_addr(const_cast<ThreadVariableIndex*>(index));
  }
  return reinterpret_cast<const ThreadModule*>(index->module)->block + index->offset;
}

}  // namespace smpi::load
