/* SPDX-License-Identifier: BSD-3-Clause */
/* Threads of a rank that wait for ever, or that the end of their process ends. */
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;

static void lock_both(pthread_mutex_t* one, pthread_mutex_t* other) {
  pthread_mutex_lock(one);
  usleep(1000);
  pthread_mutex_lock(other);
}

static void* lock_backwards(void* unused) {
  lock_both(&second, &first);
  return unused;
}

static void* receive_for_ever(void* unused) {
  int value;
  MPI_Recv(&value, 1, MPI_INT, 0, 99, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  return unused;
}

static void* end_process(void* unused) {
  usleep(1000);
  exit(6);
  return unused;
}

int main(int argc, char** argv) {
  int provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (strcmp(argv[1], "mutexes") == 0) {
    pthread_create(&thread, NULL, lock_backwards, NULL);
    lock_both(&first, &second);
  } else if (strcmp(argv[1], "join") == 0) {
    pthread_create(&thread, NULL, receive_for_ever, NULL);
    pthread_join(thread, NULL);
  } else if (strcmp(argv[1], "return") == 0) {
    pthread_create(&thread, NULL, receive_for_ever, NULL);
    usleep(1000);
    MPI_Finalize();
    return 7;
  } else {
    pthread_create(&thread, NULL, end_process, NULL);
    pthread_join(thread, NULL);
  }
  MPI_Finalize();
  return 0;
}
