// SPDX-License-Identifier: BSD-3-Clause
//
// Time and actors: the run loop of a simulation.
//
// An actor is a context that can block and be woken. One operating system thread runs everything,
// so a blocking call changes state and switches; there are no locks and no calls to a kernel side.
// The loop of one instant: run every ready actor, in the order they became ready; call the hooks
// of the end of the instant (the network solves once); then fire the next event. A blocking actor
// jumps straight to the next ready one, so a wake-up costs one switch.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "kernel/context.h"
#include "kernel/event_queue.h"
#include "kernel/stack_pool.h"

namespace smpi::kernel {

class Engine;

// What a blocked actor does in the place of its stack, in steps (Engine::block_in_steps): true when
// the actor is to go on where it blocked.
using StepHandler = bool (*)(void* owner);

// What a switch and a wake-up look at lies in one cache line.
class alignas(64) Actor {
 public:
  // The last two: blocked in steps, and ready for the next of them.
  enum class State : std::uint8_t { ready, running, blocked, finished, stepping, step_ready };

  std::uint32_t id() const { return id_; }
  State state() const { return state_; }
  // Whatever the upper layer wants to find again from the running actor.
  void* owner() const { return owner_; }
  // The highest address of its stack; nullptr of a thread that was adopted.
  const std::byte* stack_end() const {
    return stack_ == nullptr ? nullptr : stack_ + pool_->size_bytes();
  }

 private:
  friend class Engine;
  State state_ = State::finished;
  bool wake_pending_ = false;
  std::uint32_t id_ = 0;
  void* owner_ = nullptr;
  Engine* engine_ = nullptr;
  Context context_;
  std::function<void()> body_;
  std::byte* stack_ = nullptr;
  StackPool* pool_ = nullptr;
  StepHandler step_ = nullptr;
  void* step_owner_ = nullptr;
};

// How a run ended.
enum class RunEnd : std::uint8_t {
  completed,  // every actor finished
  deadlock,   // actors are blocked and nothing will happen any more
  stopped,    // stop() was called
  paused,     // the time of pause_before() has come; run() goes on
};

struct EngineConfig {
  std::size_t stack_bytes = 8U << 20;        // of an actor that runs user code
  std::size_t small_stack_bytes = 1U << 20;  // of an actor that runs a library schedule
};

enum class StackKind : std::uint8_t { user, small };

class Engine {
 public:
  explicit Engine(const EngineConfig& config = {});
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // May be read by another thread, for a progress line.
  double now_s() const { return now_s_.load(std::memory_order_relaxed); }
  EventQueue& events() { return events_; }
  // Some events never wake anybody (looks of a governor, changes of a tariff): where only such are
  // pending, blocked actors wait for ever. Who schedules one says so, and again when it fires.
  void add_inert_event() { inert_event_count_++; }
  void drop_inert_event() { inert_event_count_--; }
  std::size_t waking_event_count() const { return events_.size() - inert_event_count_; }
  bool has_waking_events() const {
    if (inert_event_count_ != 0) [[unlikely]]
      return waking_event_count() != 0;
    return !events_.empty();
  }

  // For programs whose code is partly on their stacks. REQUIRES: no actor was spawned yet.
  void make_user_stacks_executable() { user_stacks_.make_executable(); }
  // Creates a ready actor that runs `body`. The engine owns it; a finished one is reused.
  Actor& spawn(std::function<void()> body, void* owner, StackKind kind = StackKind::user);
  // Makes the calling thread itself an actor; run() is then driven from a context of the engine
  // whenever that actor blocks. For programs that run without a launcher.
  // `ended(how)` is called when nothing is left to do or the run was stopped; it must not return.
  using EndHandler = void (*)(RunEnd how);
  Actor& adopt_thread(void* owner, EndHandler ended);

  // The running actor, or nullptr in the loop and in event handlers.
  Actor* current() const { return current_; }
  // Suspends the running actor until wake(). A wake() that came before returns at once.
  // REQUIRES: called from an actor.
  void block();
  // The same for an actor whose part until then can be told in steps: each time it is woken, in its
  // turn among the ready ones, step(owner) is called instead of a switch to its stack, until it
  // returns true. A step has no current actor, must not block, and leaves pass_time() to sleep.
  void block_in_steps(StepHandler step, void* owner);
  // For steps of `actor`, as sleep() for an actor: true when the duration has passed; false when
  // the next step is called then, or earlier by a wake().
  bool pass_time(Actor& actor, double duration_s);
  // Makes a blocked actor ready. On an actor that is not blocked the next block() returns at once;
  // on a finished one it does nothing.
  void wake(Actor& actor);
  // Suspends the running actor for a simulated duration; wake() does not shorten it.
  void sleep(double duration_s);
  // Lets the other ready actors run first.
  void yield();
  // Ends the running actor without unwinding its stack.
  [[noreturn]] void finish_current();
  // Ends another actor where it stands; it never runs again. Its stack stays, because others may
  // refer to what is on it.
  void abandon(Actor& actor);
  // Ends all other actors for whose owner is_over(owner, argument) holds.
  void abandon_owned(bool (*is_over)(void* owner, const void* argument), const void* argument);
  // Ends the run after the current actor gives way; blocked actors are abandoned.
  void stop() { stopping_ = true; }
  bool stopping() const { return stopping_; }
  // Is nothing left to do in this instant, but for events? For event handlers with a future of
  // their own.
  bool is_waiting_for_events() const { return ready_count_ == 0 && hooks_.empty() && !stopping_; }

  // Calls hook(owner, 0) once at the end of this instant, after all ready actors ran.
  // Hooks run in the order of their requests and may wake actors.
  void at_end_of_instant(EventHandler hook, void* owner);

  // Asked when actors are blocked and no event is left: hook(owner) returns true when it made one
  // ready or scheduled an event, false when this is a deadlock.
  using IdleHook = bool (*)(void* owner);
  void set_idle_hook(IdleHook hook, void* owner) {
    idle_hook_ = hook;
    idle_owner_ = owner;
  }

  // Runs until nothing is left to do, or to a pause.
  RunEnd run();
  // To be called before run() of whoever asks for a pause while it runs: others pay nothing for it.
  void allow_pauses() { can_pause_ = true; }
  // run() returns between two instants, before anything happens at `time_s` or later, with now_s()
  // at the instant before. It goes on when it is called again, as if it had not returned.
  // REQUIRES: allow_pauses(), no other pause is to come, `time_s` is after now_s().
  void pause_before(double time_s);
  // The same at the end of this instant.
  void pause_after_instant();

  std::size_t alive_count() const { return alive_count_; }
  // Is `address` in the guard page of one of our stacks?
  bool is_stack_guard(const void* address) const;
  // A function called before each switch to an actor, and with nullptr before each switch to the
  // loop (to follow the current rank).
  using SwitchHook = void (*)(Actor* next);
  void set_switch_hook(SwitchHook hook) { switch_hook_ = hook; }

 private:
  static void actor_entry(void* actor);
  static void loop_entry(void* engine);
  void run_ready();
  bool run_instant_end();
  template <bool can_pause>
  RunEnd loop();
  void look_for_pause();
  void resume(Actor& actor, Context& from);
  void leave(Actor& actor);  // to the next ready actor, or to the loop
  Actor& make_actor(void* owner);
  bool is_alone_until(double time_s) const;
  static void sleep_over(void* actor, std::uint32_t);
  static void step_sleep_over(void* actor, std::uint32_t);

  struct Hook {
    EventHandler handler;
    void* owner;
  };

  void set_now_s(double time_s) { now_s_.store(time_s, std::memory_order_relaxed); }
  std::atomic<double> now_s_ = 0;
  EventQueue events_;
  std::size_t inert_event_count_ = 0;  // of events_
  StackPool user_stacks_;
  StackPool small_stacks_;
  std::vector<std::unique_ptr<Actor>> actors_;
  std::vector<Actor*> free_actors_;
  std::vector<std::byte*> deferred_release_;  // the stack a finished actor still stands on
  std::vector<StackPool*> deferred_pool_;
  // Ready actors: a ring that grows to the largest number ready at once.
  std::vector<Actor*> ready_;
  std::size_t ready_first_ = 0;
  std::size_t ready_count_ = 0;
  std::vector<Hook> hooks_;
  std::vector<Hook> running_hooks_;
  Actor* current_ = nullptr;
  Context loop_context_;
  std::byte* loop_stack_ = nullptr;  // only when a thread was adopted
  EndHandler ended_ = nullptr;
  std::size_t alive_count_ = 0;
  bool stopping_ = false;
  SwitchHook switch_hook_ = nullptr;
  IdleHook idle_hook_ = nullptr;
  void* idle_owner_ = nullptr;
  bool can_pause_ = false;
  bool is_pausing_ = false;  // at the end of this instant
  double pause_s_ = 0;
  EventId pause_event_ = no_event;  // at pause_s_, so that nothing looks past it; it never fires

  void push_ready(Actor& actor, Actor::State state = Actor::State::ready);
  Actor* pop_ready();
  bool run_steps(Actor& actor);
  void prefetch_ready() const;
  void release_finished_stacks();
};

}  // namespace smpi::kernel
