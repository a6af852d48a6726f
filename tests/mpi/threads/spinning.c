/* SPDX-License-Identifier: BSD-3-Clause */
/* A thread waits for a message while the main one spins: it tries what the thread holds, or locks,
   looks and unlocks, until the thread is done. */
#include <pthread.h>
#include <semaphore.h>

#include "check.h"

enum { forms = 5 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, started = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t begun = PTHREAD_COND_INITIALIZER;
static pthread_spinlock_t spin;
static sem_t semaphore;
static int form, has_begun, done;

/* Takes what the form spins on, says so, waits for a message, gives it back. */
static void* receiver(void* result) {
  if (form == 0) pthread_mutex_lock(&mutex);
  if (form == 1) pthread_rwlock_wrlock(&lock);
  if (form == 2) pthread_spin_lock(&spin);
  pthread_mutex_lock(&started);
  has_begun = 1;
  pthread_cond_signal(&begun);
  pthread_mutex_unlock(&started);
  MPI_Recv(result, 1, MPI_INT, MPI_ANY_SOURCE, form, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (form == 0) pthread_mutex_unlock(&mutex);
  if (form == 1) pthread_rwlock_unlock(&lock);
  if (form == 2) pthread_spin_unlock(&spin);
  if (form == 3) sem_post(&semaphore);
  if (form == 4) {
    pthread_mutex_lock(&mutex);
    done = 1;
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

static void spin_until_done(void) {
  int is_done = 0;
  switch (form) {
    case 0:
      while (pthread_mutex_trylock(&mutex) != 0) continue;
      pthread_mutex_unlock(&mutex);
      break;
    case 1:
      while (pthread_rwlock_tryrdlock(&lock) != 0) continue;
      pthread_rwlock_unlock(&lock);
      break;
    case 2:
      while (pthread_spin_trylock(&spin) != 0) continue;
      pthread_spin_unlock(&spin);
      break;
    case 3:
      while (sem_trywait(&semaphore) != 0) continue;
      break;
    default:
      while (!is_done) {
        pthread_mutex_lock(&mutex);
        is_done = done;
        pthread_mutex_unlock(&mutex);
      }
  }
}

int main(int argc, char** argv) {
  int provided, other;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world_size);
  CHECK(provided == MPI_THREAD_MULTIPLE);
  other = (world_rank + 1) % world_size;
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  sem_init(&semaphore, 0, 0);
  for (form = 0; form < forms; form++) {
    pthread_t thread;
    int got = -1, given = 100 * other + form;
    has_begun = 0;
    pthread_create(&thread, NULL, receiver, &got);
    pthread_mutex_lock(&started);
    while (!has_begun) pthread_cond_wait(&begun, &started);
    pthread_mutex_unlock(&started);
    MPI_Send(&given, 1, MPI_INT, other, form, MPI_COMM_WORLD);
    spin_until_done();
    pthread_join(thread, NULL);
    CHECK(got == 100 * world_rank + form, "form %d: %d", form, got);
  }
  return end_test();
}
