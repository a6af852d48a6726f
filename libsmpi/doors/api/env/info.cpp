// SPDX-License-Identifier: BSD-3-Clause
//
// Info objects (MPI 5.0, 10). Callable before MPI_Init and after MPI_Finalize.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/mpi/info/info.h"

namespace smpi::api {
namespace {

struct InfoCheck : Check {
  explicit InfoCheck(MPI_Info handle) : info(find_info(handle)) {
    require(info != nullptr, MPI_ERR_INFO, "null or freed info object");
  }
  InfoCheck& key(const char* text) {
    check_text(text, MPI_MAX_INFO_KEY, MPI_ERR_INFO_KEY, "the key is NULL, empty or too long");
    return *this;
  }
  InfoCheck& value(const char* text) {
    check_text(text, MPI_MAX_INFO_VAL, MPI_ERR_INFO_VALUE, "the value is NULL or too long");
    return *this;
  }
  // MPI_INFO_ENV cannot be changed.
  InfoCheck& writable() {
    require(info == nullptr || info->owner != nullptr, MPI_ERR_INFO, "MPI_INFO_ENV is read-only");
    return *this;
  }

  Info* info;

 private:
  // The maxima of the C interface count the final NUL.
  void check_text(const char* text, std::size_t size_max, int code, const char* detail) {
    const bool fits = text != nullptr && std::strlen(text) < size_max;
    require(fits && (code != MPI_ERR_INFO_KEY || text[0] != '\0'), code, detail);
  }
};

// Copies as much of `text` as fits in `size` bytes, final NUL included.
void copy_text(const std::string& text, char* out, std::size_t size) {
  const std::size_t length = std::min(text.size(), size - 1);
  std::memcpy(out, text.data(), length);
  out[length] = '\0';
}

// The arguments of a command line that the standard gives a meaning (MPI 5.0, 10, MPI_INFO_ENV).
void read_arguments(Info& info, int argc, char** argv) {
  if (argc < 1 || argv == nullptr || argv[0] == nullptr) return;
  info.set("command", std::string(argv[0]).substr(0, MPI_MAX_INFO_VAL - 1));
  std::string rest;
  for (int i = 1; i < argc && argv[i] != nullptr; i++) {
    if (i > 1) rest += ' ';
    rest += argv[i];
  }
  if (!rest.empty()) info.set("argv", rest.substr(0, MPI_MAX_INFO_VAL - 1));
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Info_create(MPI_Info* info) {
  const AnyTimeCall call;
  Check check;
  check.pointer(info, "info");
  if (check.failed()) return check.raise();
  *info = to_handle(make_info());
  return MPI_SUCCESS;
}

int PMPI_Info_create_env(int argc, char* argv[], MPI_Info* info) {
  const AnyTimeCall call;
  Check check;
  check.pointer(info, "info");
  if (check.failed()) return check.raise();
  Info& made = make_info(find_info(MPI_INFO_ENV));
  read_arguments(made, argc, argv);
  *info = to_handle(made);
  return MPI_SUCCESS;
}

int PMPI_Info_dup(MPI_Info info, MPI_Info* newinfo) {
  const AnyTimeCall call;
  InfoCheck check(info);
  check.pointer(newinfo, "newinfo");
  if (check.failed()) return check.raise();
  *newinfo = to_handle(make_info(check.info));
  return MPI_SUCCESS;
}

int PMPI_Info_free(MPI_Info* info) {
  const AnyTimeCall call;
  InfoCheck check(info == nullptr ? MPI_INFO_NULL : *info);
  check.writable();
  if (check.failed()) return check.raise();
  free_info(*check.info);
  *info = MPI_INFO_NULL;
  return MPI_SUCCESS;
}

int PMPI_Info_set(MPI_Info info, const char* key, const char* value) {
  const AnyTimeCall call;
  InfoCheck check(info);
  check.writable().key(key).value(value);
  if (check.failed()) return check.raise();
  check.info->set(key, value);
  return MPI_SUCCESS;
}

int PMPI_Info_delete(MPI_Info info, const char* key) {
  const AnyTimeCall call;
  InfoCheck check(info);
  check.writable().key(key);
  if (check.failed()) return check.raise();
  if (check.info->erase(key)) return MPI_SUCCESS;
  return raise(nullptr, MPI_ERR_INFO_NOKEY, fmt::format("key \"{}\"", key));
}

int PMPI_Info_get(MPI_Info info, const char* key, int valuelen, char* value, int* flag) {
  const AnyTimeCall call;
  InfoCheck check(info);
  check.key(key)
      .require(valuelen >= 0, MPI_ERR_ARG, "the length of the value is negative")
      .pointer(value, "value")
      .pointer(flag, "flag");
  if (check.failed()) return check.raise();
  const std::string* found = check.info->find(key);
  *flag = found != nullptr ? 1 : 0;
  if (found != nullptr) copy_text(*found, value, static_cast<std::size_t>(valuelen) + 1);
  return MPI_SUCCESS;
}

int PMPI_Info_get_valuelen(MPI_Info info, const char* key, int* valuelen, int* flag) {
  const AnyTimeCall call;
  InfoCheck check(info);
  check.key(key).pointer(valuelen, "valuelen").pointer(flag, "flag");
  if (check.failed()) return check.raise();
  const std::string* found = check.info->find(key);
  *flag = found != nullptr ? 1 : 0;
  if (found != nullptr) *valuelen = static_cast<int>(found->size());
  return MPI_SUCCESS;
}

int PMPI_Info_get_string(MPI_Info info, const char* key, int* buflen, char* value, int* flag) {
  const AnyTimeCall call;
  InfoCheck check(info);
  check.key(key).pointer(buflen, "buflen").pointer(flag, "flag");
  if (check.failed()) return check.raise();
  const int size = *buflen;
  check.require(size >= 0, MPI_ERR_ARG, "buflen is negative");
  if (size > 0) check.pointer(value, "value");
  if (check.failed()) return check.raise();
  const std::string* found = check.info->find(key);
  *flag = found != nullptr ? 1 : 0;
  if (found == nullptr) return MPI_SUCCESS;
  if (size > 0) copy_text(*found, value, static_cast<std::size_t>(size));
  *buflen = static_cast<int>(found->size()) + 1;
  return MPI_SUCCESS;
}

int PMPI_Info_get_nkeys(MPI_Info info, int* nkeys) {
  const AnyTimeCall call;
  InfoCheck check(info);
  check.pointer(nkeys, "nkeys");
  if (check.failed()) return check.raise();
  *nkeys = static_cast<int>(check.info->size());
  return MPI_SUCCESS;
}

int PMPI_Info_get_nthkey(MPI_Info info, int n, char* key) {
  const AnyTimeCall call;
  InfoCheck check(info);
  check.pointer(key, "key");
  if (check.failed()) return check.raise();
  if (n < 0 || static_cast<std::size_t>(n) >= check.info->size()) {
    return raise(nullptr, MPI_ERR_ARG,
                 fmt::format("key number {}, but there are {}", n, check.info->size()));
  }
  copy_text((*check.info)[static_cast<std::size_t>(n)].first, key, MPI_MAX_INFO_KEY);
  return MPI_SUCCESS;
}

}  // extern "C"
