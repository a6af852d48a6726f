// SPDX-License-Identifier: BSD-3-Clause
//
// Tables of what hipcc and nvcc take and clang does not.
#include "wrappers/compiler/accelerator.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <sstream>
#include <string_view>

namespace smpi::wrappers {
namespace {

// Options about code of devices, by how they begin.
constexpr std::array<std::string_view, 24> dropped = {"--offload-arch=",
                                                      "--amdgpu-target=",
                                                      "--rocm-path=",
                                                      "--hip-path=",
                                                      "-fgpu-rdc",
                                                      "-fno-gpu-rdc",
                                                      "-munsafe-fp-atomics",
                                                      "--hip-link",
                                                      "-arch=",
                                                      "--gpu-architecture=",
                                                      "-code=",
                                                      "--generate-code=",
                                                      "-gencode=",
                                                      "--expt-",
                                                      "-expt-",
                                                      "-lineinfo",
                                                      "--generate-line-info",
                                                      "-rdc=",
                                                      "--relocatable-device-code=",
                                                      "-forward-unknown-to-host",
                                                      "--forward-unknown-to-host",
                                                      "--cuda-gpu-arch=",
                                                      "-use_fast_math",
                                                      "--use_fast_math"};
// The same, whose value is the next word.
constexpr std::array<std::string_view, 6> dropped_with_value = {
    "-arch", "-gencode", "--generate-code", "-ccbin", "--compiler-bindir", "-maxrregcount"};
// Libraries that libsmpi stands for.
constexpr std::array<std::string_view, 11> libraries = {
    "-lamdhip64",      "-lrocblas", "-lhipblas", "-lroctx64",    "-lroctracer64", "-lcudart",
    "-lcudart_static", "-lcublas",  "-lcuda",    "-lnvToolsExt", "-lcudadevrt"};
constexpr std::array<std::string_view, 8> source_suffixes = {".cpp", ".cc", ".cxx", ".c++",
                                                             ".C",   ".cu", ".hip", ".cp"};
constexpr std::array<const char*, 8> clang_names = {"clang++",    "clang++-19", "clang++-18",
                                                    "clang++-17", "clang++-16", "clang++-15",
                                                    "clang++-14", "clang++-13"};

template <std::size_t count>
bool contains(const std::array<std::string_view, count>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_dropped(std::string_view word) {
  return contains(libraries, word) ||
         std::any_of(dropped.begin(), dropped.end(),
                     [&](std::string_view start) { return word.substr(0, start.size()) == start; });
}

bool ends_with(std::string_view word, std::string_view end) {
  return word.size() > end.size() && word.substr(word.size() - end.size()) == end;
}

// "a,b" as two words: what nvcc hands to the compiler of the host.
void push_list(std::vector<std::string>& words, const std::string& list) {
  std::istringstream items(list);
  for (std::string item; std::getline(items, item, ',');) words.push_back(item);
}

}  // namespace

bool is_source(std::string_view word) {
  if (word.empty() || word[0] == '-') return false;
  return std::any_of(source_suffixes.begin(), source_suffixes.end(),
                     [&](std::string_view suffix) { return ends_with(word, suffix); });
}

std::vector<std::string> translate_words(Accelerator accelerator,
                                         const std::vector<std::string>& words) {
  const std::string language = accelerator == Accelerator::hip ? "hip" : "cuda";
  constexpr std::string_view to_host = "-Xcompiler";
  std::vector<std::string> result;
  bool is_kernel_code = accelerator == Accelerator::hip;  // of nvcc only .cu, and what -x cu says
  for (std::size_t i = 0; i < words.size(); i++) {
    const std::string& word = words[i];
    const bool has_next = i + 1 < words.size();
    if (is_dropped(word)) continue;
    if (contains(dropped_with_value, word)) {
      i++;
    } else if ((word == to_host || word == "--compiler-options") && has_next) {
      push_list(result, words[++i]);
    } else if (word.compare(0, to_host.size() + 1, std::string(to_host) + "=") == 0) {
      push_list(result, word.substr(to_host.size() + 1));
    } else if (word == "-x" && has_next && (words[i + 1] == "cu" || words[i + 1] == language)) {
      i++;  // of the sources, which get it below
      is_kernel_code = true;
    } else if (word == "-o" && has_next) {
      result.insert(result.end(), {word, words[++i]});
    } else if (word == "-dc") {
      result.emplace_back("-c");
    } else if (is_source(word)) {
      if (is_kernel_code || ends_with(word, ".cu")) {
        if (accelerator == Accelerator::cuda) {  // as nvcc does
          result.insert(result.end(), {"-include", "cuda_runtime.h"});
        }
        result.insert(result.end(), {"-x", language, word, "-x", "none"});
      } else {
        result.insert(result.end(), {"-x", "c++", word, "-x", "none"});
      }
    } else {
      result.push_back(word);
    }
  }
  return result;
}

std::vector<std::string> accelerator_flags(Accelerator accelerator,
                                           const std::string& include_directory,
                                           const std::string& object_directory) {
  std::vector<std::string> flags = {"-std=gnu++17", "--cuda-host-only", "-Qunused-arguments",
                                    "-I" + include_directory + "/accelerator"};
  if (accelerator == Accelerator::hip) {
    flags.insert(flags.end(), {"-nogpuinc", "-nogpulib", "--offload-arch=gfx90a"});
  } else {
    flags.insert(flags.end(), {"-nocudainc", "-nocudalib", "--cuda-gpu-arch=sm_80",
                               "-Wno-unknown-cuda-version"});
  }
  flags.insert(flags.end(), {"-Xclang", "-fcuda-include-gpubinary", "-Xclang",
                             object_directory + "/no_device_code"});
  return flags;
}

std::string find_clang() {
  const char* const path = std::getenv("PATH");
  for (const char* name : clang_names) {
    std::istringstream folders(path == nullptr ? "/usr/bin:/bin" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
      if (access((folder + "/" + name).c_str(), X_OK) == 0) return name;
    }
  }
  return {};
}

}  // namespace smpi::wrappers
