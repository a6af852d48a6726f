/* SPDX-License-Identifier: BSD-3-Clause */
/* A blocking receive, barrier or probe in one thread does not stop the others, and the message it
   waits for may be sent by another thread of the same rank. */
#include <pthread.h>
#include <semaphore.h>

#include "../check.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int received = 0;

static void* receive(void* unused) {
  MPI_Status status;
  int value = 0;
  (void)unused;
  MUST(MPI_Probe(world_rank, 7, MPI_COMM_WORLD, &status));
  MUST(MPI_Recv(&value, 1, MPI_INT, world_rank, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  pthread_mutex_lock(&mutex);
  received = value;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static MPI_Comm duplicate;
static sem_t passed;

static void* pass_barrier(void* unused) {
  (void)unused;
  MUST(MPI_Barrier(duplicate));
  sem_post(&passed);
  return NULL;
}

int main(int argc, char** argv) {
  int provided, value = 42;
  pthread_t receiver, waiter;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world_size);
  MUST(MPI_Comm_dup(MPI_COMM_WORLD, &duplicate));

  CHECK(pthread_create(&receiver, NULL, receive, NULL) == 0);
  MUST(MPI_Barrier(MPI_COMM_WORLD));
  MUST(MPI_Send(&value, 1, MPI_INT, world_rank, 7, MPI_COMM_WORLD));
  pthread_mutex_lock(&mutex);
  while (received == 0) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  CHECK(received == 42);
  CHECK(pthread_join(receiver, NULL) == 0);

  /* Rank 0 enters the barrier of the duplicate last, after a message from every other rank, whose
     thread is in that barrier. */
  CHECK(sem_init(&passed, 0, 0) == 0);
  if (world_rank > 0) {
    CHECK(pthread_create(&waiter, NULL, pass_barrier, NULL) == 0);
    MUST(MPI_Send(&value, 1, MPI_INT, 0, 8, MPI_COMM_WORLD));
    CHECK(pthread_join(waiter, NULL) == 0);
  } else {
    for (int i = 1; i < world_size; i++) {
      MUST(MPI_Recv(&value, 1, MPI_INT, i, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    }
    pass_barrier(NULL);
  }
  CHECK(sem_wait(&passed) == 0);
  CHECK(sem_trywait(&passed) == -1);
  MUST(MPI_Comm_free(&duplicate));
  return end_test();
}
