// SPDX-License-Identifier: BSD-3-Clause
//
// /proc/self/fd says what is open, /proc/self/maps what is mapped, kcmp(2) which descriptors share
// an offset. The image that clones are mapped from is never written once it is made (load/copies).
#include "libsmpi/run/futures/open_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/kcmp.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernel/error.h"
#include "libsmpi/run/futures/copied_content.h"

namespace smpi::futures {
namespace {

using FileId = std::pair<dev_t, ino_t>;

constexpr std::string_view images = "/memfd:ranks";  // of load/copies/clone_image
constexpr std::string_view in_memory = "/memfd:";
constexpr std::string_view deleted = " (deleted)";

[[noreturn]] void fail(const std::string& what, const std::string& text) {
  throw kernel::InputError(fmt::format("{} ({})", what, std::strerror(errno)), {.text = text});
}

std::string link_of(int descriptor) {
  return fmt::format("/proc/self/fd/{}", descriptor);
}

std::string target_of(int descriptor) {
  std::array<char, 4096> text;
  const ssize_t count = readlink(link_of(descriptor).c_str(), text.data(), text.size());
  return {text.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))};
}

std::vector<int> open_descriptors() {
  std::vector<int> found;
  DIR* folder = opendir("/proc/self/fd");
  if (folder == nullptr) fail("cannot see the open files", "/proc/self/fd");
  while (const dirent* entry = readdir(folder)) {
    if (entry->d_name[0] == '.') continue;
    const int number = std::atoi(entry->d_name);
    if (number != dirfd(folder)) found.push_back(number);
  }
  closedir(folder);
  std::ranges::sort(found);
  return found;
}

struct OpenFile {
  int descriptor;
  struct stat status {};
  int flags;
  std::string target;

  FileId id() const { return {status.st_dev, status.st_ino}; }
  bool is_writable() const { return (flags & O_ACCMODE) != O_RDONLY; }
  bool is_regular() const { return S_ISREG(status.st_mode); }
};

std::vector<OpenFile> look_at_files(const std::map<int, FileId>& left_alone) {
  std::vector<OpenFile> files;
  for (const int descriptor : open_descriptors()) {
    OpenFile file{.descriptor = descriptor,
                  .flags = fcntl(descriptor, F_GETFL),
                  .target = target_of(descriptor)};
    if (file.flags < 0 || (file.flags & O_PATH) != 0) continue;
    if (fstat(descriptor, &file.status) != 0 || file.target.starts_with(images)) continue;
    const auto known = left_alone.find(descriptor);
    if (known != left_alone.end() && known->second == file.id()) continue;
    files.push_back(std::move(file));
  }
  return files;
}

// For each file the first of those with which it shares an offset. kcmp(2) orders descriptors, so
// thousands of them are sorted.
std::vector<std::size_t> firsts_with_offset(const std::vector<OpenFile>& files) {
  std::map<FileId, std::vector<std::size_t>> of_file;
  for (std::size_t i = 0; i < files.size(); i++) of_file[files[i].id()].push_back(i);
  const auto self = static_cast<long>(syscall(SYS_getpid));
  const auto compare = [&](std::size_t one, std::size_t other) {
    return syscall(SYS_kcmp, self, self, KCMP_FILE, files[one].descriptor, files[other].descriptor);
  };
  std::vector<std::size_t> firsts(files.size());
  for (auto& [id, members] : of_file) {
    std::stable_sort(members.begin(), members.end(),
                     [&](std::size_t one, std::size_t other) { return compare(one, other) == 1; });
    std::size_t first = members.front();
    for (const std::size_t member : members) {
      if (member != first && compare(first, member) != 0) first = member;
      firsts[member] = first;
    }
  }
  return firsts;
}

// A line of /proc/self/maps that says memory is shared.
struct SharedRange {
  std::uintptr_t begin;
  std::uintptr_t end;
  int protection;
  off_t offset;
  FileId id;
  std::string target;
};

std::vector<SharedRange> shared_ranges() {
  std::vector<SharedRange> ranges;
  std::ifstream file("/proc/self/maps");
  for (std::string line; std::getline(file, line);) {
    unsigned long begin = 0;
    unsigned long end = 0;
    unsigned long offset = 0;
    unsigned long inode = 0;
    unsigned major_number = 0;
    unsigned minor_number = 0;
    char rights[5] = {};
    int name_at = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx %4s %lx %x:%x %lu %n", &begin, &end, rights, &offset,
                    &major_number, &minor_number, &inode, &name_at) < 7 ||
        rights[3] != 's') {
      continue;
    }
    const int protection = (rights[0] == 'r' ? PROT_READ : 0) |
                           (rights[1] == 'w' ? PROT_WRITE : 0) | (rights[2] == 'x' ? PROT_EXEC : 0);
    ranges.push_back({begin,
                      end,
                      protection,
                      static_cast<off_t>(offset),
                      {makedev(major_number, minor_number), inode},
                      line.substr(name_at)});
  }
  return ranges;
}

// Makes the files of this process its own, each once.
class Copier {
 public:
  Copier(std::string old_folder, std::string folder)
      : old_folder_(std::move(old_folder)), folder_(std::move(folder)) {}
  ~Copier() {
    for (const auto& [id, copy] : copies_) close(copy.keeper);
  }
  Copier(const Copier&) = delete;
  Copier& operator=(const Copier&) = delete;

  void copy_descriptors(const std::vector<OpenFile>& files) {
    const std::vector<std::size_t> firsts = firsts_with_offset(files);
    for (const OpenFile& file : files) {
      if (file.is_regular() && file.is_writable()) copy(file);
    }
    for (std::size_t i = 0; i < files.size(); i++) {
      if (firsts[i] == i) open_again(files[i]);
    }
    for (std::size_t i = 0; i < files.size(); i++) {
      if (firsts[i] != i) replace(files[i].descriptor, files[firsts[i]].descriptor);
    }
  }

  void copy_mappings() {
    for (const SharedRange& range : shared_ranges()) {
      if (range.target.starts_with(images)) continue;
      const auto found = copies_.find(range.id);
      if (found != copies_.end()) {
        map_again(range, found->second.keeper);
      } else if ((range.protection & PROT_WRITE) != 0) {
        map_again(range, copy_memory(range));
      }
    }
  }

 private:
  struct Copy {
    std::string path;  // by which it is opened
    int keeper;        // open for reading and writing
  };

  // Where a file with a name goes.
  std::string path_of(const std::string& target) const {
    if (target.starts_with(old_folder_ + "/")) {
      return folder_ + target.substr(old_folder_.size());
    }
    return folder_ + "/files" + target;
  }

  Copy make_copy_of(const OpenFile& file) const {
    if (file.target.starts_with(in_memory)) {
      std::string name = file.target.substr(in_memory.size());
      if (name.ends_with(deleted)) name.resize(name.size() - deleted.size());
      const int made = memfd_create(name.c_str(), MFD_CLOEXEC);
      return {link_of(made), made};
    }
    if (file.status.st_nlink == 0) {
      const int made = ::open(folder_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
      return {link_of(made), made};
    }
    const std::string path = path_of(file.target);
    std::error_code ignored;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
    const int made =
        ::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, file.status.st_mode & 0777);
    return {path, made};
  }

  void copy(const OpenFile& file) {
    if (copies_.contains(file.id())) return;
    Copy copy = make_copy_of(file);
    if (copy.keeper < 0) fail("cannot copy an open file", file.target);
    copy.keeper = out_of_the_way(copy.keeper);
    if (copy.path.starts_with("/proc/self/fd/")) copy.path = link_of(copy.keeper);
    const int source = ::open(link_of(file.descriptor).c_str(), O_RDONLY | O_CLOEXEC);
    const bool is_copied = source >= 0 && copy_content(source, copy.keeper);
    const int error = errno;
    if (source >= 0) close(source);
    errno = error;
    if (!is_copied) fail("cannot copy an open file", file.target);
    copies_.emplace(file.id(), std::move(copy));
  }

  // Numbers that the program may still use stay free.
  static int out_of_the_way(int descriptor) {
    const int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 512);
    if (moved < 0) return descriptor;
    close(descriptor);
    return moved;
  }

  static void replace(int descriptor, int by) {
    const int of_exec = fcntl(descriptor, F_GETFD) & FD_CLOEXEC;
    if (dup3(by, descriptor, of_exec != 0 ? O_CLOEXEC : 0) < 0) {
      fail("cannot open a file again", target_of(descriptor));
    }
  }

  void open_again(const OpenFile& file) const {
    if (!file.is_regular() && !S_ISDIR(file.status.st_mode)) return;
    const auto found = copies_.find(file.id());
    const std::string path = found == copies_.end() ? link_of(file.descriptor) : found->second.path;
    const off_t offset = lseek(file.descriptor, 0, SEEK_CUR);
    const int flags = file.flags & ~(O_CREAT | O_EXCL | O_TRUNC | O_NOFOLLOW | O_TMPFILE);
    const int made = ::open(path.c_str(), flags | O_CLOEXEC);
    if (made < 0) {
      // A file that may not be read any more is shared as it is: nobody writes it.
      if (found == copies_.end()) return;
      fail("cannot open a file again", file.target);
    }
    if (offset > 0) lseek(made, offset, SEEK_SET);
    replace(file.descriptor, made);
    close(made);
  }

  // Of memory that no descriptor leads to any more, or that is shared without a file.
  int copy_memory(const SharedRange& range) {
    const int made = out_of_the_way(memfd_create("smpi-future", MFD_CLOEXEC));
    if (made < 0) fail("cannot copy shared memory", range.target);
    copies_.emplace(range.id, Copy{link_of(made), made});
    for (const SharedRange& part : shared_ranges()) {
      if (part.id != range.id || (part.protection & PROT_READ) == 0) continue;
      if (!copy_memory_into(made, part.offset, reinterpret_cast<const void*>(part.begin),
                            part.end - part.begin)) {
        fail("cannot copy shared memory", range.target);
      }
    }
    return made;
  }

  static void map_again(const SharedRange& range, int file) {
    if (mmap(reinterpret_cast<void*>(range.begin), range.end - range.begin, range.protection,
             MAP_SHARED | MAP_FIXED | MAP_NORESERVE, file, range.offset) == MAP_FAILED) {
      fail("cannot map memory again", range.target);
    }
  }

  std::string old_folder_;
  std::string folder_;
  std::map<FileId, Copy> copies_;
};

}  // namespace

OpenFiles::OpenFiles() {
  for (const OpenFile& file : look_at_files({})) {
    if (!file.is_regular()) left_alone_[file.descriptor] = file.id();
  }
}

void OpenFiles::leave_alone(int descriptor) {
  struct stat status {};
  if (fstat(descriptor, &status) == 0) {
    left_alone_[descriptor] = {status.st_dev, status.st_ino};
  }
}

std::string OpenFiles::obstacle() const {
  if (const std::size_t count = thread_count(); count > 1) {
    return fmt::format("the process has {} threads, which a library started", count);
  }
  for (const OpenFile& file : look_at_files(left_alone_)) {
    const mode_t mode = file.status.st_mode;
    if (S_ISFIFO(mode)) return fmt::format("a pipe is open (descriptor {})", file.descriptor);
    if (S_ISSOCK(mode)) return fmt::format("a socket is open (descriptor {})", file.descriptor);
    if (file.target.starts_with("anon_inode:")) {
      return fmt::format("a file of the kind {} is open (descriptor {})", file.target.substr(11),
                         file.descriptor);
    }
  }
  for (const SharedRange& range : shared_ranges()) {
    if (range.target.starts_with("anon_inode:") || range.target.starts_with("/dev/hugepages")) {
      return fmt::format("memory of {} is shared", range.target);
    }
  }
  return {};
}

void OpenFiles::make_own(const std::string& old_folder, const std::string& folder) const {
  const std::vector<OpenFile> files = look_at_files(left_alone_);
  Copier copier(old_folder, folder);
  copier.copy_descriptors(files);
  copier.copy_mappings();
}

std::size_t thread_count() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    count++;
  }
  return count;
}

}  // namespace smpi::futures
