/* SPDX-License-Identifier: BSD-3-Clause
 * Counts what an MPICH over UCX sends to each rank: linked into a program (-rdynamic), it stands
 * before UCX's functions that send. MPICH's collectives call its internal functions, so a wrapper
 * of MPI functions sees none of their messages. With MPIR_CVAR_NOLOCAL=1 every message goes through
 * UCX; else those inside a host go through its memory. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucp/api/ucp.h>

/* Of an endpoint. Which rank it leads to is learnt by sending there. */
struct Counts {
  ucp_ep_h endpoint;
  size_t messages, bytes;
};
enum { most_endpoints = 4096 };
static struct Counts table[most_endpoints];
static int endpoints;
static int endpoint_of[most_endpoints]; /* by rank */

/* MPICH describes data with gaps by functions; the size of a message is asked from them. */
struct Generic {
  ucp_datatype_t type;
  ucp_generic_dt_ops_t ops;
  void* context;
};
enum { most_types = 4096 };
static struct Generic generics[most_types];
static int types;

static void* next(const char* name) {
  void* found = dlsym(RTLD_NEXT, name);
  if (found == NULL) abort();
  return found;
}

ucs_status_t ucp_dt_create_generic(const ucp_generic_dt_ops_t* ops, void* context,
                                   ucp_datatype_t* type) {
  ucs_status_t (*real)(const ucp_generic_dt_ops_t*, void*, ucp_datatype_t*) =
      (ucs_status_t(*)(const ucp_generic_dt_ops_t*, void*, ucp_datatype_t*))next(__func__);
  const ucs_status_t status = real(ops, context, type);
  if (types == most_types) abort();
  generics[types++] = (struct Generic){*type, *ops, context};
  return status;
}

static size_t size_bytes(const void* buffer, size_t count, const ucp_request_param_t* param) {
  if ((param->op_attr_mask & UCP_OP_ATTR_FIELD_DATATYPE) == 0) return count;
  if ((param->datatype & UCP_DATATYPE_CLASS_MASK) == UCP_DATATYPE_CONTIG)
    return count * (param->datatype >> UCP_DATATYPE_SHIFT);
  for (int i = types - 1; i >= 0; i--) {
    if (generics[i].type != param->datatype) continue;
    void* state = generics[i].ops.start_pack(generics[i].context, buffer, count);
    /* The state stays: to finish it would give back a reference that the message still needs. */
    return generics[i].ops.packed_size(state);
  }
  abort();
}

static int place_of(ucp_ep_h endpoint) {
  for (int i = 0; i < endpoints; i++)
    if (table[i].endpoint == endpoint) return i;
  if (endpoints == most_endpoints) abort();
  table[endpoints].endpoint = endpoint;
  return endpoints++;
}

static void note(ucp_ep_h endpoint, const void* buffer, size_t count,
                 const ucp_request_param_t* param) {
  struct Counts* counts = &table[place_of(endpoint)];
  counts->messages++;
  counts->bytes += size_bytes(buffer, count, param);
}

typedef ucs_status_ptr_t Send(ucp_ep_h, const void*, size_t, ucp_tag_t, const ucp_request_param_t*);

ucs_status_ptr_t ucp_tag_send_nbx(ucp_ep_h endpoint, const void* buffer, size_t count,
                                  ucp_tag_t tag, const ucp_request_param_t* param) {
  static Send* real;
  if (real == NULL) real = (Send*)next(__func__);
  note(endpoint, buffer, count, param);
  return real(endpoint, buffer, count, tag, param);
}

ucs_status_ptr_t ucp_tag_send_sync_nbx(ucp_ep_h endpoint, const void* buffer, size_t count,
                                       ucp_tag_t tag, const ucp_request_param_t* param) {
  static Send* real;
  if (real == NULL) real = (Send*)next(__func__);
  note(endpoint, buffer, count, param);
  return real(endpoint, buffer, count, tag, param);
}

/* A rank that waits makes room for those that share its core; else thirty ranks take minutes. */
unsigned ucp_worker_progress(ucp_worker_h worker) {
  static unsigned (*real)(ucp_worker_h);
  if (real == NULL) real = (unsigned (*)(ucp_worker_h))next(__func__);
  const unsigned progress = real(worker);
  if (progress == 0) sched_yield();
  return progress;
}

/* One message to each rank: the endpoint whose count grows leads there. */
void counter_start(int rank, int size) {
  for (int distance = 1; distance < size; distance++) {
    const int to = (rank + distance) % size;
    const int from = (rank - distance + size) % size;
    size_t before[most_endpoints];
    for (int i = 0; i < most_endpoints; i++) before[i] = table[i].messages;
    MPI_Sendrecv(NULL, 0, MPI_BYTE, to, 0, NULL, 0, MPI_BYTE, from, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    endpoint_of[to] = -1;
    for (int i = 0; i < endpoints; i++)
      if (table[i].messages > before[i]) endpoint_of[to] = i;
    if (endpoint_of[to] < 0) {
      fprintf(stderr, "a message from %d to %d did not go through UCX\n", rank, to);
      MPI_Abort(MPI_COMM_WORLD, 2);
    }
  }
  endpoint_of[rank] = -1;
}

void counter_read(int size, size_t* messages, size_t* bytes) {
  for (int to = 0; to < size; to++) {
    const int place = endpoint_of[to];
    messages[to] = place < 0 ? 0 : table[place].messages;
    bytes[to] = place < 0 ? 0 : table[place].bytes;
  }
}
