// SPDX-License-Identifier: BSD-3-Clause
//
// Lines of standard output and error that begin with the rank that printed them (--tag-output).
//
// Whatever a rank writes (stdio, libgfortran, processes that it starts) goes to descriptors 1 and
// 2. While tags are wanted these are files in memory, and whoever switches ranks takes out what the
// previous rank wrote. A line is printed when it is whole, or at the end of the run.
// Alternatives considered: a pipe per rank and a thread that reads them. It takes descriptors per
// rank, and the thread cannot know which rank filled the buffer of a shared stdout. Cost: two
// system calls per switch with the option; nothing without.
#pragma once

namespace smpi::load {

struct LibcState;

// Tags are printed while one lives; at most one does.
class TaggedOutput {
 public:
  TaggedOutput();
  ~TaggedOutput();
  TaggedOutput(const TaggedOutput&) = delete;
  TaggedOutput& operator=(const TaggedOutput&) = delete;
};

// Prints what the rank that ran until now wrote; `next` (nullptr: no rank) writes from now on.
void switch_tag(const LibcState* next);

// Gives the process its standard output and error back, because it ends.
void stop_tagging();

}  // namespace smpi::load
