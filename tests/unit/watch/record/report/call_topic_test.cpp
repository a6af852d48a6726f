// SPDX-License-Identifier: BSD-3-Clause
//
// Names of functions with all the prefixes and suffixes that MPI gives them.
#include "libsmpi/watch/record/report/call_topic.h"

#include <gtest/gtest.h>

#include <utility>

namespace smpi::record {
namespace {

TEST(CallTopic, IsWhatTheNameSays) {
  using enum CallTopic;
  const std::pair<const char*, CallTopic> expected[] = {{"MPI_Send", point_to_point},
                                                        {"MPI_Isend_c", point_to_point},
                                                        {"MPI_Send_init", point_to_point},
                                                        {"MPI_Improbe", point_to_point},
                                                        {"MPI_Isendrecv", point_to_point},
                                                        {"MPI_Startall", point_to_point},
                                                        {"MPI_Waitall", waiting},
                                                        {"MPI_Test", waiting},
                                                        {"MPI_Test_cancelled", other},
                                                        {"MPI_Ibarrier", collective},
                                                        {"MPI_Allreduce_init", collective},
                                                        {"MPI_Ineighbor_alltoallw_c", collective},
                                                        {"MPI_Reduce_local", other},
                                                        {"MPI_Get", one_sided},
                                                        {"MPI_Get_count", other},
                                                        {"MPI_Win_fence", one_sided},
                                                        {"MPI_Rget_accumulate", one_sided},
                                                        {"MPI_File_write_at_all", files},
                                                        {"MPI_Init", other},
                                                        {"MPI_Intercomm_create", other},
                                                        {"MPI_Info_create", other},
                                                        {"smpi_execute", other},
                                                        {"hipDeviceSynchronize", device_wait},
                                                        {"cudaMemcpy2D", device_wait},
                                                        {"cudaMemcpyAsync", device_call},
                                                        {"cublasDgemm_v2", device_call},
                                                        {"rocblas_dgemm", device_call}};
  for (const auto& [name, topic] : expected) EXPECT_EQ(topic_of_call(name), topic) << name;
}

}  // namespace
}  // namespace smpi::record
