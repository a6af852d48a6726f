// SPDX-License-Identifier: BSD-3-Clause
//
// Which files a script runs, by its words.
#include "tools/study/runs/script_programs.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace smpi::study {
namespace {

namespace fs = std::filesystem;

// A folder with programs (app, lib/tool), data (matrix.bin) and modules (helper.py, parts/mesh.py).
class ScriptPrograms : public testing::Test {
 protected:
  ScriptPrograms() {
    std::string name = fs::temp_directory_path() / "script_programs.XXXXXX";
    folder_ = mkdtemp(name.data());
    fs::create_directory(folder_ / "lib");
    fs::create_directory(folder_ / "parts");
    for (const char* file :
         {"app", "lib/tool", "matrix.bin", "helper.py", "parts/mesh.py", "start"}) {
      std::ofstream(folder_ / file) << file;
    }
    for (const char* program : {"app", "lib/tool", "start"}) {
      fs::permissions(folder_ / program, fs::perms::owner_exec, fs::perm_options::add);
    }
  }
  ~ScriptPrograms() override { fs::remove_all(folder_); }

  // Of the script `start`, relative to its folder.
  std::set<std::string> named_by(const std::string& content) const {
    std::set<std::string> found;
    for (const std::string& path : programs_of_script(folder_ / "start", content)) {
      found.insert(fs::path(path).lexically_relative(folder_));
    }
    return found;
  }

  fs::path folder_;
};

using Names = std::set<std::string>;

TEST_F(ScriptPrograms, AreNamedQuotedOrNot) {
  EXPECT_EQ(named_by("#!/bin/sh\nexec ./app \"$@\"\n"), Names{"app"});
  EXPECT_EQ(named_by("#!/bin/sh\nexec './app'\n"), Names{"app"});
  EXPECT_EQ(named_by("#!/bin/sh\nlib/tool | ./app>out"), (Names{"app", "lib/tool"}));
}

TEST_F(ScriptPrograms, MayStandBehindTheFolderOfTheScript) {
  EXPECT_EQ(named_by("#!/bin/sh\nexec $HERE/app\n"), Names{"app"});
  EXPECT_EQ(named_by("#!/bin/sh\nexec \"${HERE}/lib/tool\"\n"), Names{"lib/tool"});
  EXPECT_EQ(named_by("#!/bin/sh\nexec $(dirname $0)/app\n"), Names{"app"});
  EXPECT_EQ(named_by("#!/bin/sh\nexec " + (folder_ / "app").native() + "\n"), Names{"app"});
}

TEST_F(ScriptPrograms, OrAreModulesOfPython) {
  EXPECT_EQ(named_by("#!/usr/bin/python3\nimport helper, sys\nfrom parts.mesh import cells\n"),
            (Names{"helper.py", "parts/mesh.py"}));
}

TEST_F(ScriptPrograms, AreNeitherDataNorTheScriptItself) {
  EXPECT_EQ(named_by("#!./app\ncat matrix.bin >> log; ./start\n"), Names{});
  EXPECT_EQ(named_by("#!/bin/sh"), Names{});
  EXPECT_EQ(named_by("#!/bin/sh\n${never closed ./app"), Names{});
  EXPECT_EQ(named_by("#!/bin/sh\necho $"), Names{});
}

TEST_F(ScriptPrograms, AreLookedForInScriptsOnly) {
  EXPECT_TRUE(is_script("#!/bin/sh\n"));
  EXPECT_FALSE(is_script("\177ELF"));
  EXPECT_FALSE(is_script("#!" + std::string(2 << 20, 'x')));
}

}  // namespace
}  // namespace smpi::study
