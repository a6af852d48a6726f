// SPDX-License-Identifier: BSD-3-Clause
//
// Keeping stacks, marking what comes to MPI, and putting both together.
#include "libsmpi/run/observe/kernel_search.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/runtime/rank.h"

namespace smpi::observe {
namespace {

constexpr std::size_t frames_max = 64;
constexpr std::size_t head_words = 2;

const load::Instance* running_instance() {
  const Rank& rank = current_rank();
  return rank.libc == nullptr ? nullptr : rank.libc->instance;
}

// What functions of a library take together, by the name of the one that takes most.
Kernel library_kernel(const std::string& library,
                      const std::map<std::string, std::uint64_t>& names) {
  using Entry = std::pair<const std::string, std::uint64_t>;
  Kernel kernel;
  kernel.library = library;
  kernel.name = std::ranges::max_element(names, {}, &Entry::second)->first;
  for (const Entry& entry : names) kernel.sample_count += entry.second;
  return kernel;
}

// On the way into MPI, or back?
bool is_ours(const Dl_info& info) {
  static const void* const base = [] {
    Dl_info ours{};
    dladdr(reinterpret_cast<const void*>(&running_instance), &ours);
    return static_cast<const void*>(ours.dli_fbase);
  }();
  return info.dli_fbase == base;
}

}  // namespace

KernelSearch::KernelSearch(std::vector<FunctionPlace> tail_callers)
    : tail_callers_(std::move(tail_callers)), samples_(words_max) {}

void KernelSearch::learn(const load::Instance& instance) {
  if (functions_.is_known()) return;
  functions_.learn(instance);
  comes_to_mpi_.resize(functions_.count());
  for (std::size_t number = 0; number < functions_.count(); number++) {
    const FunctionPlace& place = functions_[static_cast<FunctionNumber>(number)].place;
    comes_to_mpi_[number] = std::ranges::find(tail_callers_, place) != tail_callers_.end();
  }
}

void KernelSearch::see(const SeenCall& call) {
  const load::Instance* instance = running_instance();
  if (instance == nullptr) return;
  learn(*instance);
  // The same call at the same depth of the same stack came by the same way, as good as always.
  const auto way = reinterpret_cast<std::uint64_t>(call.stack) * 31 +
                   reinterpret_cast<std::uint64_t>(call.return_address);
  if (!seen_stacks_.insert(way).second) return;
  std::array<const void*, frames_max> stack;
  const std::size_t count = collect_stack(stack, nullptr);
  for (const void* address : std::span(stack).first(count)) {
    if (const auto function = functions_.at(*instance, address)) comes_to_mpi_[*function] = true;
  }
}

void KernelSearch::sample(std::span<const void* const> stack) {
  const load::Instance* instance = running_instance();
  if (instance == nullptr || !functions_.is_known()) return;
  if (words_ + head_words + stack.size() > samples_.size()) return;
  sample_count_++;
  std::uint64_t* words = samples_.data() + words_;
  std::uint64_t count = 0;
  const void* outside = nullptr;
  for (auto address = stack.rbegin(); address != stack.rend(); ++address) {
    if (const auto function = functions_.at(*instance, *address)) {
      words[head_words + count++] = *function;
      outside = nullptr;
    } else if (outside == nullptr) {
      outside = *address;
    }
  }
  words[0] = count;
  words[1] = reinterpret_cast<std::uint64_t>(outside);
  words_ += head_words + count;
}

std::vector<Kernel> KernelSearch::kernels() const {
  std::map<FunctionNumber, std::uint64_t> inside;
  std::map<std::string, std::map<std::string, std::uint64_t>> outside;  // by library and name
  for (std::size_t at = 0; at < words_; at += head_words + samples_[at]) {
    const std::span stack(samples_.data() + at + head_words, samples_[at]);
    const auto last = std::find_if(stack.rbegin(), stack.rend(),
                                   [&](std::uint64_t function) { return comes_to_mpi_[function]; });
    if (last != stack.rbegin()) {
      inside[static_cast<FunctionNumber>(*(last.base()))]++;
      continue;
    }
    Dl_info info{};
    if (samples_[at + 1] == 0 ||
        dladdr(reinterpret_cast<const void*>(samples_[at + 1]), &info) == 0 ||
        info.dli_sname == nullptr || is_ours(info)) {
      continue;
    }
    outside[std::filesystem::path(info.dli_fname).filename()][info.dli_sname]++;
  }
  std::vector<Kernel> found;
  for (const auto& [function, count] : inside) {
    const ProgramFunctions::Function& known = functions_[function];
    if (known.name.empty()) continue;
    found.push_back({.name = known.name,
                     .library = "",
                     .sample_count = count,
                     .file = known.file,
                     .place = known.place,
                     .room_bytes = known.room_bytes});
  }
  for (const auto& [library, names] : outside) found.push_back(library_kernel(library, names));
  std::ranges::stable_sort(found, std::ranges::greater(), &Kernel::sample_count);
  return found;
}

}  // namespace smpi::observe
