// SPDX-License-Identifier: BSD-3-Clause
//
// The headers that most files include and that take long to read. None of ours: they change.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
