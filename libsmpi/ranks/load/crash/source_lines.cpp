// SPDX-License-Identifier: BSD-3-Clause
//
// One libdw session for each executable or library that was asked about; kept for the next
// question.
#include "libsmpi/ranks/load/crash/source_lines.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elfutils/libdwfl.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

namespace smpi::load {
namespace {

std::string demangle(const char* name) {
  if (name == nullptr) return {};
  int status = 0;
  char* readable = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string result = status == 0 ? readable : name;
  std::free(readable);
  return result;
}

// Debug information in files of its own is not looked for: the search may ask servers.
int find_no_other_file(Dwfl_Module*, void**, const char*, Dwarf_Addr, const char*, const char*,
                       GElf_Word, char**) {
  return -1;
}

constexpr Dwfl_Callbacks offline_callbacks = {.find_elf = nullptr,
                                              .find_debuginfo = find_no_other_file,
                                              .section_address = dwfl_offline_section_address,
                                              .debuginfo_path = nullptr};

}  // namespace

struct SourceLines::Module {
  explicit Module(const std::string& path) : session(dwfl_begin(&offline_callbacks)) {
    dwfl_report_begin(session);
    module = dwfl_report_offline(session, "", path.c_str(), -1);
    dwfl_report_end(session, nullptr, nullptr);
    if (module != nullptr) dwfl_module_getelf(module, &bias);
  }
  ~Module() { dwfl_end(session); }
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  Dwfl* session;
  Dwfl_Module* module = nullptr;
  GElf_Addr bias = 0;
};

SourceLines::SourceLines() = default;
SourceLines::~SourceLines() = default;

CodeLocation SourceLines::find(const std::string& path, std::uint64_t address) {
  std::unique_ptr<Module>& entry = modules_[path];
  if (entry == nullptr) entry = std::make_unique<Module>(path);
  CodeLocation location;
  location.object = std::filesystem::path(path).filename();
  if (entry->module == nullptr) return location;
  const GElf_Addr biased = address + entry->bias;
  location.function = demangle(dwfl_module_addrname(entry->module, biased));
  if (Dwfl_Line* line = dwfl_module_getsrc(entry->module, biased); line != nullptr) {
    const char* file = dwfl_lineinfo(line, nullptr, &location.line, nullptr, nullptr, nullptr);
    if (file != nullptr) location.file = file;
  }
  return location;
}

std::optional<CodeLocation> find_shared_code(const void* address) {
  Dl_info info{};
  Dl_info ours{};
  if (dladdr(address, &info) == 0) return std::nullopt;
  dladdr(reinterpret_cast<const void*>(find_shared_code), &ours);
  if (info.dli_fbase == ours.dli_fbase) return std::nullopt;
  CodeLocation location;
  location.function = demangle(info.dli_sname);
  if (info.dli_fname != nullptr) {
    location.object = std::filesystem::path(info.dli_fname).filename();
  }
  return location;
}

std::string CodeLocation::text() const {
  const std::string place =
      file.empty() ? object
                   : fmt::format("{}:{}", std::filesystem::path(file).filename().string(), line);
  if (function.empty()) return place;
  return place.empty() ? function : fmt::format("{} ({})", function, place);
}

}  // namespace smpi::load
