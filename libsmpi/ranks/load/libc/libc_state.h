// SPDX-License-Identifier: BSD-3-Clause
//
// What the C library keeps once a process and a program therefore expects once a rank.
//
// The replaced functions (libsmpi/ranks/load/libc/) work on the state of the running rank, so
// nothing has to be saved or restored when ranks switch. Variables that programs read directly
// (optind, environ) live here too: the loader points each copy of the program at its own.
#pragma once

#include <getopt.h>
#include <locale.h>
#include <search.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/types.h>
#include <time.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "libsmpi/ranks/load/libc/exit_handler.h"
#include "libsmpi/ranks/load/libc/standard_streams.h"
#include "libsmpi/ranks/load/threads/thread.h"

namespace smpi::load {

class Instance;

// What getpid() says in the first rank. Linux gives at most 2^22 (PID_MAX_LIMIT).
inline constexpr int first_process_id = 5'000'000;

// The variables of getopt(3), environ(7) and program_invocation_name(3). A program may have its own
// copy of each (a copy relocation); the pointers say where they are.
struct LibcVariables {
  struct Values {
    int optind = 1;
    int opterr = 1;
    int optopt = '?';
    char* optarg = nullptr;
    char** environ = nullptr;
    char* program_name = nullptr;
    char* program_short_name = nullptr;
  } values;
  int* optind = &values.optind;
  int* opterr = &values.opterr;
  int* optopt = &values.optopt;
  char** optarg = &values.optarg;
  char*** environ = &values.environ;
  char** program_name = &values.program_name;
  char** program_short_name = &values.program_short_name;
};

// Where getopt is between two calls.
struct GetoptProgress {
  char* next = nullptr;     // in the middle of "-abc"
  int first_nonoption = 1;  // the arguments skipped so far: [first_nonoption, last_nonoption)
  int last_nonoption = 1;
  bool started = false;
};

struct RandomState {
  random_data random{};           // rand, random
  std::array<char, 128> table{};  // glibc's default size: the same numbers as alone
  bool random_ready = false;
  drand48_data drand48{};                            // all zero is glibc's start state
  std::array<unsigned short, 3> drand48_previous{};  // what seed48 returns
};

// What setlocale(3) and uselocale(3) set; nullptr: the rank has not done so.
struct RankLocale {
  RankLocale() = default;
  ~RankLocale();
  RankLocale(const RankLocale&) = delete;
  RankLocale& operator=(const RankLocale&) = delete;

  locale_t global = nullptr;  // owned
  locale_t used = nullptr;    // the program's
  std::string name;           // what setlocale returned
};

struct LibcState {
  LibcState() { threads.main.state = this; }
  LibcState(const LibcState&) = delete;
  LibcState& operator=(const LibcState&) = delete;

  Instance* instance = nullptr;  // the rank's copy of its program; set by Program::run_main
  double start_s = 0;            // simulated time when it started
  int process_id = 0;            // what getpid() says; 0: the simulator's

  LibcVariables variables;
  GetoptProgress getopt;
  RandomState random;
  char* strtok_next = nullptr;
  tm broken_down_time{};             // localtime, gmtime
  std::array<char, 32> time_text{};  // asctime, ctime
  hsearch_data hash_table{};

  // The environment, shared with the launcher until the rank changes it.
  bool environment_owned = false;
  std::vector<char*> environment;
  std::vector<std::unique_ptr<char[]>> environment_strings;

  // The working directory, once the rank has left the launcher's.
  int directory_fd = -1;

  std::optional<mode_t> file_creation_mask;  // once the rank has called umask
  RankLocale locale;
  std::unique_ptr<StandardStreams> streams;  // those that it closed or redirected

  std::vector<ExitHandler> exit_handlers;
  std::vector<ExitHandler> quick_exit_handlers;
  bool exiting = false;

  RankThreads threads;

  // Handlers the rank installed; kept here, not given to the system.
  struct SignalAction {
    int signal;
    struct sigaction action;
  };
  std::vector<SignalAction> signal_actions;
};

// What a caller of getpid() is told: the number of its rank, or `real` when it is none or in a
// library that ranks share.
pid_t own_number(pid_t real, const void* caller);

// Gives a rank that has not run yet a working directory of its own; `descriptor` stays the
// caller's.
void use_directory(LibcState& state, int descriptor);

// Has any rank ever changed its working directory, umask, locale or standard streams? Whoever
// switches ranks then gives the process, at each switch, those of `next` (nullptr: the launcher's).
extern constinit bool process_attributes_differ;
void take_attributes_of(const LibcState* next);
void use_locale_of(const LibcState* next);  // a part of that

// What the rank sees of a descriptor that was just opened: the lowest standard one that it closed
// instead, as POSIX says.
int lowest_descriptor(LibcState& state, int descriptor);

}  // namespace smpi::load
