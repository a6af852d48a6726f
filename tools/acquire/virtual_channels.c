// SPDX-License-Identifier: BSD-3-Clause
//
// Stamps travel on copies of the program's communicators, so they meet none of its messages. A copy
// is made when its communicator is, in the same call, by the same ranks, and freed with it. Those
// that processes make who do not know each other (MPI_Comm_spawn, connect, sessions) have none:
// their messages take no time, and the report counts them.
//
// The copy of a copy: attributes of the program are not copied twice, topologies are.
#include <mpi.h>
#include <stdlib.h>

#include "tools/acquire/virtual_library.h"
#include "tools/acquire/virtual_messages.h"
#include "tools/acquire/virtual_time.h"

static int keyval = MPI_KEYVAL_INVALID;

channel* channel_known(MPI_Comm comm) {
  void* found = NULL;
  int is_there = 0;
  if (comm == MPI_COMM_NULL) return NULL;
  PMPI_Comm_get_attr(comm, keyval, &found, &is_there);
  return is_there ? found : NULL;
}

channel* channel_of(MPI_Comm comm) {
  channel* const found = channel_known(comm);
  if (found == NULL && comm != MPI_COMM_NULL) {
    acquire_leave_out_of_clock("calls on communicators of MPI_Comm_spawn, connect or sessions");
  }
  return found;
}

int channel_is_root(const channel* on, int root) {
  return on->own < 0 ? root == MPI_ROOT : root == on->own;
}

static void describe(channel* made) {
  int is_inter = 0, size = 0;
  PMPI_Comm_set_errhandler(made->comm, MPI_ERRORS_RETURN);
  PMPI_Comm_test_inter(made->comm, &is_inter);
  PMPI_Comm_rank(made->comm, &made->rank);
  if (is_inter) {
    PMPI_Comm_size(made->comm, &made->locals);
    PMPI_Comm_remote_size(made->comm, &size);
    made->partners = made->lengths = size;
    made->own = -1;
  } else {
    PMPI_Comm_size(made->comm, &size);
    made->partners = size - 1;
    made->lengths = made->locals = size;
    made->own = made->rank;
  }
  while ((1L << made->rounds) < made->partners + 1L) made->rounds++;
}

static void attach(channel* made, MPI_Comm comm) {
  describe(made);
  PMPI_Comm_set_attr(comm, keyval, made);
}

static void copy_for(MPI_Comm original, MPI_Comm comm) {
  channel* made = calloc(1, sizeof *made);
  PMPI_Comm_dup(original, &made->comm);
  attach(made, comm);
}

void channel_make(MPI_Comm comm) {
  if (comm != MPI_COMM_NULL) copy_for(comm, comm);
}

void channel_make_copy(MPI_Comm parent, MPI_Comm comm) {
  const channel* const known = channel_known(parent);
  if (known != NULL && comm != MPI_COMM_NULL) copy_for(known->comm, comm);
}

channel* channel_begin_copy(const channel* parent, MPI_Request* request) {
  channel* made = calloc(1, sizeof *made);
  PMPI_Comm_idup(parent->comm, &made->comm, request);
  return made;
}

void channel_end_copy(channel* made, MPI_Comm comm) {
  attach(made, comm);
}

void channel_begin(void) {
  PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
  channel_make(MPI_COMM_WORLD);
  channel_make(MPI_COMM_SELF);
}

void channel_free_if_done(channel* freed) {
  if (!freed->is_freed || freed->users > 0) return;
  PMPI_Comm_free(&freed->comm);
  free(freed);
}

void channel_free(channel* freed) {
  freed->is_freed = 1;
  channel_free_if_done(freed);
}
