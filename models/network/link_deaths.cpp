// SPDX-License-Identifier: BSD-3-Clause
//
// One event per link that is off and not dead yet.
#include "models/network/link_deaths.h"

#include <utility>

namespace smpi::models {

void LinkDeaths::link_changed(LinkId link) {
  kernel::EventId& event = events_[link];
  if (platform_.links.is_on[link] != 0) {
    detours_.set_dead(link, false);
    if (event != kernel::no_event) engine_.events().cancel(std::exchange(event, kernel::no_event));
  } else if (delay_s_ <= 0) {
    detours_.set_dead(link, true);
  } else if (!detours_.is_dead(link) && event == kernel::no_event) {
    event = engine_.events().schedule(
        engine_.now_s() + delay_s_, kernel::Priority::resource,
        [](void* self, std::uint32_t id) {
          auto* deaths = static_cast<LinkDeaths*>(self);
          deaths->events_[id] = kernel::no_event;
          deaths->detours_.set_dead(id, true);
          deaths->died_(deaths->owner_, id);
        },
        this, link);
  }
}

}  // namespace smpi::models
