// SPDX-License-Identifier: BSD-3-Clause
//
// What becomes of a child whose parent has ended, before it asked and afterwards.
#include "kernel/end_with_parent.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <functional>

namespace smpi::kernel {
namespace {

constexpr int gone_status = 7;
constexpr int other_status = 8;

// What waitpid() says of a child that does this.
int status_of_child(const std::function<void()>& body) {
  const pid_t child = fork();
  if (child == 0) {
    body();
    ::_exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

TEST(EndWithParent, LetsAChildGoOnWhoseParentLives) {
  const pid_t parent = getpid();
  const int status = status_of_child([parent] { end_with_parent(parent, SIGKILL, gone_status); });
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

// The race of a parent that ends between fork() and prctl(): its child has another parent then.
TEST(EndWithParent, EndsAChildThatAskedTooLate) {
  constexpr pid_t gone = 0x3fffffff;  // no process has this number
  const int status = status_of_child([] { end_with_parent(gone, SIGKILL, gone_status); });
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), gone_status);
}

// A pipe that only the grandchild holds is at its end when that has ended.
TEST(EndWithParent, EndsAChildWhenItsParentEnds) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  status_of_child([&ends] {
    int ready[2];
    if (pipe(ready) != 0) ::_exit(other_status);
    const pid_t parent = getpid();
    if (fork() == 0) {
      end_with_parent(parent, SIGKILL, gone_status);
      if (write(ready[1], "r", 1) != 1) ::_exit(other_status);
      for (;;) pause();
    }
    char letter = 0;
    if (read(ready[0], &letter, 1) != 1) ::_exit(other_status);
  });
  close(ends[1]);
  char letter = 0;
  EXPECT_EQ(read(ends[0], &letter, 1), 0);
  close(ends[0]);
}

}  // namespace
}  // namespace smpi::kernel
