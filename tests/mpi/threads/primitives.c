/* SPDX-License-Identifier: BSD-3-Clause */
/* What POSIX says of mutexes of all kinds, condition variables, read-write locks, barriers, spin
   locks, once, thread-specific data, detached threads and cleanup handlers. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

#include "../check.h"

#define THREADS 4

static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_barrier_t barrier;
static pthread_spinlock_t spin;
static pthread_key_t key;
static int counter, once_count, ended, serial;
/* What ending threads add to at the same time. */
static atomic_int destroyed, cleaned;
static __thread int own = 5;

static struct timespec after_ms(clockid_t clock, long milliseconds) {
  struct timespec time;
  clock_gettime(clock, &time);
  time.tv_nsec += milliseconds * 1000000;
  time.tv_sec += time.tv_nsec / 1000000000;
  time.tv_nsec %= 1000000000;
  return time;
}

static void count_once(void) {
  once_count++;
}
static void destroy(void* value) {
  destroyed += *(int*)value;
}
static void clean(void* value) {
  cleaned += *(int*)value;
}

static void* work(void* argument) {
  int number = *(int*)argument;
  CHECK(own == 5);
  own = number;
  CHECK(pthread_getspecific(key) == NULL);
  CHECK(pthread_setspecific(key, argument) == 0);
  pthread_once(&once, count_once);
  for (int i = 0; i < 50; i++) {
    pthread_mutex_lock(&plain);
    int before = counter;
    if (i % 10 == 0) sched_yield();
    counter = before + 1;
    pthread_mutex_unlock(&plain);
  }
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
  CHECK(pthread_rwlock_rdlock(&shared) == 0);
  CHECK(counter >= THREADS * 50);
  pthread_barrier_wait(&barrier);
  CHECK(pthread_rwlock_unlock(&shared) == 0);
  CHECK(pthread_rwlock_wrlock(&shared) == 0);
  pthread_spin_lock(&spin);
  counter++;
  pthread_spin_unlock(&spin);
  CHECK(pthread_rwlock_unlock(&shared) == 0);
  CHECK(own == number);
  CHECK(*(int*)pthread_getspecific(key) == number);
  pthread_cleanup_push(clean, argument);
  if (number % 2 == 0) pthread_exit(argument);
  pthread_cleanup_pop(0);
  return argument;
}

static void* end_detached(void* unused) {
  (void)unused;
  pthread_mutex_lock(&plain);
  ended = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&plain);
  return NULL;
}

static void* try_locks(void* unused) {
  struct timespec soon = after_ms(CLOCK_REALTIME, 5);
  (void)unused;
  CHECK(pthread_mutex_trylock(&recursive) == EBUSY);
  CHECK(pthread_mutex_timedlock(&recursive, &soon) == ETIMEDOUT);
  return NULL;
}

static void check_mutexes(void) {
  pthread_mutexattr_t attributes;
  pthread_mutex_t checked;
  pthread_t thread;
  CHECK(pthread_mutexattr_init(&attributes) == 0);
  CHECK(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK) == 0);
  CHECK(pthread_mutex_init(&checked, &attributes) == 0);
  CHECK(pthread_mutex_lock(&checked) == 0);
  CHECK(pthread_mutex_lock(&checked) == EDEADLK);
  CHECK(pthread_mutex_unlock(&checked) == 0);
  CHECK(pthread_mutex_unlock(&checked) == EPERM);
  CHECK(pthread_mutex_destroy(&checked) == 0);
  CHECK(pthread_mutex_lock(&recursive) == 0);
  CHECK(pthread_mutex_lock(&recursive) == 0);
  CHECK(pthread_create(&thread, NULL, try_locks, NULL) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK(pthread_mutex_unlock(&recursive) == 0);
  CHECK(pthread_mutex_unlock(&recursive) == 0);
}

static void check_condition(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  struct timespec soon = after_ms(CLOCK_REALTIME, 5), now;
  pthread_mutex_lock(&plain);
  while (!ended) {
    if (pthread_cond_timedwait(&changed, &plain, &soon) == ETIMEDOUT) break;
  }
  clock_gettime(CLOCK_REALTIME, &now);
  CHECK(now.tv_sec > soon.tv_sec || (now.tv_sec == soon.tv_sec && now.tv_nsec >= soon.tv_nsec));
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  CHECK(pthread_attr_setstacksize(&attributes, 256 * 1024) == 0);
  CHECK(pthread_create(&thread, &attributes, end_detached, NULL) == 0);
  while (!ended) pthread_cond_wait(&changed, &plain);
  pthread_mutex_unlock(&plain);
  pthread_attr_destroy(&attributes);
}

int main(int argc, char** argv) {
  int provided, numbers[THREADS];
  pthread_t threads[THREADS];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  CHECK(pthread_key_create(&key, destroy) == 0);
  CHECK(pthread_barrier_init(&barrier, NULL, THREADS) == 0);
  CHECK(pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE) == 0);
  own = 77;
  for (int i = 0; i < THREADS; i++) {
    numbers[i] = i + 1;
    CHECK(pthread_create(&threads[i], NULL, work, &numbers[i]) == 0);
    CHECK(!pthread_equal(threads[i], pthread_self()));
  }
  for (int i = 0; i < THREADS; i++) {
    void* result;
    CHECK(pthread_join(threads[i], &result) == 0);
    CHECK(result == &numbers[i]);
  }
  CHECK(counter == THREADS * 51, "%d", counter);
  CHECK(own == 77);
  CHECK(once_count == 1 && serial == 1);
  CHECK(destroyed == 1 + 2 + 3 + 4, "%d", destroyed);
  CHECK(cleaned == 2 + 4, "%d", cleaned);
  CHECK(pthread_key_delete(key) == 0);
  CHECK(pthread_barrier_destroy(&barrier) == 0);
  check_mutexes();
  check_condition();
  return end_test();
}
