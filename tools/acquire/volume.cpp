// SPDX-License-Identifier: BSD-3-Clause
//
// perf_event_open(2), and rdpmc through the page that it maps.
#include "tools/acquire/volume.h"

#include <fmt/format.h>
#include <linux/perf_event.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>

namespace smpi::acquire {
namespace {

constexpr std::size_t overhead_samples = 1000;

int open_counter() {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  return static_cast<int>(
      ::syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

struct CounterValue {
  std::uint64_t count;
  std::uint64_t enabled_ns;
  std::uint64_t running_ns;
};

CounterValue read_counter(int counter) {
  CounterValue value{};
  if (::read(counter, &value, sizeof value) != sizeof value) return {};
  return value;
}

#if defined(__x86_64__)
// As the kernel's header describes it; false: the counter is not on the processor now.
bool read_page(const void* mapped, std::uint64_t& count) {
  const auto* page = static_cast<const volatile perf_event_mmap_page*>(mapped);
  std::uint32_t sequence = 0;
  do {
    sequence = page->lock;
    __asm__ volatile("" ::: "memory");
    const std::uint32_t index = page->index;
    if (page->cap_user_rdpmc == 0 || index == 0) return false;
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    __asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(index - 1));
    const int width = page->pmc_width;
    auto value = static_cast<std::int64_t>((std::uint64_t{high} << 32) | low);
    value = (value << (64 - width)) >> (64 - width);
    count = static_cast<std::uint64_t>(page->offset + value);
    __asm__ volatile("" ::: "memory");
  } while (page->lock != sequence);
  return true;
}
#else
bool read_page(const void*, std::uint64_t&) {
  return false;
}
#endif

double processor_time_s() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double median(std::array<double, overhead_samples>& samples) {
  const auto middle = samples.begin() + overhead_samples / 2;
  std::nth_element(samples.begin(), middle, samples.end());
  return *middle;
}

}  // namespace

Volume::Volume(double rate, bool wants_time)
    : rate_(rate), wants_time_(wants_time), counter_(open_counter()) {
  if (counter_ < 0) {
    note_ = fmt::format(
        "this system does not count instructions ({}): computation is processor time times {:g}; "
        "SMPI_ACQUIRE_RATE sets that",
        std::strerror(errno), rate);
  } else {
    const auto page_bytes = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    page_ = ::mmap(nullptr, page_bytes, PROT_READ, MAP_SHARED, counter_, 0);
    if (page_ == MAP_FAILED) page_ = nullptr;
  }
  overhead_ = measure_overhead();
}

Volume::~Volume() {
  if (page_ != nullptr) ::munmap(page_, static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)));
  if (counter_ >= 0) ::close(counter_);
}

double Volume::count() const {
  std::uint64_t count = 0;
  if (page_ != nullptr && read_page(page_, count)) return static_cast<double>(count);
  const CounterValue value = read_counter(counter_);
  if (value.running_ns == 0 || value.running_ns >= value.enabled_ns)
    return static_cast<double>(value.count);
  return static_cast<double>(value.count) * static_cast<double>(value.enabled_ns) /
         static_cast<double>(value.running_ns);
}

Volume::Reading Volume::read() const {
  Reading reading;
  if (wants_time_ || counter_ < 0) reading.processor_s = processor_time_s();
  reading.amount = counter_ < 0 ? reading.processor_s * rate_ : count();
  return reading;
}

Volume::Reading Volume::measure_overhead() const {
  std::array<double, overhead_samples> amounts{};
  std::array<double, overhead_samples> times{};
  for (std::size_t i = 0; i < overhead_samples; i++) {
    const Reading before = read();
    const Reading after = read();
    amounts[i] = after.amount - before.amount;
    times[i] = after.processor_s - before.processor_s;
  }
  return {.amount = median(amounts), .processor_s = median(times)};
}

bool Volume::was_multiplexed() const {
  if (counter_ < 0) return false;
  const CounterValue value = read_counter(counter_);
  return value.running_ns < value.enabled_ns;
}

}  // namespace smpi::acquire
