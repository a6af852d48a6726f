// SPDX-License-Identifier: BSD-3-Clause
//
// A platform as a picture: a graph in the language of Graphviz.
#pragma once

#include <string>

#include "models/platform/platform.h"

namespace smpi::models {

// Hosts are boxes, what joins cables is a circle, and each kind of cable has a colour of its own.
// Links that no way between two hosts takes are left out. Throws InputError for platforms with more
// hosts than a picture can show, and for links that serve both directions, whose ends routes do not
// tell.
std::string draw_platform(const Platform& platform);

}  // namespace smpi::models
