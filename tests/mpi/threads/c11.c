/* SPDX-License-Identifier: BSD-3-Clause */
/* Threads, mutexes, condition variables, once and thread-specific data of C11. */
#include <stdatomic.h>
#include <threads.h>

#include "../check.h"

static mtx_t mutex;
static cnd_t changed;
static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static int turn, once_count;
static atomic_int destroyed; /* what ending threads add to at the same time */

static void count_once(void) {
  once_count++;
}
static void destroy(void* value) {
  destroyed += *(int*)value;
}

static int take_turn(void* argument) {
  int number = *(int*)argument;
  call_once(&once, count_once);
  CHECK(tss_get(key) == NULL);
  CHECK(tss_set(key, argument) == thrd_success);
  CHECK(mtx_lock(&mutex) == thrd_success);
  while (turn != number) CHECK(cnd_wait(&changed, &mutex) == thrd_success);
  turn++;
  CHECK(cnd_broadcast(&changed) == thrd_success);
  CHECK(mtx_unlock(&mutex) == thrd_success);
  if (number == 1) thrd_exit(11);
  return 10 + number;
}

int main(int argc, char** argv) {
  int provided, numbers[3], result;
  thrd_t threads[3];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  CHECK(mtx_init(&mutex, mtx_plain) == thrd_success);
  CHECK(cnd_init(&changed) == thrd_success);
  CHECK(tss_create(&key, destroy) == thrd_success);
  for (int i = 2; i >= 0; i--) {
    numbers[i] = i;
    CHECK(thrd_create(&threads[i], take_turn, &numbers[i]) == thrd_success);
  }
  for (int i = 0; i < 3; i++) {
    CHECK(thrd_join(threads[i], &result) == thrd_success);
    CHECK(result == 10 + i, "%d", result);
  }
  CHECK(turn == 3 && once_count == 1 && destroyed == 3);
  mtx_destroy(&mutex);
  cnd_destroy(&changed);
  tss_delete(key);
  return end_test();
}
