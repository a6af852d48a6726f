// SPDX-License-Identifier: BSD-3-Clause
//
// Copies made by the dynamic linker: an edited file per rank, loaded under a name of its own.
//
// glibc loads a file once, known by name and inode, so every rank needs a file. It lives in memory
// (memfd) and never has a name: nothing can be left behind, and a /tmp that forbids execution does
// not matter. Only what is mapped is copied, not symbols and debug information.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "libsmpi/ranks/load/copies/copy_image.h"
#include "libsmpi/ranks/load/copies/instance.h"
#include "libsmpi/ranks/load/resources.h"

namespace smpi::load {

struct DlopenOptions {
  bool keep_files = false;  // write files with names, and leave them there
  std::string temporary_directory;
};

class DlopenLoader {
 public:
  DlopenLoader(std::span<const ObjectInfo> objects, const DlopenOptions& options);

  // Loads a copy of every object; returns their load addresses. Throws InputError.
  std::vector<std::byte*> load(std::uint32_t rank);
  // What one copy needs.
  ResourceNeeds copy_needs() const;
  // Where kept files are; empty when none are kept.
  const std::string& kept_directory() const { return kept_directory_; }

 private:
  std::byte* load_object(std::size_t object, std::uint32_t rank);
  void load_shared_libraries() const;

  std::span<const ObjectInfo> objects_;
  std::vector<std::unique_ptr<CopyImage>> images_;
  std::vector<std::string> private_names_;
  std::string kept_directory_;
};

}  // namespace smpi::load
