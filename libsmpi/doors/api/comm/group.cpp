// SPDX-License-Identifier: BSD-3-Clause
//
// Groups (MPI 5.0, 7.3): local calls without communication. A group operation has no communicator,
// so its errors go to the handler of MPI_COMM_SELF.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/mpi/comm/group.h"

namespace smpi::api {
namespace {

// Turns the arguments of MPI_Group_range_* into ranks; remembers what was wrong.
struct RankList {
  std::vector<int> ranks;
  int error = MPI_SUCCESS;
  std::string detail;

  void fail(int code, std::string text) {
    if (error != MPI_SUCCESS) return;
    error = code;
    detail = std::move(text);
  }
};

// Every rank must be in the group, and none twice.
void check_ranks(const Group& group, RankList& list) {
  std::vector<bool> seen(static_cast<std::size_t>(group.size()), false);
  for (const int rank : list.ranks) {
    if (rank < 0 || rank >= group.size()) {
      return list.fail(MPI_ERR_RANK,
                       fmt::format("rank {}, but the group has {} members", rank, group.size()));
    }
    auto mark = seen.begin() + rank;
    if (*mark) return list.fail(MPI_ERR_RANK, fmt::format("rank {} appears twice", rank));
    *mark = true;
  }
}

RankList listed_ranks(const Group& group, int count, const int* ranks) {
  RankList list;
  if (count < 0) {
    list.fail(MPI_ERR_ARG, fmt::format("number of ranks {}", count));
  } else if (count > 0 && ranks == nullptr) {
    list.fail(MPI_ERR_ARG, "the array of ranks is NULL");
  } else {
    list.ranks.assign(ranks, ranks + count);
    check_ranks(group, list);
  }
  return list;
}

// Triplets (first, last, stride) with both ends included.
RankList ranges_of_ranks(const Group& group, int count, const int (*ranges)[3]) {
  RankList list;
  if (count < 0) list.fail(MPI_ERR_ARG, fmt::format("number of ranges {}", count));
  if (count > 0 && ranges == nullptr) list.fail(MPI_ERR_ARG, "the array of ranges is NULL");
  for (int i = 0; i < count && list.error == MPI_SUCCESS; i++) {
    const auto& [first, last, stride] = ranges[i];
    if (stride == 0) {
      list.fail(MPI_ERR_ARG, fmt::format("range {} has stride 0", i));
    } else if (first < 0 || first >= group.size() || last < 0 || last >= group.size()) {
      list.fail(MPI_ERR_RANK, fmt::format("range {} is {}..{}, but the group has {} members", i,
                                          first, last, group.size()));
    } else {
      const bool ascending = stride > 0;
      for (std::int64_t rank = first; ascending ? rank <= last : rank >= last; rank += stride) {
        list.ranks.push_back(static_cast<int>(rank));
      }
    }
  }
  if (list.error == MPI_SUCCESS) check_ranks(group, list);
  return list;
}

// A group made of another one belongs to the same session.
MPI_Group derive(const Group& from, std::vector<ProcessId> members) {
  Ref<Group> made(new Group(std::move(members)));
  made->session = from.session;
  return make_group_handle(std::move(made));
}

int include(const Group& group, const RankList& list, MPI_Group* result) {
  if (list.error != MPI_SUCCESS) return raise(nullptr, list.error, list.detail);
  std::vector<ProcessId> members;
  members.reserve(list.ranks.size());
  for (const int rank : list.ranks) members.push_back(group[rank]);
  *result = derive(group, std::move(members));
  return MPI_SUCCESS;
}

int exclude(const Group& group, const RankList& list, MPI_Group* result) {
  if (list.error != MPI_SUCCESS) return raise(nullptr, list.error, list.detail);
  std::vector<bool> excluded(static_cast<std::size_t>(group.size()), false);
  for (const int rank : list.ranks) excluded[static_cast<std::size_t>(rank)] = true;
  std::vector<ProcessId> members;
  for (int rank = 0; rank < group.size(); rank++) {
    if (!excluded[static_cast<std::size_t>(rank)]) members.push_back(group[rank]);
  }
  *result = derive(group, std::move(members));
  return MPI_SUCCESS;
}

// The operands and the place of the result of a call on one or two groups.
struct GroupCheck : Check {
  explicit GroupCheck(MPI_Group first, const void* result) { add(first).pointer(result, "result"); }
  GroupCheck(MPI_Group first, MPI_Group second, const void* result) {
    add(first);
    add(second).pointer(result, "result");
  }
  Check& add(MPI_Group handle) {
    groups[count++] = find_group(handle);
    return require(groups[count - 1] != nullptr, MPI_ERR_GROUP, "null or freed group");
  }
  const Group& operator[](int i) const { return *groups[i]; }

  Group* groups[2] = {};
  int count = 0;
};

using Keep = bool (*)(const Group& other, ProcessId process);

// Members of `from` for which keep(other, member), appended to `members`.
void append_if(std::vector<ProcessId>& members, const Group& from, const Group& other, Keep keep) {
  for (const ProcessId process : from.members()) {
    if (keep(other, process)) members.push_back(process);
  }
}

constexpr Keep in_other = [](const Group& other, ProcessId p) { return other.contains(p); };
constexpr Keep not_in_other = [](const Group& other, ProcessId p) { return !other.contains(p); };

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Group_size(MPI_Group group, int* size) {
  const Call call;
  const GroupCheck check(group, size);
  if (check.failed()) return check.raise();
  *size = check[0].size();
  return MPI_SUCCESS;
}

int PMPI_Group_rank(MPI_Group group, int* rank) {
  const Call call;
  const GroupCheck check(group, rank);
  if (check.failed()) return check.raise();
  *rank = check[0].rank_of(current_rank().process).value_or(MPI_UNDEFINED);
  return MPI_SUCCESS;
}

int PMPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[], MPI_Group group2,
                               int ranks2[]) {
  const Call call;
  GroupCheck check(group1, group2, &ranks2);
  check.require(n >= 0, MPI_ERR_ARG, "the number of ranks is negative");
  check.require(n <= 0 || (ranks1 != nullptr && ranks2 != nullptr), MPI_ERR_ARG,
                "an array of ranks is NULL");
  for (int i = 0; i < n && !check.failed(); i++) {
    check.require(ranks1[i] == MPI_PROC_NULL || (ranks1[i] >= 0 && ranks1[i] < check[0].size()),
                  MPI_ERR_RANK, "a rank is not in the first group");
  }
  if (check.failed()) return check.raise();
  for (int i = 0; i < n; i++) {
    const bool null = ranks1[i] == MPI_PROC_NULL;
    ranks2[i] =
        null ? MPI_PROC_NULL : check[1].rank_of(check[0][ranks1[i]]).value_or(MPI_UNDEFINED);
  }
  return MPI_SUCCESS;
}

int PMPI_Group_compare(MPI_Group group1, MPI_Group group2, int* result) {
  const Call call;
  const GroupCheck check(group1, group2, result);
  if (check.failed()) return check.raise();
  *result = compare_groups(check[0], check[1]);
  return MPI_SUCCESS;
}

int PMPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
  const Call call;
  const GroupCheck check(group1, group2, newgroup);
  if (check.failed()) return check.raise();
  std::vector<ProcessId> members = check[0].members();
  append_if(members, check[1], check[0], not_in_other);
  *newgroup = derive(check[0], std::move(members));
  return MPI_SUCCESS;
}

int PMPI_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
  const Call call;
  const GroupCheck check(group1, group2, newgroup);
  if (check.failed()) return check.raise();
  std::vector<ProcessId> members;
  append_if(members, check[0], check[1], in_other);
  *newgroup = derive(check[0], std::move(members));
  return MPI_SUCCESS;
}

int PMPI_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
  const Call call;
  const GroupCheck check(group1, group2, newgroup);
  if (check.failed()) return check.raise();
  std::vector<ProcessId> members;
  append_if(members, check[0], check[1], not_in_other);
  *newgroup = derive(check[0], std::move(members));
  return MPI_SUCCESS;
}

int PMPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group* newgroup) {
  const Call call;
  const GroupCheck check(group, newgroup);
  if (check.failed()) return check.raise();
  return include(check[0], listed_ranks(check[0], n, ranks), newgroup);
}

int PMPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group* newgroup) {
  const Call call;
  const GroupCheck check(group, newgroup);
  if (check.failed()) return check.raise();
  return exclude(check[0], listed_ranks(check[0], n, ranks), newgroup);
}

int PMPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group* newgroup) {
  const Call call;
  const GroupCheck check(group, newgroup);
  if (check.failed()) return check.raise();
  return include(check[0], ranges_of_ranks(check[0], n, ranges), newgroup);
}

int PMPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group* newgroup) {
  const Call call;
  const GroupCheck check(group, newgroup);
  if (check.failed()) return check.raise();
  return exclude(check[0], ranges_of_ranks(check[0], n, ranges), newgroup);
}

int PMPI_Group_free(MPI_Group* group) {
  const Call call;
  const GroupCheck check(group == nullptr ? MPI_GROUP_NULL : *group, group);
  if (check.failed()) return check.raise();
  free_group_handle(*group);
  *group = MPI_GROUP_NULL;
  return MPI_SUCCESS;
}

}  // extern "C"
