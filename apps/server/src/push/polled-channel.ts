import type { Clock } from '../deps.ts'
import type { PushSocket } from './socket.ts'
import { Subscriptions } from './subscriptions.ts'

/**
 * A channel that polls the venue once a second, only for values with a subscriber: depth, trades, last bars. All
 * subscribers of a value get the same text.
 */
export type Polled<State> = Readonly<{
  channel: 'depth' | 'trade' | 'kline'
  /** The state now; null where the venue has none. */
  read: (argument: string) => Promise<State | null>
  /** Frames that a new reader gets first. */
  snapshot: (argument: string, state: State) => readonly string[]
  /** Frames of the changes since the state before. */
  updates: (argument: string, before: State, state: State) => readonly string[]
}>

type Parts = Readonly<{ clock: Clock; elapsed: () => number }>

/** Most questions of a channel under way at once: the market has orders to match beside them. */
const MAX_QUESTIONS = 8

/** The hub's view of a channel, whatever its state is made of. */
export interface PolledChannel {
  readonly subscriptions: Subscriptions
  subscribe(socket: PushSocket, argument: string): Promise<void>
  poll(): Promise<void>
}

export function polledChannel<State>({ channel, read, snapshot, updates }: Polled<State>, { clock, elapsed }: Parts): PolledChannel {
  const subscriptions = new Subscriptions()
  const states = new Map<string, State>()
  let isPolling = false

  const pollOne = async (argument: string): Promise<void> => {
    const state = await read(argument)
    const before = states.get(argument)
    if (state === null) return
    states.set(argument, state)
    if (before === undefined) return
    for (const body of updates(argument, before, state)) {
      for (const socket of subscriptions.wanting(argument)) socket.sendOrSkip(channel, body, clock.now(), elapsed())
    }
  }

  const pollInTurn = async (wanted: Iterator<string>): Promise<void> => {
    for (let next = wanted.next(); next.done !== true; next = wanted.next()) await pollOne(next.value)
  }

  return {
    subscriptions,
    subscribe: async (socket, argument) => {
      // A new reader joins at the state that others already follow, so that the next update fits on it.
      const state = states.get(argument) ?? (await read(argument))
      if (socket.isClosed) return
      subscriptions.add(socket, argument)
      if (state === null) return
      if (!states.has(argument)) states.set(argument, state)
      for (const body of snapshot(argument, states.get(argument) ?? state))
        socket.sendOrClose(channel, 'snapshot', body, clock.now(), elapsed())
    },
    poll: async () => {
      const wanted = new Set(subscriptions.arguments())
      for (const argument of states.keys()) if (!wanted.has(argument)) states.delete(argument)
      if (isPolling) return
      isPolling = true
      try {
        const each = wanted.values()
        await Promise.all(Array.from({ length: MAX_QUESTIONS }, () => pollInTurn(each)))
      } finally {
        isPolling = false
      }
    },
  }
}
