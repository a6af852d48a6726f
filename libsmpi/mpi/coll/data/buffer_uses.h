// SPDX-License-Identifier: BSD-3-Clause
//
// Which memory of a rank a collective call reads and writes (MPI 5.0, 6): for the checks of buffers
// (analyze/buffers.h). What MPI_IN_PLACE stands for is one buffer, which is written. Calls on
// intercommunicators and between neighbours in a topology are not looked at.
#pragma once

#include <vector>

#include "libsmpi/mpi/coll/arguments.h"
#include "libsmpi/mpi/datatype/footprint.h"

namespace smpi::analysis {

std::vector<BufferUse> buffers_of(coll::Collective collective, const coll::BarrierArgs& args);
std::vector<BufferUse> buffers_of(coll::Collective collective, const coll::BcastArgs& args);
std::vector<BufferUse> buffers_of(coll::Collective collective, const coll::GatherArgs& args);
std::vector<BufferUse> buffers_of(coll::Collective collective, const coll::ScatterArgs& args);
std::vector<BufferUse> buffers_of(coll::Collective collective, const coll::AllgatherArgs& args);
std::vector<BufferUse> buffers_of(coll::Collective collective, const coll::AlltoallArgs& args);
std::vector<BufferUse> buffers_of(coll::Collective collective, const coll::ReduceArgs& args);
std::vector<BufferUse> buffers_of(coll::Collective collective, const coll::ReduceScatterArgs& args);

}  // namespace smpi::analysis
