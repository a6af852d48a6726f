// SPDX-License-Identifier: BSD-3-Clause
//
// A copy has the name of its file, below the folder; files that were removed are kept in a list,
// because the real ones are still there.
#include "libsmpi/ranks/load/libc/written_copies.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <utility>

#include "libsmpi/ranks/load/callbacks.h"
#include "libsmpi/ranks/load/libc/next_function.h"

namespace smpi::load {
namespace {

namespace fs = std::filesystem;

struct Copies {
  std::string folder;
  WrittenContents own;
  WrittenContents* contents = &own;
  bool follows = false;

  // The whole name of a file, of its copy's.
  std::string whole_name_of(const char* copy) const {
    return std::string(copy).substr(folder.size());
  }
};
// nullptr: names are what they are. Lives as long as the process.
constinit Copies* copies = nullptr;

// One that is made while a name is looked up needs no copy.
constinit bool is_looking = false;

bool is_there(const std::string& path) {
  struct stat status {};
  return ::fstatat(AT_FDCWD, path.c_str(), &status, 0) == 0;
}

// Is it something else than a file, such as a device, or in a folder of the system?
bool is_special(const std::string& path) {
  for (const std::string_view folder : {"/proc/", "/dev/", "/sys/"}) {
    if (path.starts_with(folder)) return true;
  }
  struct stat status {};
  return ::fstatat(AT_FDCWD, path.c_str(), &status, 0) == 0 && !S_ISREG(status.st_mode);
}

// All but the last word with links followed: one file has one copy.
std::string whole_name(const char* name) {
  std::error_code error;
  const fs::path path = fs::absolute(name, error);
  if (error) return name;
  if (fs::is_symlink(path, error)) {
    const fs::path target = fs::weakly_canonical(path, error);
    if (!error) return target.string();
  }
  const fs::path folder = fs::weakly_canonical(path.parent_path(), error);
  return error ? path.lexically_normal().string() : (folder / path.filename()).string();
}

int copy_file(const std::string& from, const std::string& to) {
  std::error_code error;
  fs::copy_file(from, to, error);
  return error ? error.value() : 0;
}

class Looking {
 public:
  Looking() { is_looking = true; }
  ~Looking() { is_looking = false; }
};

}  // namespace

void keep_writes_in(std::string folder) {
  if (copies == nullptr) copies = new Copies;
  copies->folder = std::move(folder);
}

void keep_writes_in(std::string folder, WrittenContents& contents) {
  keep_writes_in(std::move(folder));
  copies->contents = &contents;
  copies->follows = true;
}

void note_written(const std::string& name, double time_s) {
  if (copies == nullptr || !copies->follows) return;
  const CopiedName copy(name.c_str(), CopiedName::Use::read);
  if (copy.get() == name.c_str()) return;
  copies->contents->written[copies->whole_name_of(copy.get())] = time_s;
}

void CopiedName::note_opened(int flags) const {
  if (!copies->follows || error_ != 0) return;
  WrittenContents& contents = *copies->contents;
  const std::string name = copies->whole_name_of(copy_.c_str());
  const int access = flags & O_ACCMODE;
  if (access != O_WRONLY && (flags & O_TRUNC) == 0 && !contents.written.contains(name)) {
    const auto found = contents.earlier.find(name);
    if (found != contents.earlier.end()) {
      contents.restored = std::max(contents.restored.value_or(0), found->second);
    }
  }
  if (access != O_RDONLY) contents.written[name] = callbacks_in_rank()->now_s();
}

CopiedName::Use CopiedName::use_of(int flags) {
  const bool writes = (flags & O_ACCMODE) != O_RDONLY;
  if ((flags & O_CREAT) != 0) return (flags & O_TRUNC) != 0 ? Use::replace : Use::create;
  return writes || (flags & O_TRUNC) != 0 ? Use::change : Use::read;
}

CopiedName::CopiedName(const char* name, Use use) : name_(name) {
  if (copies == nullptr || name == nullptr || *name == '\0' || is_looking) [[likely]]
    return;
  if (state_in_rank() == nullptr) return;
  const Looking looking;
  const int before = errno;
  const std::string path = whole_name(name);
  if (!is_special(path) && !path.starts_with(copies->folder)) prepare(path, use);
  errno = before;
}

void CopiedName::prepare(const std::string& path, Use use) {
  copy_ = copies->folder + path;
  if (is_there(copy_)) {
    name_ = copy_.c_str();
    return;
  }
  const bool was_removed = copies->contents->removed.contains(path);
  const bool exists = !was_removed && is_there(path);
  if (use == Use::read || use == Use::change) {
    if (was_removed) error_ = ENOENT;
    if (use == Use::read || !exists) return;  // the system says what is wrong
  }
  std::error_code error;
  if (!exists && !fs::is_directory(fs::path(path).parent_path(), error)) return;
  fs::create_directories(fs::path(copy_).parent_path(), error);
  if (error) {
    error_ = error.value();
    return;
  }
  if (exists) error_ = copy_file(path, copy_);
  if (error_ == 0) name_ = copy_.c_str();
}

namespace {

using Use = CopiedName::Use;

// Calls next(name), or fails.
template <typename Next>
int with_name(const CopiedName& name, const Next& next) {
  if (name.error() == 0) return next(name.get());
  errno = name.error();
  return -1;
}

// The real file stays; for ranks it is gone.
void note_removed(const CopiedName& name, const char* given) {
  if (name.get() == given) return;
  copies->contents->removed.insert(copies->whole_name_of(name.get()));
}

// A file keeps its age when it is renamed.
void note_renamed(const CopiedName& from, const CopiedName& to) {
  if (!copies->follows) return;
  const std::string old_name = copies->whole_name_of(from.get());
  const std::string new_name = copies->whole_name_of(to.get());
  for (auto* times : {&copies->contents->earlier, &copies->contents->written}) {
    times->erase(new_name);
    auto moved = times->extract(old_name);
    if (moved.empty()) continue;
    moved.key() = new_name;
    times->insert(std::move(moved));
  }
}

int remove_name(const char* given, int (*next)(const char*)) {
  const CopiedName name(given, Use::change);
  const int status = with_name(name, next);
  if (status == 0) note_removed(name, given);
  return status;
}

}  // namespace
}  // namespace smpi::load

using smpi::load::CopiedName;
using smpi::load::next_function;
using smpi::load::Use;
using smpi::load::with_name;

SMPI_REPLACES_LIBC int unlink(const char* name) noexcept {
  static auto* const next = next_function<int(const char*)>("unlink");
  return smpi::load::remove_name(name, next);
}

SMPI_REPLACES_LIBC int remove(const char* name) noexcept {
  static auto* const next = next_function<int(const char*)>("remove");
  return smpi::load::remove_name(name, next);
}

SMPI_REPLACES_LIBC int rename(const char* from, const char* to) noexcept {
  static auto* const next = next_function<int(const char*, const char*)>("rename");
  const CopiedName source(from, Use::change);
  const CopiedName target(to, Use::replace);
  const int status = with_name(source, [&](const char* old_name) {
    return with_name(target, [&](const char* new_name) { return next(old_name, new_name); });
  });
  if (status == 0) {
    smpi::load::note_removed(source, from);
    if (source.get() != from && target.get() != to) smpi::load::note_renamed(source, target);
  }
  return status;
}

SMPI_REPLACES_LIBC int truncate(const char* name, off_t size_bytes) noexcept {
  static auto* const next = next_function<int(const char*, off_t)>("truncate");
  return with_name({name, Use::change}, [&](const char* own) { return next(own, size_bytes); });
}

SMPI_REPLACES_LIBC int truncate64(const char* name, off64_t size_bytes) noexcept
    __attribute__((alias("truncate")));

SMPI_REPLACES_LIBC int access(const char* name, int rights) noexcept {
  static auto* const next = next_function<int(const char*, int)>("access");
  return with_name({name, Use::read}, [&](const char* own) { return next(own, rights); });
}

SMPI_REPLACES_LIBC int stat(const char* name, struct stat* status) noexcept {
  static auto* const next = next_function<int(const char*, struct stat*)>("stat");
  return with_name({name, Use::read}, [&](const char* own) { return next(own, status); });
}

SMPI_REPLACES_LIBC int stat64(const char* name, struct stat64* status) noexcept {
  return stat(name, reinterpret_cast<struct stat*>(status));
}

SMPI_REPLACES_LIBC int lstat(const char* name, struct stat* status) noexcept {
  static auto* const next = next_function<int(const char*, struct stat*)>("lstat");
  return with_name({name, Use::read}, [&](const char* own) { return next(own, status); });
}

SMPI_REPLACES_LIBC int lstat64(const char* name, struct stat64* status) noexcept {
  return lstat(name, reinterpret_cast<struct stat*>(status));
}
