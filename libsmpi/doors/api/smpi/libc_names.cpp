// SPDX-License-Identifier: BSD-3-Clause
//
// What SimGrid's headers put in the place of libc's functions (include/smpi/smpi.h). Here libc's
// own are replaced for ranks (load/libc), so these are only other names of them.
#include <getopt.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>

#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/real_process.h"

extern "C" {

int smpi_gettimeofday(struct timeval* time, struct timezone* zone) {
  return gettimeofday(time, zone);
}

int smpi_clock_gettime(clockid_t clock, struct timespec* time) {
  return clock_gettime(clock, time);
}

int smpi_nanosleep(const struct timespec* request, struct timespec* remaining) {
  return nanosleep(request, remaining);
}

// getpid() itself would look at who calls: here that is a library.
pid_t smpi_getpid(void) {
  return smpi::load::own_number(smpi::load::real_process_id(), __builtin_return_address(0));
}

int smpi_getopt(int argc, char* const* argv, const char* options) {
  return getopt(argc, argv, options);
}

int smpi_getopt_long(int argc, char* const* argv, const char* options,
                     const struct option* long_options, int* index) {
  return getopt_long(argc, argv, options, long_options, index);
}

int smpi_getopt_long_only(int argc, char* const* argv, const char* options,
                          const struct option* long_options, int* index) {
  return getopt_long_only(argc, argv, options, long_options, index);
}

[[noreturn]] void smpi_exit(int status) {
  exit(status);
}

}  // extern "C"
