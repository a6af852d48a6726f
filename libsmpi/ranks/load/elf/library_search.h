// SPDX-License-Identifier: BSD-3-Clause
//
// Where the dynamic linker would find a library, without loading it.
//
// Libraries that get a private copy per rank must not be loaded the ordinary way: their
// constructors would run outside of any rank. dlinfo tells the directories but not the cache, so
// the search of ld.so(8) is repeated here: LD_LIBRARY_PATH, DT_RUNPATH, /etc/ld.so.cache, default
// directories. (DT_RPATH is treated as DT_RUNPATH: its other place in the order and its
// inheritance matter only when one name is found in several directories.)
#pragma once

#include <string>

#include "libsmpi/ranks/load/elf/elf_file.h"

namespace smpi::load {

// Path of the library that `requester` means by `name`; empty when there is none.
std::string find_library(const std::string& name, const ElfFile& requester);

// `path` with $ORIGIN replaced by the directory of `file`.
std::string expand_origin(std::string path, const std::string& file);

}  // namespace smpi::load
