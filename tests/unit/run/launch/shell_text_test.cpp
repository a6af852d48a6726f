// SPDX-License-Identifier: BSD-3-Clause
//
// What a shell would start, for texts that it need not run.
#include "libsmpi/run/launch/shell_text.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace smpi::launch {
namespace {

using Words = std::vector<std::string>;

// The command of a script at this path, with parameters "1 2" and "3"; nothing: it is refused.
Words command_of(const std::string& text, const std::string& script = "/opt/tool/start") {
  const Words parameters = {"1 2", "3"};
  const auto read = read_shell_text(text, parameters, script);
  return read ? read->command : Words{};
}

TEST(ShellText, TakesTheFolderOfTheScript) {
  const Words app = {"/opt/tool/app", "1 2", "3"};
  for (const char* folder : {"$(dirname $0)", "${0%/*}", "$(cd $(dirname $0) && pwd)",
                             "$(cd \"$(dirname \"$0\")\"; pwd)"}) {
    const std::string text = folder;
    EXPECT_EQ(command_of("exec " + text + "/app \"$@\""), app) << text;
    EXPECT_EQ(command_of("exec \"" + text + "/app\" \"$@\""), app) << text;
    EXPECT_EQ(command_of("A=" + text + "\nexec $A/app \"$@\""), app) << text;
    EXPECT_EQ(command_of("A=\"" + text + "\"; B=${A}/app\nexec \"${B}\" \"$@\""), app) << text;
  }
  EXPECT_EQ(command_of("exec $0.real"), Words{"/opt/tool/start.real"});
  EXPECT_EQ(command_of("exec $(dirname $0)/app", "start"), Words{"./app"});
  EXPECT_EQ(command_of("exec \"$(cd \"$(dirname \"$0\")\" && pwd)/app\"", "./start"),
            Words{std::filesystem::current_path() / "app"});
}

TEST(ShellText, RefusesWhatOnlyAShellKnows) {
  for (const char* text : {"exec $HOME/app", "exec ${A:-x}/app", "exec $(which app)",
                           "exec ./app $1", "exec `dirname $0`/app", "cd /tmp; exec ./app",
                           "A=x B=$A; exec $B", "exec ./app $", "exec ${0", "exec \"$A"}) {
    EXPECT_EQ(command_of(text), Words{}) << text;
  }
  EXPECT_EQ(command_of("exec $(dirname $0)/app", ""), Words{}) << "there is no script";
}

// A value with a space is one word in quotes only, or in an assignment.
TEST(ShellText, DoesNotTakeWhatAShellWouldSplit) {
  EXPECT_EQ(command_of("exec $(dirname $0)/app", "/my tools/start"), Words{});
  EXPECT_EQ(command_of("exec \"$(dirname \"$0\")/app\"", "/my tools/start"),
            Words{"/my tools/app"});
  EXPECT_EQ(command_of("A=$(dirname \"$0\")\nexec \"$A/app\"", "/my tools/start"),
            Words{"/my tools/app"});
  EXPECT_EQ(command_of("A='x*'\nexec $A"), Words{});
}

TEST(ShellText, TellsVariablesFromWhatIsExported) {
  const auto read = read_shell_text("A=new B=x\nexport C=$B\nD=1 exec app", {});
  ASSERT_TRUE(read);
  EXPECT_EQ(read->variables, (Words{"A=new", "B=x"}));
  EXPECT_EQ(read->assignments, (Words{"C=x", "D=1"}));
  EXPECT_EQ(read->command, Words{"app"});
}

// The same words as sh makes of them.
TEST(ShellText, AgreesWithTheShell) {
  std::string name = std::filesystem::temp_directory_path() / "shell_text.XXXXXX";
  const std::filesystem::path folder = mkdtemp(name.data());
  const std::string script = folder / "start";
  for (const char* words :
       {"$(dirname $0)/a b", "\"$(dirname \"$0\")\"/a", "$0", "${0%/*}'/x y'", "\"$A-${A}\"$A",
        "a$A\\$A", "\"$(cd \"$(dirname \"$0\")\" && pwd)/a\" z", "'$A' \"\\$A\""}) {
    std::ofstream(script) << "A=v\nexec printf '%s\\n' " << words << "\n";
    std::string expected;
    FILE* const pipe = popen(("sh " + script).c_str(), "r");
    for (int c = 0; (c = fgetc(pipe)) != EOF;) expected += static_cast<char>(c);
    pclose(pipe);
    std::ifstream stream(script);
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    const auto read = read_shell_text(text, {}, script);
    ASSERT_TRUE(read) << words;
    std::string found;
    for (std::size_t i = 2; i < read->command.size(); ++i) found += read->command[i] + "\n";
    EXPECT_EQ(found, expected) << words;
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace smpi::launch
