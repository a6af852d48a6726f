// SPDX-License-Identifier: BSD-3-Clause
//
// Parent and child share the tally in memory. The child's clock is its processor time, so that a
// busy machine makes no hangs; the parent only waits.
#include "tests/fuzz/worker.h"

#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <typeinfo>

#include "kernel/error.h"
#include "tests/fuzz/corpus.h"
#include "tests/fuzz/damage.h"

namespace smpi::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr int hang_status = 7;
#ifdef SMPI_SANITIZE
constexpr time_t seconds_most = 120;
#else
constexpr time_t seconds_most = 30;  // on a busy machine
#endif

void end_as_hang(int) {
  _exit(hang_status);
}

void set_clock(time_t seconds) {
  const itimerval timer = {.it_interval = {}, .it_value = {.tv_sec = seconds, .tv_usec = 0}};
  setitimer(ITIMER_PROF, &timer, nullptr);
}

// Tally in memory that parent and child see.
class SharedTally {
 public:
  SharedTally()
      : tally_(static_cast<Tally*>(mmap(nullptr, sizeof(Tally), PROT_READ | PROT_WRITE,
                                        MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {
    if (tally_ == MAP_FAILED) throw std::runtime_error("no memory to share");
    *tally_ = {};
  }
  ~SharedTally() { munmap(tally_, sizeof(Tally)); }
  SharedTally(const SharedTally&) = delete;
  SharedTally& operator=(const SharedTally&) = delete;
  Tally* operator->() const { return tally_; }
  Tally& operator*() const { return *tally_; }

 private:
  Tally* tally_;
};

class Worker {
 public:
  Worker(const Kind& kind, const std::vector<Example>& examples, const Settings& settings)
      : kind_(kind), examples_(examples), settings_(settings) {
    for (const Example& example : examples) {
      for (const Example::File& file : example.files) contents_.push_back(file.content);
    }
  }

  // What input `number` is: drawn from seed and number.
  Example damaged_input(std::uint64_t seed, std::uint64_t number) const {
    kernel::RandomStream random(seed, number);
    Example example = examples_[kernel::draw_below(random, examples_.size())];
    Example::File& file = example.files[kernel::draw_below(random, example.files.size())];
    file.content = kind_.damage == nullptr ? damaged(file.content, contents_, random)
                                           : kind_.damage(file.content, random);
    return example;
  }

  bool is_large(const Example& example) const {
    if (kind_.is_large == nullptr) return false;
    for (const Example::File& file : example.files) {
      if (kind_.is_large(file.content)) return true;
    }
    return false;
  }

  // Reads one input and counts what comes of it.
  void try_input(const Example& input, bool must_be_read, const std::string& label, Tally& tally) {
    write_example(input, settings_.work_folder);
    set_clock(seconds_most);
    const std::string path = settings_.work_folder + "/" + std::string(kind_.file);
    try {
      kind_.read(path);
      tally.read++;
    } catch (const kernel::InputError& error) {
      tally.refused++;
      if (std::strlen(error.what()) == 0) fail(label, "refused without a word", tally);
      if (must_be_read)
        fail(label, std::string("a good example is refused: ") + error.what(), tally);
    } catch (const std::exception& error) {
      fail(label, std::string("another exception (") + typeid(error).name() + "): " + error.what(),
           tally);
    }
    set_clock(0);
  }

  // The input that is in the work folder is copied to the others that failed.
  void keep(const std::string& label) const {
    const fs::path folder = fs::path(settings_.keep_folder) / label;
    fs::create_directories(folder);
    fs::copy(settings_.work_folder, folder,
             fs::copy_options::overwrite_existing | fs::copy_options::recursive);
  }

  void tell(const std::string& label, const std::string& what) const {
    std::fprintf(stderr,
                 "fuzz: %s: %s\n  the input is in %s/%s; read it again with --kind %s --read it\n",
                 label.c_str(), what.c_str(), settings_.keep_folder.c_str(), label.c_str(),
                 std::string(kind_.name).c_str());
  }

 private:
  void fail(const std::string& label, const std::string& what, Tally& tally) const {
    tally.wrong++;
    keep(label);
    tell(label, what);
  }

  const Kind& kind_;
  const std::vector<Example>& examples_;
  const Settings& settings_;
  std::vector<std::string> contents_;
};

// Runs `work` in a child until it has come to its end; after a crash in a new one.
template <typename Work, typename LabelOf>
Tally in_children(const Worker& worker, std::uint64_t count, const LabelOf& label_of,
                  const Work& work) {
  SharedTally tally;
  while (tally->done < count && tally->failures() < failures_most) {
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("fork failed");
    if (child == 0) {
      std::signal(SIGPROF, end_as_hang);
      while (tally->done < count && tally->failures() < failures_most) {
        work(tally->done, *tally);
        tally->done++;
      }
      _exit(0);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) continue;
    const std::string label = label_of(tally->done);
    const bool is_hang = WIFEXITED(status) && WEXITSTATUS(status) == hang_status;
    (is_hang ? tally->hangs : tally->crashes)++;
    worker.keep(label);
    worker.tell(label, is_hang ? "no end after " + std::to_string(seconds_most) + " s"
                       : WIFSIGNALED(status)
                           ? std::string("crash: ") + strsignal(WTERMSIG(status))
                           : "crash: exit status " + std::to_string(WEXITSTATUS(status)));
    tally->done++;
  }
  return *tally;
}

}  // namespace

Tally read_damaged(const Kind& kind, const std::vector<Example>& examples, const Inputs& inputs,
                   const Settings& settings) {
  Worker worker(kind, examples, settings);
  const auto label_of = [&](std::uint64_t done) {
    return std::string(kind.name) + "-" + std::to_string(inputs.seed) + "-" +
           std::to_string(inputs.first + done);
  };
  return in_children(worker, inputs.count, label_of, [&](std::uint64_t done, Tally& tally) {
    const Example input = worker.damaged_input(inputs.seed, inputs.first + done);
    if (worker.is_large(input)) {
      tally.large++;
    } else {
      worker.try_input(input, false, label_of(done), tally);
    }
  });
}

Tally read_whole(const Kind& kind, const std::vector<Example>& examples, const Settings& settings) {
  Worker worker(kind, examples, settings);
  const auto label_of = [&](std::uint64_t done) {
    return std::string(kind.name) + "-example-" + std::to_string(done);
  };
  return in_children(worker, examples.size(), label_of, [&](std::uint64_t done, Tally& tally) {
    worker.try_input(examples[done], !may_be_refused(examples[done]), label_of(done), tally);
  });
}

}  // namespace smpi::fuzz
