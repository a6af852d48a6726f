// SPDX-License-Identifier: BSD-3-Clause
//
// The solver marks the links that it has looked at; only those may have changed.
#include "models/network/usage_reports.h"

namespace smpi::models {

void UsageReports::mark_used(LinkId link) {
  if (is_used_[link] != 0) return;
  is_used_[link] = 1;
  used_links_.push_back(link);
}

void UsageReports::report() {
  for (const LinkId link : used_links_) {
    is_used_[link] = 0;
    const double usage = maxmin_.usage(link);
    if (usage == seen_usage_[link]) continue;
    tell(link);
    seen_usage_[link] = usage;
  }
  used_links_.clear();
}

void UsageReports::add_observer(kernel::EventHandler observe, void* owner, std::size_t link_count) {
  observers_.push_back({observe, owner});
  if (observers_.size() > 1) return;
  is_used_.assign(link_count, 0);
  seen_usage_.clear();
  for (LinkId link = 0; link < link_count; link++) seen_usage_.push_back(maxmin_.usage(link));
  maxmin_.set_usage_mark(
      [](void* self, LinkId link) { static_cast<UsageReports*>(self)->mark_used(link); }, this);
}

}  // namespace smpi::models
