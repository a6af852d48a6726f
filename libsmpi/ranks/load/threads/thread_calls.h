// SPDX-License-Identifier: BSD-3-Clause
//
// The functions behind both interfaces of threads, POSIX's and that of C11. They return error
// numbers as POSIX's do.
#pragma once

#include <pthread.h>

#include "libsmpi/ranks/load/threads/thread.h"

namespace smpi::load {

struct ThreadStart {
  void* (*function)(void*) = nullptr;  // one of the two
  int (*function_c11)(void*) = nullptr;
  void* argument = nullptr;
  bool detached = false;
  std::size_t stack_bytes = 0;  // 0: any
};

// EAGAIN: there is no memory, or no stack as large as that (contexts/stack-size).
int create_thread(const ThreadCallbacks& threads, const ThreadStart& start, pthread_t* handle,
                  const void* return_address);
int join_thread(const ThreadCallbacks& threads, pthread_t handle, void** result,
                const void* return_address);
int detach_thread(const ThreadCallbacks& threads, pthread_t handle);
pthread_t running_thread_handle(const ThreadCallbacks& threads);
[[noreturn]] void exit_thread(const ThreadCallbacks& threads, void* result);

// For as long as a call may take: never, or for how long at most.
int lock_mutex(const ThreadCallbacks& threads, pthread_mutex_t& mutex, const char* function,
               const void* return_address, double deadline_s = never_s);
int try_lock_mutex(const ThreadCallbacks& threads, pthread_mutex_t& mutex);
int unlock_mutex(const ThreadCallbacks& threads, pthread_mutex_t& mutex,
                 const void* return_address);
// Is it locked by a simulated thread?
bool is_simulated_lock(const pthread_mutex_t& mutex);

int wait_for_condition(const ThreadCallbacks& threads, pthread_cond_t& condition,
                       pthread_mutex_t& mutex, const void* return_address,
                       double deadline_s = never_s);
// Wakes one of those who wait, or all of them.
void signal_condition(const ThreadCallbacks& threads, pthread_cond_t& condition, bool all,
                      const void* return_address);

int run_once(const ThreadCallbacks& threads, int& state, void (*function)(),
             const void* return_address);

// Waits while *word == value: 0, EAGAIN or ETIMEDOUT.
int wait_on_futex(const ThreadCallbacks& threads, const int* word, int value,
                  const void* return_address, double deadline_s = never_s);
// Wakes up to `count` of those who wait; returns how many.
int wake_futex(const ThreadCallbacks& threads, const int* word, int count,
               const void* return_address);

int create_key(const ThreadCallbacks& threads, unsigned* key, void (*destructor)(void*));
int delete_key(const ThreadCallbacks& threads, unsigned key);
// Is it a key of a rank, not of libc?
bool is_simulated_key(unsigned key);
void* value_of_key(const ThreadCallbacks& threads, unsigned key);
int set_value_of_key(const ThreadCallbacks& threads, unsigned key, const void* value);

}  // namespace smpi::load
