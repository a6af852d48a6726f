// SPDX-License-Identifier: BSD-3-Clause
//
// libsmpi-acquire.so: records the MPI calls of a real run (docs/acquire.md).
//
// Built by the user's own MPI compiler, because handles and constants of MPI libraries differ, and
// preloaded. It defines MPI_X and PMPI_X: programs in C call the first, the Fortran layers of Open
// MPI and MPICH call either, from another shared library. So one pair of names serves C, mpif.h and
// both modules, and a depth counter makes each call count once, whoever calls whom. The real
// functions are the next ones in the search order.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RECORDER_PAUSES
#include "libsmpi/watch/trace/recorder/wrappers.h"
#include "tools/acquire/recording.h"
#include "tools/acquire/virtual_library.h"
#include "tools/acquire/virtual_time.h"

#define RECORDER_WITHOUT_PARTITIONED
#define RECORDED(name) MPI_##name
#define REAL(name) (*real_##name)
/* The second name of a wrapper, and the function behind it. */
#define DECLARE_REAL(name)                     \
  static __typeof__(PMPI_##name)* real_##name; \
  __typeof__(PMPI_##name) PMPI_##name __attribute__((alias("MPI_" #name)));
#define RECORDED_ROW(name) \
  { "PMPI_" #name, (void**)(void*)&real_##name }
#define RECORDED_END \
  { NULL, NULL }
#define RECORDED_TABLE  \
  static const struct { \
    const char* name;   \
    void** place;       \
  } real_functions[]

#include <mpi_trace_wrappers.inc>

static int is_running;             /* between MPI_Init and MPI_Finalize */
static recorder_of_rank* recorder; /* of this process meanwhile; null: there is no trace */
static int rank_of_process;
static int rank_count;
static MPI_Group world_group;
/* Of the library's own messages: the program of a rank may still look for any of its own when
   others are in MPI_Finalize. */
static MPI_Comm own_comm;
static __thread int depth;          /* of calls of MPI in this thread */
static __thread int is_main_thread; /* that called MPI_Init */
static int is_paused;               /* by MPI_Pcontrol */
static int (*real_Pcontrol)(int, ...);

__attribute__((constructor)) static void find_real_functions(void) {
  for (int i = 0; real_functions[i].name != NULL; i++) {
    *real_functions[i].place = dlsym(RTLD_NEXT, real_functions[i].name);
  }
  *(void**)(void*)&real_Pcontrol = dlsym(RTLD_NEXT, "PMPI_Pcontrol");
}

int library_depth(void) {
  return is_running ? depth : 0;
}

void* library_replace(const char* name, void* replacement) {
  for (int i = 0; real_functions[i].name != NULL; i++) {
    if (strcmp(real_functions[i].name, name) != 0) continue;
    void* const real = *real_functions[i].place;
    *real_functions[i].place = replacement;
    return real;
  }
  return NULL;
}

void library_fail(const char* message) {
  fprintf(stderr, "smpi-acquire: rank %d: %s\n", rank_of_process, message);
  PMPI_Abort(MPI_COMM_WORLD, 2);
}

recorder_call recorder_enter(const void* return_address) {
  recorder_call call = {NULL, return_address, 0};
  if (depth++ > 0 || !is_running) return call;
  if (!is_main_thread)
    library_fail("a thread calls MPI that did not call MPI_Init: that is not recorded");
  acquire_begin_call(!is_paused);
  call.recorder = recorder;
  return call;
}

recorder_call recorder_enter_pausable(const void* return_address) {
  recorder_call call = recorder_enter(return_address);
  if (is_paused) call.recorder = NULL;
  return call;
}

/* What was begun before a pause is completed in it. */
int recorder_keeps(const taken_requests* taken) {
  if (!is_paused) return 1;
  for (int i = 0; i < taken->count; i++) {
    if (taken->numbers[i] != 0) return 1;
  }
  return 0;
}

/* SMPI_ACQUIRE_CONTROL=pcontrol: level 0 pauses, any other goes on. Computation up to here counts
   as what is before. */
int MPI_Pcontrol(const int level, ...) {
  const recorder_call call = recorder_enter(__builtin_return_address(0));
  if (call.recorder != NULL && acquire_is_controlled()) is_paused = level == 0;
  const int code = real_Pcontrol != NULL ? real_Pcontrol(level) : MPI_SUCCESS;
  recorder_leave(&call);
  return code;
}
int PMPI_Pcontrol(const int level, ...) __attribute__((alias("MPI_Pcontrol")));

void recorder_leave(const recorder_call* call) {
  (void)call;
  if (--depth == 0 && is_running) acquire_end_call();
}

static void measure_type(intptr_t key, int64_t* size, int64_t* extent) {
  const MPI_Datatype type = (MPI_Datatype)key;
  MPI_Count bytes = 0, lower_bound = 0, length = 0;
  PMPI_Type_size_x(type, &bytes);
  PMPI_Type_get_extent_x(type, &lower_bound, &length);
  *size = bytes;
  *extent = length;
}

static int commutes(intptr_t key) {
  int answer = 0;
  PMPI_Op_commutative((MPI_Op)key, &answer);
  return answer;
}

static uint32_t no_site(const void* caller) {
  (void)caller;
  return 0;
}

static int is_inter(MPI_Comm comm) {
  int flag = 0;
  PMPI_Comm_test_inter(comm, &flag);
  return flag;
}

/* Each rank counts the communicators that it is in; the members take the greatest count. So no rank
   has one number twice, and those that share no rank may have the same. */
static int64_t agree_on_number(MPI_Comm comm) {
  int64_t mine = acquire_next_communicator();
  int64_t greatest = mine;
  PMPI_Allreduce(&mine, &greatest, 1, MPI_INT64_T, MPI_MAX, comm);
  if (is_inter(comm)) { /* that was of the other side */
    if (greatest > mine) mine = greatest;
    PMPI_Allreduce(&mine, &greatest, 1, MPI_INT64_T, MPI_MAX, comm);
    if (mine > greatest) greatest = mine;
  }
  return greatest;
}

static void made_communicator(unsigned rank, intptr_t key, int64_t number, int is_made) {
  (void)rank;
  if (!acquire_wants_communicators()) return;
  const MPI_Comm comm = (MPI_Comm)key;
  const int64_t in_run = is_made && acquire_is_in_common_call() ? agree_on_number(comm) : -1;
  MPI_Group group;
  if (is_inter(comm)) {
    PMPI_Comm_remote_group(comm, &group);
  } else {
    PMPI_Comm_group(comm, &group);
  }
  int count = 0;
  PMPI_Group_size(group, &count);
  int* members = malloc((size_t)count * sizeof *members * 2);
  int* places = members + count;
  for (int i = 0; i < count; i++) places[i] = i;
  PMPI_Group_translate_ranks(group, count, places, world_group, members);
  acquire_note_communicator(number, in_run, members, count);
  free(members);
  PMPI_Group_free(&group);
}

static const recorder_world world = {measure_type, commutes, NULL, made_communicator, no_site};

/* A launcher may lose what processes said before they abort, and each would say the same: so they
   end in good order, and the first that could not begin says why. */
static void end_together_unless(int has_begun) {
  const int mine = has_begun ? rank_count : rank_of_process;
  int first = 0;
  PMPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (first == rank_count) return;
  if (first == rank_of_process) fprintf(stderr, "smpi-acquire: %s\n", acquire_problem());
  PMPI_Finalize();
  exit(2);
}

void recorder_begin_rank(const recorder_call* call) {
  (void)call;
  if (is_running) return;
  char library[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  PMPI_Get_library_version(library, &length);
  library[strcspn(library, ",\n")] = '\0';
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank_of_process);
  PMPI_Comm_size(MPI_COMM_WORLD, &rank_count);
  PMPI_Comm_group(MPI_COMM_WORLD, &world_group);
  is_main_thread = 1;
  recorder_of_rank* opened = acquire_open(rank_of_process, rank_count, &world, library);
  end_together_unless(opened != NULL);
  PMPI_Comm_dup(MPI_COMM_WORLD, &own_comm);
  recorder_predefine(opened);
  recorder_start(opened);
  if (rank_of_process == 0 && acquire_writes_trace() && acquire_note()[0] != '\0') {
    fprintf(stderr, "smpi-acquire: %s\n", acquire_note());
  }
  is_paused = acquire_is_controlled();
  if (acquire_writes_trace()) recorder = opened;
  if (acquire_has_clock()) virtual_begin();
  is_running = 1;
}

enum { piece_bytes = 1 << 20 };

static void send_bytes(const char* bytes, int64_t size, int rank) {
  REAL(Send)(&size, 8, MPI_BYTE, rank, 0, own_comm);
  for (int64_t sent = 0; sent < size; sent += piece_bytes) {
    const int64_t left = size - sent;
    REAL(Send)
    (bytes + sent, left < piece_bytes ? (int)left : piece_bytes, MPI_BYTE, rank, 0, own_comm);
  }
}

/* With a zero behind them; whoever asked for them frees them. */
static char* receive_bytes(int64_t* size, int rank) {
  REAL(Recv)(size, 8, MPI_BYTE, rank, 0, own_comm, MPI_STATUS_IGNORE);
  char* bytes = malloc((size_t)*size + 1);
  if (bytes == NULL) library_fail("no memory for the trace of another rank");
  for (int64_t got = 0; got < *size; got += piece_bytes) {
    const int64_t left = *size - got;
    REAL(Recv)
    (bytes + got, left < piece_bytes ? (int)left : piece_bytes, MPI_BYTE, rank, 0, own_comm,
     MPI_STATUS_IGNORE);
  }
  bytes[*size] = '\0';
  return bytes;
}

/* Files of ranks on other machines that rank 0 cannot see are sent to it. */
static int64_t size_of_file(const char* path) {
  FILE* file = fopen(path, "rb");
  if (file == NULL) return -1;
  fseek(file, 0, SEEK_END);
  const int64_t size = ftell(file);
  fclose(file);
  return size;
}

static void send_file(const char* path, int64_t size) {
  static char piece[piece_bytes];
  FILE* file = fopen(path, "rb");
  if (file == NULL) library_fail("its own trace is gone");
  for (int64_t sent = 0; sent < size;) {
    const size_t count = fread(piece, 1, piece_bytes, file);
    if (count == 0) library_fail("its own trace cannot be read");
    REAL(Send)(piece, (int)count, MPI_BYTE, 0, 0, own_comm);
    sent += (int64_t)count;
  }
  fclose(file);
  remove(path);
}

static void receive_file(int rank, int64_t size) {
  static char piece[piece_bytes];
  char path[acquire_path_bytes];
  acquire_path_of(rank, path);
  FILE* file = fopen(path, "wb");
  if (file == NULL) library_fail("cannot write the trace of another rank");
  for (int64_t got = 0; got < size;) {
    MPI_Status status;
    int count = 0;
    REAL(Recv)(piece, piece_bytes, MPI_BYTE, rank, 0, own_comm, &status);
    PMPI_Get_count(&status, MPI_BYTE, &count);
    if (fwrite(piece, 1, (size_t)count, file) != (size_t)count) library_fail("the disk is full");
    got += count;
  }
  if (fclose(file) != 0) library_fail("the disk is full");
}

static void gather_files(void) {
  char path[acquire_path_bytes];
  acquire_path_of(rank_of_process, path);
  const int64_t size = size_of_file(path);
  for (int rank = 1; rank < rank_count; rank++) {
    int must_send = 0;
    if (rank_of_process == 0) {
      int64_t its_size = 0;
      REAL(Recv)(&its_size, 8, MPI_BYTE, rank, 0, own_comm, MPI_STATUS_IGNORE);
      acquire_path_of(rank, path);
      must_send = size_of_file(path) != its_size;
      REAL(Send)(&must_send, 1, MPI_INT, rank, 0, own_comm);
      if (must_send) receive_file(rank, its_size);
    } else if (rank_of_process == rank) {
      REAL(Send)(&size, 8, MPI_BYTE, 0, 0, own_comm);
      REAL(Recv)(&must_send, 1, MPI_INT, 0, 0, own_comm, MPI_STATUS_IGNORE);
      if (must_send) send_file(path, size);
    }
  }
}

static void compare_headers(void) {
  char mine[acquire_header_bytes];
  char of_zero[acquire_header_bytes];
  snprintf(mine, sizeof mine, "%s", acquire_header());
  memcpy(of_zero, mine, sizeof mine);
  REAL(Bcast)(of_zero, sizeof of_zero, MPI_BYTE, 0, own_comm);
  if (!acquire_same_instructions(mine, of_zero)) {
    library_fail(
        "its processor has other instructions than that of rank 0: volumes cannot be compared");
  }
}

static void merge_at_root(void) {
  gather_files();
  if (rank_of_process == 0 && acquire_join(rank_count) != 0) PMPI_Abort(MPI_COMM_WORLD, 2);
}

/* A binary tree in which the ranks of a subtree have one stride (Noeth et al., JPDC 2009): with q =
   rank + 1 and m its highest bit, the children are those with m/2 (or not) put behind 2m. */
static void merge_in_tree(void) {
  const int q = rank_of_process + 1;
  int m = 1;
  while (2 * m <= q) m *= 2;
  for (int k = 0; k < 2; k++) {
    const int child = (2 * m | k * m | (q & ~m)) - 1;
    if (child >= rank_count) continue;
    int64_t size = 0;
    char* bytes = receive_bytes(&size, child);
    if (acquire_add_part(bytes, size) != 0) PMPI_Abort(MPI_COMM_WORLD, 2);
    free(bytes);
  }
  const char* bytes = NULL;
  int64_t size = 0;
  if (rank_of_process == 0) {
    if (acquire_write_whole() != 0) PMPI_Abort(MPI_COMM_WORLD, 2);
    return;
  }
  if (acquire_part(&bytes, &size) != 0) PMPI_Abort(MPI_COMM_WORLD, 2);
  send_bytes(bytes, size, (m / 2 | (q & ~m & ~(m / 2))) - 1);
}

/* Rank 0 says for all what level 1 left out. */
static void gather_left_out(void) {
  const char* mine = acquire_left_out();
  if (rank_of_process > 0) {
    send_bytes(mine, (int64_t)strlen(mine), 0);
    return;
  }
  acquire_add_left_out(mine);
  for (int rank = 1; rank < rank_count; rank++) {
    int64_t size = 0;
    char* lines = receive_bytes(&size, rank);
    acquire_add_left_out(lines);
    free(lines);
  }
  acquire_warn_of_left_out();
}

static void finish_trace(void) {
  recorder_finish(recorder);
  recorder = NULL;
  if (acquire_close() != 0) PMPI_Abort(MPI_COMM_WORLD, 2);
  compare_headers();
  if (acquire_wants_communicators()) gather_left_out();
  switch (acquire_merge()) {
    case acquire_merge_root:
      merge_at_root();
      break;
    case acquire_merge_tree:
      merge_in_tree();
      break;
    case acquire_merge_none:
      if (rank_of_process == 0) acquire_tell_parts();
      break;
  }
}

void recorder_before_finalize(const recorder_call* call) {
  (void)call;
  if (!is_running || depth > 1) return;
  if (acquire_has_clock()) virtual_end(own_comm);
  is_running = 0;
  if (recorder != NULL) finish_trace();
  PMPI_Group_free(&world_group);
  PMPI_Comm_free(&own_comm);
}

void recorder_after_finalize(const recorder_call* call) {
  (void)call;
}

int recorder_size(MPI_Comm comm) {
  int size = 0;
  PMPI_Comm_size(comm, &size);
  return size;
}

int recorder_partners(MPI_Comm comm) {
  if (!is_inter(comm)) return recorder_size(comm);
  int size = 0;
  PMPI_Comm_remote_size(comm, &size);
  return size;
}

int recorder_is_root(MPI_Comm comm, int root) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return is_inter(comm) ? root == MPI_ROOT : root == rank;
}

int recorder_takes_part(MPI_Comm comm, int root) {
  return root >= 0 || !is_inter(comm);
}

int recorder_dimensions(MPI_Comm comm) {
  int count = 0;
  PMPI_Cartdim_get(comm, &count);
  return count;
}

void recorder_neighbours(MPI_Comm comm, int* sources, int* destinations) {
  int kind = MPI_UNDEFINED;
  int is_weighted = 0;
  PMPI_Topo_test(comm, &kind);
  if (kind == MPI_DIST_GRAPH) {
    PMPI_Dist_graph_neighbors_count(comm, sources, destinations, &is_weighted);
  } else if (kind == MPI_CART) {
    *sources = *destinations = 2 * recorder_dimensions(comm);
  } else if (kind == MPI_GRAPH) {
    int rank = 0;
    PMPI_Comm_rank(comm, &rank);
    PMPI_Graph_neighbors_count(comm, rank, sources);
    *destinations = *sources;
  }
}

void recorder_add_group(recorder_of_rank* of_rank, MPI_Group group) {
  int size = 0;
  PMPI_Group_size(group, &size);
  recorder_add(of_rank, size);
  for (int member = 0; member < size; member++) {
    int rank = MPI_UNDEFINED;
    PMPI_Group_translate_ranks(group, 1, &member, world_group, &rank);
    recorder_add(of_rank, rank == MPI_UNDEFINED ? word_nobody : rank);
  }
}

int64_t recorder_opened_bytes(MPI_File file) {
  MPI_Offset bytes = 0;
  PMPI_File_get_size(file, &bytes);
  return (int64_t)bytes;
}

void recorder_add_info(recorder_of_rank* r, MPI_Info info) {
  char text[4096] = "";
  int count = 0;
  if (info != MPI_INFO_NULL) PMPI_Info_get_nkeys(info, &count);
  for (int i = 0; i < count; i++) {
    char key[MPI_MAX_INFO_KEY + 1], value[256];
    int is_there = 0;
    PMPI_Info_get_nthkey(info, i, key);
    PMPI_Info_get(info, key, (int)sizeof value - 1, value, &is_there);
    const size_t used = strlen(text);
    if (!is_there || used + strlen(key) + strlen(value) + 3 > sizeof text) continue;
    snprintf(text + used, sizeof text - used, "%s%s=%s", used > 0 ? "," : "", key, value);
  }
  recorder_add_text(r, text);
}

int64_t recorder_received_bytes(const MPI_Status* status) {
  MPI_Count bytes = 0;
  PMPI_Get_elements_x((MPI_Status*)status, MPI_BYTE, &bytes);
  return bytes == MPI_UNDEFINED ? 0 : bytes;
}
