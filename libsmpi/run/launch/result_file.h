// SPDX-License-Identifier: BSD-3-Clause
//
// A file that is written when all is over: the summary, a proposed overlay.
//
// Hours may pass until then, so whether it can be written is looked at before anything runs. The
// file itself is not touched before: a run that fails leaves none, and what another run wrote stays
// until it is replaced as a whole, by a file that was written beside it. Links, pipes and devices
// are written in place.
#pragma once

#include <string>
#include <string_view>

namespace smpi::launch {

struct ResultFile {
  std::string path;
  std::string_view what;  // "summary", for messages

  // Throws InputError when it cannot be written, as far as the system tells.
  void require_writable() const;
  // Throws InputError, and leaves what there was.
  void write(std::string_view text) const;
};

// The path as messages say it: of a file in the folder of a future, its name.
std::string shown_path(const std::string& path);

}  // namespace smpi::launch
