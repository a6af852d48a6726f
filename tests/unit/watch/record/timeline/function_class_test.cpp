// SPDX-License-Identifier: BSD-3-Clause
//
// Names of functions that begin alike and are of different kinds.
#include "libsmpi/watch/record/timeline/function_class.h"

#include <gtest/gtest.h>

namespace smpi::record {
namespace {

TEST(FunctionClass, KindsByName) {
  using enum FunctionClass;
  EXPECT_EQ(class_of_function("MPI_Send"), point_to_point);
  EXPECT_EQ(class_of_function("MPI_Isend"), point_to_point);
  EXPECT_EQ(class_of_function("MPI_Recv_init"), point_to_point);
  EXPECT_EQ(class_of_function("MPI_Waitall"), completion);
  EXPECT_EQ(class_of_function("MPI_Bcast"), collective);
  EXPECT_EQ(class_of_function("MPI_Ibcast"), collective);
  EXPECT_EQ(class_of_function("MPI_Iallreduce"), collective);
  EXPECT_EQ(class_of_function("MPI_Allreduce_c"), collective);
  EXPECT_EQ(class_of_function("MPI_Get"), one_sided);
  EXPECT_EQ(class_of_function("MPI_Get_count"), other);
  EXPECT_EQ(class_of_function("MPI_Win_fence"), one_sided);
  EXPECT_EQ(class_of_function("MPI_File_read"), file);
  EXPECT_EQ(class_of_function("MPI_Comm_split"), other);
  EXPECT_EQ(class_of_function("MPI_Pack"), other);
  EXPECT_EQ(class_of_function("hipStreamSynchronize"), device);
}

TEST(FunctionClass, OnlyBlockingCollectivesHaveAKind) {
  EXPECT_EQ(collective_kind("MPI_Bcast"), CollectiveKind::bcast);
  EXPECT_EQ(collective_kind("MPI_Gatherv_c"), CollectiveKind::gatherv);
  EXPECT_EQ(collective_kind("MPI_Ibcast"), std::nullopt);
  EXPECT_EQ(collective_kind("MPI_Send"), std::nullopt);
  EXPECT_TRUE(has_root(CollectiveKind::reduce));
  EXPECT_FALSE(has_root(CollectiveKind::allreduce));
}

}  // namespace
}  // namespace smpi::record
