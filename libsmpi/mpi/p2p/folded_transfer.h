// SPDX-License-Identifier: BSD-3-Clause
//
// Messages from and to memory that has no content (memory/folding.h). They carry only what is
// private on the sender's side, and write only what is private on the receiver's.
//
// A message of 20 MB whose buffer is folded but for 40 bytes of pivots costs two searches in the
// rank's few ranges and a copy of 40 bytes. The packed data is described by the ranges of it that
// have content; the copy holds these one after the other.
#pragma once

#include <memory>
#include <vector>

#include "libsmpi/mpi/datatype/pack.h"
#include "libsmpi/mpi/requests/message.h"

namespace smpi {
struct Rank;
}

namespace smpi::p2p {

// Parts of packed data that have content, in order, not adjacent.
struct Content {
  std::vector<Range> ranges;
  MPI_Count size_bytes = 0;  // of all of them

  void clear() {
    ranges.clear();
    size_bytes = 0;
  }
  void add(Range range);
};

// Recycles Contents with the room of their vectors.
class ContentPool {
 public:
  Content* acquire();
  void release(Content* content);

 private:
  std::vector<std::unique_ptr<Content>> all_;
  std::vector<Content*> free_;
};

// Is there memory without content in the buffer of a message about to be sent? Only asked when the
// sender uses any.
bool lacks_content(const Message& message);

// stage() for such a message: takes out what has content, and sets message.content.
void stage_content(Message& message);

// Delivers a message that was not staged when both buffers have content at the same places, and not
// everywhere: then nothing but that is copied, and what has content stays as it is. False when it
// is another case. REQUIRES: the sender uses memory without content.
bool deliver_same_content(const Message& message, const Request& receive);

// Before a delivery with such memory in use on either side: sets message.content when either buffer
// overlaps it.
void prepare_folded(Message& message, const Request& receive);

// Moves a message that has a `content` into the receive's buffer. `size_bytes` is what is received
// of it.
void deliver_content(Message& message, Request& receive, MPI_Count size_bytes);

}  // namespace smpi::p2p
