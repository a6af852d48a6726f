// SPDX-License-Identifier: BSD-3-Clause
//
// Names of kernels, and the functions of plug-ins.
#include "libsmpi/cost/devices/kernels.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>

#include "kernel/error.h"

namespace smpi::devices {
namespace {

std::string readable(const char* mangled_name) {
  int status = 0;
  char* const text = abi::__cxa_demangle(mangled_name, nullptr, nullptr, &status);
  std::string name = status == 0 && text != nullptr ? text : mangled_name;
  std::free(text);
  return name;
}

}  // namespace

std::string short_name(std::string_view readable, bool bare) {
  // Where the arguments begin: the last parenthesis that opens outside of others and of <>.
  std::size_t end = readable.size();
  int depth = 0;
  for (std::size_t i = readable.size(); i-- > 0;) {
    if (readable[i] == ')' || readable[i] == '>') depth++;
    if (readable[i] != '(' && readable[i] != '<') continue;
    if (--depth > 0) continue;
    end = readable[i] == '(' ? i : readable.size();
    break;
  }
  // The result of a template stands before its name.
  std::size_t begin = 0;
  std::size_t name_end = end;
  depth = 0;
  for (std::size_t i = 0; i < end; i++) {
    if (readable[i] == '<' && depth == 0) name_end = i;
    if (readable[i] == '<' || readable[i] == '(') depth++;
    if (readable[i] == '>' || readable[i] == ')') depth--;
    if (readable[i] != ' ' || depth != 0) continue;
    begin = i + 1;
    name_end = end;
  }
  return std::string(readable.substr(begin, (bare ? name_end : end) - begin));
}

std::string without_scope(std::string_view name) {
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); i++) {
    if (name[i] == '<' || name[i] == '(') depth++;
    if (name[i] == '>' || name[i] == ')') depth--;
    if (depth == 0 && name[i] == ':') begin = i + 1;
  }
  return std::string(name.substr(begin));
}

Kernels::Kernels(const std::vector<DeviceFile>& files) : files_(files) {
  for (const DeviceFile& file : files_) {
    void* plugin = nullptr;
    if (!file.plugin.empty()) {
      plugin = dlopen(file.plugin.c_str(), RTLD_NOW | RTLD_LOCAL);
      if (plugin == nullptr) {
        throw kernel::InputError(
            fmt::format("cannot load the plug-in ({})", dlerror()),
            {.file = file.path,
             .text = file.plugin,
             .hint = "a shared library: cc -shared -fPIC plugin.c -o plugin.so"});
      }
    }
    plugins_.push_back(plugin);
    for (const KernelEntry& entry : file.kernels) {
      if (!entries_.emplace(entry.name, &entry).second) {
        kernel::InputError::Where where = entry.where;
        where.text = entry.name;
        throw kernel::InputError("the kernel is in another file too", where);
      }
      if (entry.plugin_function.empty()) continue;
      void* const code = dlsym(plugin, entry.plugin_function.c_str());
      if (code == nullptr) {
        kernel::InputError::Where where = entry.where;
        where.text = entry.plugin_function;
        where.hint = "functions of a plug-in must be extern \"C\" and not static";
        throw kernel::InputError("the plug-in has no function of this name", where);
      }
      functions_.emplace(&entry, reinterpret_cast<KernelFunction>(code));
    }
  }
}

Kernel& Kernels::named(const char* mangled_name) {
  const auto found = by_name_.find(mangled_name);
  if (found != by_name_.end()) return *found->second;
  Kernel& kernel = *kernels_.emplace_back(std::make_unique<Kernel>());
  kernel.mangled_name = mangled_name;
  kernel.name = readable(mangled_name);
  kernel.label = without_scope(short_name(kernel.name, false));
  find_entry(kernel);
  by_name_.emplace(mangled_name, &kernel);
  return kernel;
}

void Kernels::find_entry(Kernel& kernel) const {
  const std::string with_arguments = short_name(kernel.name, false);
  const std::string bare = short_name(kernel.name, true);
  for (const std::string& name : {kernel.mangled_name, kernel.name, with_arguments, bare,
                                  without_scope(with_arguments), without_scope(bare)}) {
    const auto entry = entries_.find(name);
    if (entry == entries_.end()) continue;
    kernel.entry = entry->second;
    const auto function = functions_.find(kernel.entry);
    if (function != functions_.end()) kernel.compute = function->second;
    return;
  }
}

std::vector<const Kernel*> Kernels::unknown() const {
  std::vector<const Kernel*> result;
  for (const auto& kernel : kernels_) {
    if (kernel->entry == nullptr && kernel->launch_count > 0) result.push_back(kernel.get());
  }
  return result;
}

void read_scalars(const modeled::Signature& signature, void** arguments, double* values) {
  for (const modeled::Argument& scalar : signature.scalars) {
    *values++ = scalar.loaded_from(arguments[scalar.position]);
  }
}

}  // namespace smpi::devices
