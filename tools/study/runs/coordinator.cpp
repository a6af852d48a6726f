// SPDX-License-Identifier: BSD-3-Clause
//
// One loop: take what workers tell, write it in one transaction, give them more. Results are safe
// in the workers' files before they are in the database, so transactions may wait a little and a
// kill at any moment costs no result.
#include "tools/study/runs/coordinator.h"

#include <fmt/format.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <thread>

#include "kernel/error.h"
#include "kernel/print.h"
#include "tools/study/runs/book.h"
#include "tools/study/runs/local_workers.h"
#include "tools/study/runs/processes.h"
#include "tools/study/runs/progress.h"
#include "tools/study/runs/slurm_workers.h"
#include "tools/study/store/parts.h"

namespace smpi::study {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// Ctrl-C and SIGTERM as a descriptor. Workers unblock them.
class StopSignals {
 public:
  StopSignals() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
    sigprocmask(SIG_BLOCK, &signals, &before_);
    descriptor_ = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
    if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "signalfd");
  }
  ~StopSignals() {
    close(descriptor_);
    sigprocmask(SIG_SETMASK, &before_, nullptr);
  }
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  int descriptor() const { return descriptor_; }
  bool came() const {
    signalfd_siginfo info{};
    return read(descriptor_, &info, sizeof info) == sizeof info;
  }

 private:
  sigset_t before_{};
  int descriptor_ = -1;
};

std::string own_program() {
  return fs::read_symlink("/proc/self/exe");
}

// Ends what workers of an earlier life left, and removes its folders, but for those of `kept`.
void clean_runs(const StudyFolder& folder, const std::set<std::string>& kept = {}) {
  for (const auto& entry : fs::directory_iterator(folder.runs())) {
    if (entry.path().extension() != ".pid") continue;
    if (kept.contains(fs::path(entry.path()).replace_extension())) continue;
    std::ifstream file(entry.path());
    std::string identity;
    std::getline(file, identity);
    end_group(identity);
    fs::path run = entry.path();
    fs::remove_all(run.replace_extension());
    fs::remove(entry.path());
  }
}

std::optional<Expression> condition_of(const Plan& plan, const RunOptions& options) {
  if (!options.only) return std::nullopt;
  try {
    Expression condition(*options.only, plan.names);
    for (const Point& point : plan.points) condition.number(point.values);
    return condition;
  } catch (const FormulaError& error) {
    throw kernel::InputError(fmt::format("--only: {}", error.what()),
                             {.text = error.text, .hint = error.hint});
  }
}

// Makes the folder before anything is opened there.
const StudyFolder& made(const StudyFolder& folder) {
  folder.create();
  return folder;
}

class Coordinator {
 public:
  Coordinator(const Plan& plan, const StudyFolder& folder, const RunOptions& options)
      : plan_(plan),
        folder_(folder),
        options_(options),
        only_(condition_of(plan, options)),
        lock_(made(folder)),
        store_(folder, Database::Access::write),
        cache_(options.cache),
        identities_(plan, fs::path(own_program()).parent_path() / "smpirun"),
        parts_(folder.parts()) {}

  StudyEnd run() {
    const std::vector<Job> adopted = adopt();
    open_book(adopted);
    const Counts counts = book_->counts();
    if (counts.planned + counts.leased > 0) work();
    remove_parts();
    if (!options_.is_quiet) report();
    if (is_stopped_) return StudyEnd::interrupted;
    return book_->counts().failed > 0 ? StudyEnd::some_failed : StudyEnd::all_done;
  }

 private:
  // The runs that Slurm still has from an earlier life.
  std::vector<Job> adopt() {
    std::vector<Job> jobs;
    if (options_.on_slurm) {
      auto slurm = std::make_unique<SlurmWorkers>(plan_.slurm, own_program(), folder_, plan_.name);
      jobs = slurm->adopt();
      workers_ = std::move(slurm);
    } else if (const std::string arrays = slurm_jobs_of(folder_); !arrays.empty()) {
      throw kernel::InputError(
          "Slurm still runs arrays of this study",
          {.text = arrays, .hint = "run --slurm goes on with them, scancel ends them"});
    }
    std::set<std::string> kept;
    for (const Job& job : jobs) kept.insert(job.folder);
    clean_runs(folder_, kept);
    return jobs;
  }

  void open_book(const std::vector<Job>& adopted) {
    Transaction transaction = store_.begin();
    store_.set_note("name", plan_.name);
    store_.set_note("plan", fs::absolute(plan_.path));
    store_.set_note("program", fs::path(plan_.program).filename());
    store_.set_note("parameters", nlohmann::json(plan_.names).dump());
    store_.set_note("workloads", nlohmann::json(plan_.workloads).dump());
    store_.set_note("results", results_json().dump());
    store_.set_note("command", example());
    store_.set_note("stop_losers", fmt::format("{}", plan_.limits.stop_losers.value_or(0)));
    // What an earlier life did not write: first of all, so that nothing is done twice.
    const std::vector<Outcome> found = parts_.take();
    book_ = std::make_unique<RunBook>(plan_, store_, identities_, cache_, folder_,
                                      options_.trials ? &*options_.trials : nullptr);
    for (const Job& job : adopted) {
      for (const Job::Shared& one : runs_of(job)) {
        if (!book_->lease_again(job, one)) workers_->was_read(one.run);
      }
    }
    for (const Outcome& outcome : found) record(outcome);
    if (options_.retry_failed) book_->retry_failed();
    if (only_) book_->restrict_to(*only_);
    transaction.commit();
  }

  // The command of the first run without folders, which differ from copy to copy.
  std::string example() {
    std::vector<std::string> words = identities_.command(0, 0);
    for (std::string& word : words) {
      if (word.starts_with('/')) word = fs::path(word).filename();
    }
    return fmt::format("{}", fmt::join(words, " "));
  }

  nlohmann::json results_json() const {
    nlohmann::json results = nlohmann::json::array();
    for (const Result& result : plan_.results) {
      nlohmann::json better;
      if (result.better == Result::Better::higher) better = "higher";
      if (result.better == Result::Better::lower) better = "lower";
      results.push_back({{"name", result.name}, {"better", better}});
      if (!result.unit.empty()) results.back()["unit"] = result.unit;
    }
    return results;
  }

  void start_local_workers() {
    unsigned count = options_.jobs > 0 ? options_.jobs : usable_cores();
    count = static_cast<unsigned>(std::min<std::size_t>(count, book_->counts().planned));
    workers_ = std::make_unique<LocalWorkers>(own_program(), folder_.parts(), count);
    store_.set_note("workers", fmt::format("{}", count));
  }

  void work() {
    const StopSignals signals;
    if (!workers_) start_local_workers();
    Progress progress(plan_.name, book_->counts());
    while (true) {
      step(signals);
      progress.show(book_->counts(), [this] { return left_s(); });
      if (is_stopped_ || workers_->runs().empty()) break;
      constexpr int longest_ms = 500;
      take_news(workers_->wait(signals.descriptor(), longest_ms));
    }
    const std::vector<std::int64_t> unfinished = workers_->runs();
    workers_->stop();
    clean_runs(folder_);
    Transaction transaction = store_.begin();
    take_parts();
    for (const std::int64_t run : unfinished) book_->give_back(run);
    transaction.commit();
    progress.end();
  }

  // Until the end, when what is left shares the workers evenly; 0 while nothing is known.
  double left_s() const {
    const std::size_t at_once = workers_->runs().size();
    return at_once > 0 ? book_->expected_left_s() / static_cast<double>(at_once) : 0;
  }

  void take_news(const Workers::News& news) {
    lost_.insert(lost_.end(), news.lost.begin(), news.lost.end());
    if (news.is_cancelled && !is_stopped_) {
      kernel::print_message("smpi-study: somebody cancelled an array of Slurm\n");
      is_stopped_ = true;
    }
    if (!news.trouble.empty()) {
      constexpr int most = 5;
      if (++trouble_count_ >= most) throw std::runtime_error("a worker: " + news.trouble);
      kernel::print_message("smpi-study: a worker was started again: {}\n", news.trouble);
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
  }

  void record(const Outcome& outcome) {
    book_->record(outcome);
    if (workers_) workers_->was_read(outcome.run);
  }

  void take_parts() {
    for (const Outcome& outcome : parts_.take()) record(outcome);
  }

  void take_lost() {
    for (const LostRun& lost : lost_) {
      if (lost.reason.empty()) {
        book_->give_back(lost.run);
        continue;
      }
      constexpr int killed_status = 137;
      Outcome outcome{.run = lost.run, .attempt = lost.attempt, .key = lost.key};
      outcome.exit = killed_status;
      outcome.reason = lost.reason;
      outcome.is_short_of_memory = lost.is_short_of_memory;
      book_->record(outcome);
    }
    lost_.clear();
  }

  void step(const StopSignals& signals) {
    is_stopped_ = is_stopped_ || signals.came();
    Transaction transaction = store_.begin();
    take_parts();
    take_lost();
    std::vector<Job> jobs;
    const std::vector<std::int64_t> busy = workers_->runs();
    double free_bytes = budget_bytes();
    for (const std::int64_t run : busy) free_bytes -= book_->expected_bytes(run);
    while (!is_stopped_ && jobs.size() < workers_->room()) {
      std::optional<Job> job = book_->lease(free_bytes, busy.empty() && jobs.empty());
      if (!job) break;
      free_bytes -= book_->expected_bytes(job->run);
      jobs.push_back(std::move(*job));
    }
    transaction.commit();
    for (const Job& job : jobs) workers_->give(job);
    if (!jobs.empty()) workers_->submit(book_->expected_mean_s());
  }

  // Runs are expected to take what the plan says; where it does not, the machine's free memory
  // decides whether one more is started.
  double budget_bytes() const {
    if (!workers_->are_local()) return std::numeric_limits<double>::infinity();
    if (options_.memory_bytes > 0) return options_.memory_bytes;
    constexpr double part = 0.8;
    return machine_bytes_ * part;
  }

  // All that is in them was written.
  void remove_parts() {
    for (const auto& [name, offset] : parts_.offsets_bytes())
      fs::remove(folder_.parts() + "/" + name);
  }

  void report() const {
    const Counts counts = book_->counts();
    const std::string dominated =
        counts.dominated > 0 ? fmt::format(", {} dominated", counts.dominated) : "";
    kernel::print_message("smpi-study: {}: {} of {} runs done, {} failed{}{}\n", plan_.name,
                          counts.done, counts.all(), counts.failed, dominated,
                          is_stopped_ ? "; interrupted: the same command goes on" : "");
    if (counts.failed > 0) {
      kernel::print_message("  what failed lies in {}; smpi-study results shows why\n",
                            folder_.runs());
    }
  }

  const Plan& plan_;
  StudyFolder folder_;
  const RunOptions& options_;
  std::optional<Expression> only_;
  StudyLock lock_;
  StudyStore store_;
  Cache cache_;
  Identities identities_;
  PartReader parts_;
  std::unique_ptr<RunBook> book_;
  std::unique_ptr<Workers> workers_;
  std::vector<LostRun> lost_;
  double machine_bytes_ = available_bytes();
  int trouble_count_ = 0;
  bool is_stopped_ = false;
};

}  // namespace

StudyEnd run_study(const Plan& plan, const StudyFolder& folder, const RunOptions& options) {
  return Coordinator(plan, folder, options).run();
}

}  // namespace smpi::study
