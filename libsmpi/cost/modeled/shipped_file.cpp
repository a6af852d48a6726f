// SPDX-License-Identifier: BSD-3-Clause
//
// The library may be in lib, lib64 or lib/<machine>.
#include "libsmpi/cost/modeled/shipped_file.h"

#include <dlfcn.h>

#include "kernel/error.h"

namespace smpi::modeled {

namespace fs = std::filesystem;

fs::path library_folder() {
  Dl_info info;
  SIM_ASSERT(dladdr(reinterpret_cast<const void*>(&library_folder), &info) != 0 &&
                 info.dli_fname != nullptr,
             "libsmpi does not find itself");
  return fs::canonical(info.dli_fname).parent_path();
}

std::string shipped_file(const std::string& name, const std::string& otherwise) {
  const std::string path = "share/libsmpi/" + name;
  fs::path folder = library_folder();
  while (folder.has_relative_path()) {
    folder = folder.parent_path();
    if (fs::exists(folder / path)) return folder / path;
  }
  throw kernel::InputError("a file that ships with libsmpi is missing",
                           {.text = path, .hint = "install libsmpi again, or " + otherwise});
}

}  // namespace smpi::modeled
