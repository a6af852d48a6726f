/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI 5.0, 20.4: handles as integers for layers between two ABIs, and back; predefined handles keep
   the values of the ABI. Fortran integers are the same there. */
#include "check.h"

#define THERE_AND_BACK(Kind, handle)                                     \
  do {                                                                   \
    CHECK(MPI_##Kind##_fromint(MPI_##Kind##_toint(handle)) == (handle)); \
    CHECK(MPI_##Kind##_f2c(MPI_##Kind##_c2f(handle)) == (handle));       \
  } while (0)

static void test_predefined(void) {
  THERE_AND_BACK(Comm, MPI_COMM_WORLD);
  THERE_AND_BACK(Comm, MPI_COMM_NULL);
  THERE_AND_BACK(Type, MPI_DOUBLE);
  THERE_AND_BACK(Op, MPI_SUM);
  THERE_AND_BACK(Errhandler, MPI_ERRORS_RETURN);
  THERE_AND_BACK(File, MPI_FILE_NULL);
  THERE_AND_BACK(Group, MPI_GROUP_EMPTY);
  THERE_AND_BACK(Info, MPI_INFO_ENV);
  THERE_AND_BACK(Message, MPI_MESSAGE_NO_PROC);
  THERE_AND_BACK(Request, MPI_REQUEST_NULL);
  THERE_AND_BACK(Session, MPI_SESSION_NULL);
  THERE_AND_BACK(Win, MPI_WIN_NULL);
  CHECK(MPI_Comm_toint(MPI_COMM_WORLD) == (int)(long)MPI_COMM_WORLD);
  CHECK(MPI_Type_toint(MPI_INT) == (int)(long)MPI_INT);
}

int main(int argc, char** argv) {
  MPI_Comm twin, same;
  MPI_Group group;
  MPI_Info info;
  MPI_Session session;
  MPI_Request request;
  MPI_Win window;
  int size = 0, value;
  start_test(&argc, &argv);
  test_predefined();
  MPI_Comm_dup(MPI_COMM_WORLD, &twin);
  THERE_AND_BACK(Comm, twin);
  CHECK(MPI_Comm_toint(twin) != MPI_Comm_toint(MPI_COMM_WORLD));
  same = MPI_Comm_fromint(MPI_Comm_toint(twin));
  MPI_Comm_size(same, &size);
  CHECK(size == world_size);
  MPI_Comm_group(twin, &group);
  THERE_AND_BACK(Group, group);
  MPI_Info_create(&info);
  THERE_AND_BACK(Info, info);
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  THERE_AND_BACK(Session, session);
  MPI_Win_create(&value, sizeof value, 1, MPI_INFO_NULL, twin, &window);
  THERE_AND_BACK(Win, window);
  MPI_Recv_init(&value, 1, MPI_INT, 0, 0, twin, &request);
  THERE_AND_BACK(Request, request);
  MPI_Request_free(&request);
  MPI_Win_free(&window);
  MPI_Session_finalize(&session);
  MPI_Info_free(&info);
  MPI_Group_free(&group);
  MPI_Comm_free(&same);
  return end_test();
}
