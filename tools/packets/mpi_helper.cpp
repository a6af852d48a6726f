// SPDX-License-Identifier: BSD-3-Clause
//
// smpi-packets-mpi: starts smpi-packets once for each process of mpirun, and carries words between
// them (helper_protocol.h). It is the only program of ours that is linked with a real MPI.
//
//   mpirun -np 4 --hostfile machines smpi-packets-mpi WORKLOAD OPTIONS
//
// A round of a replay is two requests: a reduction of 8 bytes for each part, and the records.
// Errors of MPI end the job, as its default is; so does a simulator that ends without saying so.
#include <mpi.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <string>
#include <vector>

#include "kernel/end_with_parent.h"
#include "tools/packets/helper_protocol.h"
#include "tools/packets/words.h"

namespace smpi::packets {
namespace {

constexpr int lost_status = 3;

// The simulator ends with its helper, whatever ends that.
[[noreturn]] void become_simulator(int socket, char** argv) {
  setenv(helper_variable, std::to_string(socket).c_str(), 1);
  const std::string path =
      std::filesystem::read_symlink("/proc/self/exe").parent_path() / "smpi-packets";
  argv[0] = const_cast<char*>(path.c_str());
  execv(path.c_str(), argv);
  std::perror(path.c_str());
  _exit(lost_status);
}

class Helper {
 public:
  Helper(int socket, pid_t simulator) : socket_(socket), simulator_(simulator) {
    MPI_Comm_rank(MPI_COMM_WORLD, &index_);
    MPI_Comm_size(MPI_COMM_WORLD, &process_count_);
    counts_.resize(static_cast<std::size_t>(process_count_));
    places_.resize(counts_.size());
  }

  // Until the simulator says that it ends; returns with what.
  int serve();

 private:
  void require(bool is_alive) const;
  void share();
  void exchange();
  void meet();
  void collect();
  void answer() const;
  // The counts of all processes become places; returns their sum.
  std::size_t place_counts();

  int socket_;
  pid_t simulator_;
  int index_ = 0;
  int process_count_ = 1;
  Words asked_;
  Words answer_;
  std::vector<int> counts_;  // by process, as the next
  std::vector<int> places_;
};

void Helper::require(bool is_alive) const {
  if (is_alive) return;
  int status = 0;
  waitpid(simulator_, &status, 0);
  if (WIFSIGNALED(status)) {
    std::fprintf(stderr, "%s: smpi-packets number %d ended by signal %d\n", helper_name, index_,
                 WTERMSIG(status));
  }
  MPI_Abort(MPI_COMM_WORLD, lost_status);
}

void Helper::answer() const {
  const std::uint64_t count = answer_.size();
  require(send_words(socket_, {&count, 1}) && send_words(socket_, answer_));
}

std::size_t Helper::place_counts() {
  std::exclusive_scan(counts_.begin(), counts_.end(), places_.begin(), 0);
  return static_cast<std::size_t>(places_.back()) + static_cast<std::size_t>(counts_.back());
}

void Helper::share() {
  answer_.resize(asked_.size());
  MPI_Allreduce(asked_.data(), answer_.data(), static_cast<int>(asked_.size()), MPI_INT64_T,
                MPI_MIN, MPI_COMM_WORLD);
}

void Helper::exchange() {
  const std::vector<int> given(asked_.begin(), asked_.begin() + process_count_);
  std::vector<int> given_places(given.size());
  std::exclusive_scan(given.begin(), given.end(), given_places.begin(), process_count_);
  MPI_Alltoall(given.data(), 1, MPI_INT, counts_.data(), 1, MPI_INT, MPI_COMM_WORLD);
  answer_.resize(place_counts());
  MPI_Alltoallv(asked_.data(), given.data(), given_places.data(), MPI_UINT64_T, answer_.data(),
                counts_.data(), places_.data(), MPI_UINT64_T, MPI_COMM_WORLD);
}

// Both answers begin with the counts of all processes.
void Helper::meet() {
  const int count = static_cast<int>(asked_.size());
  MPI_Allgather(&count, 1, MPI_INT, counts_.data(), 1, MPI_INT, MPI_COMM_WORLD);
  answer_.assign(counts_.begin(), counts_.end());
  answer_.resize(counts_.size() + place_counts());
  MPI_Allgatherv(asked_.data(), count, MPI_UINT64_T, answer_.data() + counts_.size(),
                 counts_.data(), places_.data(), MPI_UINT64_T, MPI_COMM_WORLD);
}

void Helper::collect() {
  const int count = static_cast<int>(asked_.size());
  MPI_Gather(&count, 1, MPI_INT, counts_.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
  answer_.clear();
  if (index_ == 0) {
    answer_.assign(counts_.begin(), counts_.end());
    answer_.resize(counts_.size() + place_counts());
  }
  MPI_Gatherv(asked_.data(), count, MPI_UINT64_T,
              answer_.data() + (index_ == 0 ? counts_.size() : 0), counts_.data(), places_.data(),
              MPI_UINT64_T, 0, MPI_COMM_WORLD);
}

int Helper::serve() {
  const std::array<std::uint64_t, 2> greeting = {static_cast<std::uint64_t>(index_),
                                                 static_cast<std::uint64_t>(process_count_)};
  require(send_words(socket_, greeting));
  for (;;) {
    std::array<std::uint64_t, 2> head{};
    require(receive_words(socket_, head));
    asked_.resize(head[1]);
    require(receive_words(socket_, asked_));
    switch (static_cast<Request>(head[0])) {
      case Request::share:
        share();
        break;
      case Request::exchange:
        exchange();
        break;
      case Request::meet:
        meet();
        break;
      case Request::collect:
        collect();
        break;
      case Request::end:
        return static_cast<int>(asked_[0]);
    }
    answer();
  }
}

}  // namespace
}  // namespace smpi::packets

int main(int argc, char** argv) {
  using namespace smpi::packets;
  std::array<int, 2> sockets{};
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets.data()) != 0) {
    std::perror(helper_name);
    return lost_status;
  }
  signal(SIGPIPE, SIG_IGN);  // a write to a simulator that has ended fails instead
  const pid_t parent = getpid();
  const pid_t simulator = fork();
  if (simulator == 0) {
    smpi::kernel::end_with_parent(parent, SIGKILL, lost_status);
    close(sockets[0]);
    signal(SIGPIPE, SIG_DFL);
    become_simulator(sockets[1], argv);
  }
  close(sockets[1]);
  MPI_Init(&argc, &argv);
  const int status = Helper(sockets[0], simulator).serve();
  waitpid(simulator, nullptr, 0);
  MPI_Finalize();
  return status;
}
