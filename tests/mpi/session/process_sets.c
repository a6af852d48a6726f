/* SPDX-License-Identifier: BSD-3-Clause */
/* The process sets: their names, lengths, sizes and groups. */
#include "session.h"

static int set_size(MPI_Session session, const char* name) {
  char value[32];
  int flag = 0;
  MPI_Info info;
  MUST(MPI_Session_get_pset_info(session, name, &info));
  MPI_Info_get(info, "mpi_size", 31, value, &flag);
  MPI_Info_free(&info);
  CHECK(flag);
  return atoi(value);
}

int main(void) {
  MPI_Session session;
  MPI_Comm comm = open_session(&session, "session.sets");
  int count, length, size, rank, i, found = 0;
  MUST(MPI_Session_get_num_psets(session, MPI_INFO_NULL, &count));
  CHECK(count >= 2);
  for (i = 0; i < count; i++) {
    char name[MPI_MAX_PSET_NAME_LEN], shorter[5] = "????";
    MPI_Group group;
    length = 0;
    MUST(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, NULL));
    CHECK(length > 4 && length <= MPI_MAX_PSET_NAME_LEN);
    MUST(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, name));
    CHECK((int)strlen(name) == length - 1, "%s", name);
    length = 5;
    MUST(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, shorter));
    CHECK(strncmp(shorter, name, 4) == 0 && shorter[4] == '\0');
    MUST(MPI_Group_from_session_pset(session, name, &group));
    MPI_Group_size(group, &size);
    MPI_Group_rank(group, &rank);
    CHECK(size == set_size(session, name), "%s", name);
    CHECK(rank >= 0 && rank < size);
    if (strcmp(name, "mpi://WORLD") == 0) found += size == world_size && rank == world_rank;
    if (strcmp(name, "mpi://SELF") == 0) found += size == 1 && rank == 0;
    MPI_Group_free(&group);
  }
  CHECK(found == 2);
  return close_session(&session, &comm);
}
