// SPDX-License-Identifier: BSD-3-Clause
//
// A function of the program in the place of the tables smpi/os, smpi/ois and smpi/or.
#include <fmt/format.h>

#include "include/smpi/smpi.h"
#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/caller.h"
#include "libsmpi/doors/api/smpi/host_handles.h"
#include "libsmpi/mpi/requests/overheads.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::api {
namespace {

p2p::Overhead& overhead_of(p2p::OverheadTables& tables, SmpiOperation operation) {
  switch (operation) {
    case SmpiOperation::RECV:
      return tables.receive;
    case SmpiOperation::SEND:
      return tables.blocking_send;
    case SmpiOperation::ISEND:
      return tables.nonblocking_send;
  }
  end_with_error(MPI_ERR_ARG, "smpi_register_op_cost_callback",
                 fmt::format("there is no operation {}", static_cast<int>(operation)));
}

}  // namespace
}  // namespace smpi::api

void smpi_register_op_cost_callback(SmpiOperation operation, const SmpiOpCostCb& callback) {
  smpi::Rank& rank = smpi::api::calling_rank();
  smpi::p2p::OverheadTables& tables = rank.simulation.overheads;
  tables.any = true;
  smpi::Simulation& simulation = rank.simulation;
  smpi::api::overhead_of(tables, operation).given =
      [&simulation, callback](double size_bytes, std::uint32_t source, std::uint32_t destination) {
        return callback(static_cast<std::size_t>(size_bytes),
                        smpi::api::handle_of(simulation, source),
                        smpi::api::handle_of(simulation, destination));
      };
}
