// SPDX-License-Identifier: BSD-3-Clause
//
// usage: main FOLDER   (with plugin.so, shared.so and broken.so)
#include <dlfcn.h>
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace {

int program_value = 0;

void want(bool is_true, const char* what) {
  if (is_true) return;
  std::printf("FAILED: %s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

template <class Function>
Function* find(void* library, const char* name) {
  void* address = dlsym(library, name);
  if (address == nullptr) {
    std::printf("FAILED: %s\n", dlerror());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return reinterpret_cast<Function*>(address);
}

void check_own_plugin(void* plugin, int rank, int size) {
  want(find<int()>(plugin, "start_value")() == 100 * rank, "the constructor saw another rank");
  auto* count_calls = find<int()>(plugin, "count_calls");
  for (int i = 1; i <= 3; i++) {
    want(count_calls() == i, "ranks share a plug-in's thread-local variable");
    MPI_Barrier(MPI_COMM_WORLD);
  }
  want(find<int()>(plugin, "sum_of_ranks")() == size * (size - 1) / 2, "a sum over ranks");
  want(find<int(int)>(plugin, "ask_helper")(rank) == 40 + 101 * rank, "the helper's variables");
  want(find<int(int)>(plugin, "help")(1) == 41 + 101 * rank, "dlsym finds what a library needs");
  bool caught = false;
  try {
    find<void(const char*)>(plugin, "fail")("thrown");
  } catch (const std::runtime_error& error) {
    caught = std::string(error.what()) == "thrown";
  }
  want(caught, "the exception of a plug-in");
}

void check_look_up(const std::string& folder, void* plugin) {
  Dl_info info;
  want(dladdr(dlsym(plugin, "count_calls"), &info) != 0, "dladdr in a plug-in");
  want(std::string(info.dli_fname).ends_with("plugin.so"), "the file that dladdr names");
  want(dlsym(dlopen(nullptr, RTLD_NOW), "add_to_program") != nullptr, "a symbol of the program");
  want(dlsym(plugin, "nothing") == nullptr, "a symbol that is missing");
  want(dlerror() != nullptr && dlerror() == nullptr, "dlerror tells an error once");
  want(dlopen((folder + "/plugin.so").c_str(), RTLD_NOW) == plugin, "one handle for one library");
  want(dlopen((folder + "/broken.so").c_str(), RTLD_NOW) == nullptr, "an undefined symbol");
  want(std::string(dlerror()).find("nobody_has_this") != std::string::npos, "its name");
  want(dlopen("libnowhere.so", RTLD_NOW) == nullptr, "a library that is missing");
  want(dlerror() != nullptr, "a message about it");
}

}  // namespace

extern "C" int add_to_program(int value) {
  return program_value += value;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  int size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  program_value = 100 * rank;
  const std::string folder = argv[1];
  void* plugin = dlopen((folder + "/plugin.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  if (plugin == nullptr) std::printf("FAILED: %s\n", dlerror());
  want(plugin != nullptr, "dlopen");
  check_own_plugin(plugin, rank, size);
  check_look_up(folder, plugin);
  void* shared = dlopen((folder + "/shared.so").c_str(), RTLD_NOW);
  MPI_Barrier(MPI_COMM_WORLD);
  const int calls = find<int()>(shared, "count_calls")();
  int calls_max = 0;
  MPI_Allreduce(&calls, &calls_max, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  want(calls_max == size, "a library that knows no rank is shared");
  want(dlclose(plugin) == 0 && dlclose(shared) == 0, "dlclose");
  MPI_Finalize();
  if (rank == 0) std::printf("plug-ins: %d ranks passed\n", size);
}
