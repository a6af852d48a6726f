/* SPDX-License-Identifier: BSD-3-Clause
 * A library that all ranks share and that lets other ranks run while it holds its lock: it reads
 * the clock, sleeps, yields and calls back. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

int with_lock(void (*work)(void)) {
  struct timespec now;
  int is_alone;
  pthread_mutex_lock(&lock);
  inside++;
  clock_gettime(CLOCK_REALTIME, &now);
  usleep(10);
  sched_yield();
  work();
  is_alone = inside == 1;
  inside--;
  pthread_mutex_unlock(&lock);
  return is_alone;
}

/* Waits for the lock `wait_ns`, then says how it went; it does not keep it. */
int try_for(long wait_ns) {
  struct timespec end;
  int error;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_nsec += wait_ns;
  if (end.tv_nsec >= 1000000000L)
    end = (struct timespec){end.tv_sec + 1, end.tv_nsec - 1000000000L};
  error = pthread_mutex_timedlock(&lock, &end);
  if (error == 0) pthread_mutex_unlock(&lock);
  return error;
}
