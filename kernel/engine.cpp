// SPDX-License-Identifier: BSD-3-Clause
//
// The run loop, blocking and waking.
#include "kernel/engine.h"

#include <limits>
#include <utility>

#include "kernel/error.h"

namespace smpi::kernel {
namespace {

// Times this close, relative to now, are one instant: flows that a symmetric program ends together
// differ by some units in the last place when their rates come from sums in different orders, and
// each instant of its own would cost the network one solve.
constexpr double same_instant = 32 * std::numeric_limits<double>::epsilon();

}  // namespace

Engine::Engine(const EngineConfig& config)
    : user_stacks_(config.stack_bytes), small_stacks_(config.small_stack_bytes), ready_(64) {}

Engine::~Engine() = default;

Actor& Engine::make_actor(void* owner) {
  if (free_actors_.empty()) {
    actors_.push_back(std::make_unique<Actor>());
    actors_.back()->id_ = static_cast<std::uint32_t>(actors_.size() - 1);
    free_actors_.push_back(actors_.back().get());
  }
  Actor& actor = *free_actors_.back();
  free_actors_.pop_back();
  actor.engine_ = this;
  actor.owner_ = owner;
  actor.wake_pending_ = false;
  alive_count_++;
  return actor;
}

Actor& Engine::spawn(std::function<void()> body, void* owner, StackKind kind) {
  Actor& actor = make_actor(owner);
  actor.pool_ = kind == StackKind::user ? &user_stacks_ : &small_stacks_;
  actor.stack_ = actor.pool_->acquire();
  actor.body_ = std::move(body);
  actor.context_ = Context(actor.stack_, actor.pool_->size_bytes(), actor_entry, &actor);
  push_ready(actor);
  return actor;
}

Actor& Engine::adopt_thread(void* owner, EndHandler ended) {
  SIM_ASSERT(current_ == nullptr && loop_stack_ == nullptr, "a thread is adopted once");
  Actor& actor = make_actor(owner);
  actor.pool_ = nullptr;
  actor.stack_ = nullptr;
  actor.context_ = Context();
  actor.state_ = Actor::State::running;
  current_ = &actor;
  ended_ = ended;
  loop_stack_ = user_stacks_.acquire();
  loop_context_ = Context(loop_stack_, user_stacks_.size_bytes(), loop_entry, this);
  return actor;
}

void Engine::loop_entry(void* engine) {
  auto* self = static_cast<Engine*>(engine);
  self->ended_(self->loop<false>());
  SIM_ASSERT(false, "the end handler of an adopted thread returned");
}

void Engine::actor_entry(void* argument) {
  auto* actor = static_cast<Actor*>(argument);
  actor->body_();
  actor->engine_->finish_current();
}

void Engine::push_ready(Actor& actor, Actor::State state) {
  actor.state_ = state;
  if (ready_count_ == ready_.size()) {
    std::vector<Actor*> larger(ready_.size() * 2);
    for (std::size_t i = 0; i < ready_count_; i++) {
      larger[i] = ready_[(ready_first_ + i) % ready_.size()];
    }
    ready_.swap(larger);
    ready_first_ = 0;
  }
  ready_[(ready_first_ + ready_count_) & (ready_.size() - 1)] = &actor;
  ready_count_++;
}

// What an actor left behind has been driven out of the caches by the others. While one runs, the
// stack and the owner of the next are asked for, and what tells where those of the one after it
// are.
void Engine::prefetch_ready() const {
  if (ready_count_ > 0) {
    const Actor& next = *ready_[ready_first_];
    next.context_.prefetch();
    __builtin_prefetch(next.owner_);
  }
  if (ready_count_ > 1) __builtin_prefetch(ready_[(ready_first_ + 1) & (ready_.size() - 1)]);
}

Actor* Engine::pop_ready() {
  while (ready_count_ > 0) {
    Actor* actor = ready_[ready_first_];
    ready_first_ = (ready_first_ + 1) & (ready_.size() - 1);
    ready_count_--;
    prefetch_ready();
    if (actor->state_ == Actor::State::ready) [[likely]]
      return actor;
    if (actor->state_ == Actor::State::finished) continue;  // it was abandoned
    const bool goes_on = run_steps(*actor);
    if (stopping_) return nullptr;
    if (goes_on) return actor;
  }
  return nullptr;
}

// Runs between two actors, on the stack of whoever gives way.
[[gnu::noinline]] bool Engine::run_steps(Actor& actor) {
  Actor* const leaving = std::exchange(current_, nullptr);
  bool is_over = false;
  do {
    actor.wake_pending_ = false;
    actor.state_ = Actor::State::running;
    is_over = actor.step_(actor.step_owner_);
  } while (!is_over && actor.wake_pending_ && actor.state_ == Actor::State::running);
  current_ = leaving;
  if (actor.state_ == Actor::State::running) actor.state_ = Actor::State::stepping;
  return is_over;
}

void Engine::resume(Actor& actor, Context& from) {
  current_ = &actor;
  actor.state_ = Actor::State::running;
  if (switch_hook_ != nullptr) switch_hook_(&actor);
  actor.context_.switch_from(from);
}

void Engine::leave(Actor& actor) {
  Actor* next = stopping_ ? nullptr : pop_ready();
  if (next == &actor) {
    actor.state_ = Actor::State::running;
    return;
  }
  if (next != nullptr) {
    resume(*next, actor.context_);
  } else {
    current_ = nullptr;
    if (switch_hook_ != nullptr) switch_hook_(nullptr);
    loop_context_.switch_from(actor.context_);
  }
  if (!deferred_release_.empty()) release_finished_stacks();
}

void Engine::block() {
  Actor& actor = *current_;
  if (actor.wake_pending_) {
    actor.wake_pending_ = false;
    return;
  }
  actor.state_ = Actor::State::blocked;
  leave(actor);
}

void Engine::block_in_steps(StepHandler step, void* owner) {
  Actor& actor = *current_;
  actor.step_ = step;
  actor.step_owner_ = owner;
  actor.state_ = Actor::State::stepping;
  leave(actor);
}

void Engine::wake(Actor& actor) {
  if (actor.state_ == Actor::State::blocked) [[likely]]
    return push_ready(actor);
  switch (actor.state_) {
    case Actor::State::stepping:
      push_ready(actor, Actor::State::step_ready);
      break;
    case Actor::State::ready:
    case Actor::State::step_ready:
    case Actor::State::running:
      actor.wake_pending_ = true;
      break;
    case Actor::State::blocked:
    case Actor::State::finished:
      break;
  }
}

// Would nothing happen before an event at `time_s`, in a later instant, but that event?
bool Engine::is_alone_until(double time_s) const {
  return ready_count_ == 0 && hooks_.empty() && !stopping_ &&
         time_s > now_s() * (1 + same_instant) &&
         (events_.empty() || events_.next_time_s() > time_s * (1 + same_instant));
}

void Engine::sleep_over(void* argument, std::uint32_t) {
  auto* actor = static_cast<Actor*>(argument);
  if (actor->state_ != Actor::State::finished) actor->engine_->push_ready(*actor);
}

void Engine::step_sleep_over(void* argument, std::uint32_t) {
  auto* actor = static_cast<Actor*>(argument);
  if (actor->state_ != Actor::State::finished) {
    actor->engine_->push_ready(*actor, Actor::State::step_ready);
  }
}

bool Engine::pass_time(Actor& actor, double duration_s) {
  if (!(duration_s > 0)) return true;
  const double end_s = now_s() + duration_s;
  if (is_alone_until(end_s)) {
    set_now_s(end_s);
    return true;
  }
  events_.schedule_in_lane(end_s, Priority::timer, step_sleep_over, &actor, 0);
  actor.state_ = Actor::State::step_ready;  // blocked by the timer only, as in sleep()
  return false;
}

void Engine::sleep(double duration_s) {
  Actor& actor = *current_;
  if (!(duration_s > 0)) return;
  const double wake_s = now_s() + duration_s;
  if (is_alone_until(wake_s)) {
    set_now_s(wake_s);
    return;
  }
  // Blocked by the timer only: the state is `ready` so that wake() stays pending for later.
  events_.schedule_in_lane(wake_s, Priority::timer, sleep_over, &actor, 0);
  actor.state_ = Actor::State::ready;
  leave(actor);
}

void Engine::yield() {
  Actor& actor = *current_;
  push_ready(actor);
  leave(actor);
}

void Engine::finish_current() {
  Actor& actor = *current_;
  actor.state_ = Actor::State::finished;
  actor.body_ = nullptr;
  alive_count_--;
  if (actor.stack_ != nullptr) {
    deferred_release_.push_back(actor.stack_);
    deferred_pool_.push_back(actor.pool_);
    free_actors_.push_back(&actor);
  }
  leave(actor);
  __builtin_unreachable();
}

void Engine::abandon(Actor& actor) {
  SIM_ASSERT(&actor != current_, "the running actor ends with finish_current()");
  if (actor.state_ == Actor::State::finished) return;
  actor.state_ = Actor::State::finished;
  alive_count_--;
}

void Engine::abandon_owned(bool (*is_over)(void* owner, const void* argument),
                           const void* argument) {
  for (const auto& actor : actors_) {
    if (actor->state_ == Actor::State::finished || !is_over(actor->owner_, argument)) continue;
    abandon(*actor);
  }
}

void Engine::release_finished_stacks() {
  for (std::size_t i = 0; i < deferred_release_.size(); i++) {
    deferred_pool_[i]->release(deferred_release_[i]);
  }
  deferred_release_.clear();
  deferred_pool_.clear();
}

void Engine::at_end_of_instant(EventHandler hook, void* owner) {
  hooks_.push_back({hook, owner});
}

[[gnu::always_inline]] inline void Engine::run_ready() {
  while (!stopping_) {
    Actor* next = pop_ready();
    if (next == nullptr) break;
    resume(*next, loop_context_);
    if (!deferred_release_.empty()) release_finished_stacks();
  }
}

bool Engine::run_instant_end() {
  if (hooks_.empty()) return false;
  running_hooks_.swap(hooks_);
  for (const Hook& hook : running_hooks_) hook.handler(hook.owner, 0);
  running_hooks_.clear();
  return true;
}

void Engine::pause_before(double time_s) {
  SIM_ASSERT(can_pause_ && pause_event_ == no_event && time_s > now_s(),
             "one pause at a time, in the future, of a run that may pause");
  pause_s_ = time_s;
  pause_event_ = events_.schedule(
      time_s, Priority::resource,
      [](void*, std::uint32_t) { SIM_ASSERT(false, "the event of a pause has fired"); }, this, 0);
  add_inert_event();
}

void Engine::pause_after_instant() {
  SIM_ASSERT(can_pause_, "a run that may pause says so before it begins");
  is_pausing_ = true;
}

// The event of the pause is the next one, or a later one of its time that is not.
void Engine::look_for_pause() {
  if (pause_event_ == no_event || events_.next_time_s() < pause_s_) return;
  events_.cancel(std::exchange(pause_event_, no_event));
  drop_inert_event();
  is_pausing_ = true;
}

template <bool can_pause>
RunEnd Engine::loop() {
  for (;;) {
    run_ready();
    if (stopping_) return RunEnd::stopped;
    if constexpr (can_pause) look_for_pause();
    // All events of this instant come before its hooks: flows that start or end together are
    // solved together.
    if (!events_.empty() && events_.next_time_s() <= now_s() * (1 + same_instant)) {
      events_.fire_next();
      continue;
    }
    if (run_instant_end()) continue;
    if (alive_count_ == 0) return RunEnd::completed;
    if constexpr (can_pause) {
      if (std::exchange(is_pausing_, false)) return RunEnd::paused;
    }
    if (!has_waking_events()) {
      if (idle_hook_ == nullptr || !idle_hook_(idle_owner_)) return RunEnd::deadlock;
      continue;
    }
    set_now_s(events_.next_time_s());
    events_.fire_next();
  }
}

RunEnd Engine::run() {
  SIM_ASSERT(current_ == nullptr, "the run loop cannot be entered from an actor");
  return can_pause_ ? loop<true>() : loop<false>();
}

bool Engine::is_stack_guard(const void* address) const {
  return user_stacks_.is_guard(address) || small_stacks_.is_guard(address);
}

}  // namespace smpi::kernel
