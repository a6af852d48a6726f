// SPDX-License-Identifier: BSD-3-Clause
//
// The table of performance variables. Nothing is counted for it alone: each reads what the
// simulation keeps anyway.
#include "libsmpi/watch/tool/performance_variables.h"

#include <array>

#include "libsmpi/mpi/p2p/mailbox.h"
#include "libsmpi/ranks/runtime/send_buffer.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::tool {
namespace {

const std::array<PerformanceVariable, 9> all = {{
    {"messages_sent",
     "messages of the rank that have left, those of collectives and windows included",
     MPI_T_PVAR_CLASS_COUNTER, MPI_UNSIGNED_LONG_LONG, nullptr, CategoryId::communication,
     [](const Rank& rank) { return static_cast<double>(rank.counters.messages); }},
    {"bytes_sent", "bytes of these messages", MPI_T_PVAR_CLASS_AGGREGATE, MPI_UNSIGNED_LONG_LONG,
     nullptr, CategoryId::communication, [](const Rank& rank) { return rank.counters.bytes; }},
    {"unexpected_messages", "messages to the rank that wait for a receive", MPI_T_PVAR_CLASS_LEVEL,
     MPI_UNSIGNED_LONG, nullptr, CategoryId::communication,
     [](const Rank& rank) { return static_cast<double>(rank.mailbox.unexpected_count()); }},
    {"posted_receives", "receives that wait for a message", MPI_T_PVAR_CLASS_LEVEL,
     MPI_UNSIGNED_LONG, nullptr, CategoryId::communication,
     [](const Rank& rank) { return static_cast<double>(rank.mailbox.posted_count()); }},
    {"buffered_bytes", "bytes of the attached buffer that buffered sends use",
     MPI_T_PVAR_CLASS_LEVEL, MPI_UNSIGNED_LONG, nullptr, CategoryId::communication,
     [](const Rank& rank) { return static_cast<double>(rank.send_buffer.used_bytes); }},
    {"failed_polls", "tests and probes in a row that found nothing", MPI_T_PVAR_CLASS_LEVEL,
     MPI_UNSIGNED_LONG, nullptr, CategoryId::communication,
     [](const Rank& rank) { return static_cast<double>(rank.poll_streak); }},
    {"measured_time", "seconds of this machine that the rank has computed between its calls",
     MPI_T_PVAR_CLASS_TIMER, MPI_DOUBLE, nullptr, CategoryId::computation,
     [](const Rank& rank) { return rank.measured_s; }},
    {"simulated_time", "simulated seconds", MPI_T_PVAR_CLASS_TIMER, MPI_DOUBLE, nullptr,
     CategoryId::everything, [](const Rank& rank) { return rank.simulation.engine.now_s(); }},
    {"phase", "where the rank is between MPI_Init and MPI_Finalize", MPI_T_PVAR_CLASS_STATE,
     MPI_INT, &phase_enumeration, CategoryId::everything,
     [](const Rank& rank) { return static_cast<double>(rank.phase); }},
}};

}  // namespace

std::span<const PerformanceVariable> performance_variables() {
  return all;
}

void store(const PerformanceVariable& variable, double value, void* out) {
  if (variable.datatype == MPI_DOUBLE) {
    *static_cast<double*>(out) = value;
  } else if (variable.datatype == MPI_INT) {
    *static_cast<int*>(out) = static_cast<int>(value);
  } else if (variable.datatype == MPI_UNSIGNED_LONG) {
    *static_cast<unsigned long*>(out) = static_cast<unsigned long>(value);
  } else {
    *static_cast<unsigned long long*>(out) = static_cast<unsigned long long>(value);
  }
}

double fetch(const PerformanceVariable& variable, const void* in) {
  if (variable.datatype == MPI_DOUBLE) return *static_cast<const double*>(in);
  if (variable.datatype == MPI_INT) return *static_cast<const int*>(in);
  if (variable.datatype == MPI_UNSIGNED_LONG) {
    return static_cast<double>(*static_cast<const unsigned long*>(in));
  }
  return static_cast<double>(*static_cast<const unsigned long long*>(in));
}

}  // namespace smpi::tool
