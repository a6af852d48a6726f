// SPDX-License-Identifier: BSD-3-Clause
//
// The headers of the standard library that most files include and that take long to read.
#pragma once

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
