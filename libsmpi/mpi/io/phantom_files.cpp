// SPDX-License-Identifier: BSD-3-Clause
//
// A file that is open has a second owner besides the table of names.
#include "libsmpi/mpi/io/phantom_files.h"

#include <filesystem>

namespace smpi::io {

PhantomFiles* phantom_files = nullptr;

std::shared_ptr<PhantomFile>& PhantomFiles::at(const std::string& path) {
  std::error_code unknown_folder;
  auto& file = files_[std::filesystem::absolute(path, unknown_folder).string()];
  if (file == nullptr) file = std::make_shared<PhantomFile>(PhantomFile{next_number_++});
  return file;
}

void PhantomFiles::expect(const std::string& path, std::int64_t size_bytes) {
  const std::shared_ptr<PhantomFile>& file = at(path);
  if (file.use_count() == 1) file->size_bytes = size_bytes;
}

std::shared_ptr<PhantomFile> PhantomFiles::open(const std::string& path) {
  return at(path);
}

void PhantomFiles::remove(const std::string& path) {
  std::error_code unknown_folder;
  files_.erase(std::filesystem::absolute(path, unknown_folder).string());
}

}  // namespace smpi::io
