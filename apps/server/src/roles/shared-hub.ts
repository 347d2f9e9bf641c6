import { SECOND_MS } from '@rueda/rules/time.ts'
import type { Bus } from '../bus/bus.ts'
import { packed, unpacked } from '../bus/parcel.ts'
import type { OpenChannel, PrivateChannel, PushHub, SharedSockets } from '../push/hub.ts'
import { type AddressSockets, type HeldSockets, NO_SOCKETS } from '../push/requesters.ts'
import { subjects } from './subjects.ts'

/** How often a process says again whose sockets it holds, and for how long its word holds. */
const SAY_EVERY_MS = 2 * SECOND_MS
const HOLDS_MS = 3 * SAY_EVERY_MS
const SAY_CHANGED_AFTER_MS = SECOND_MS / 10
const MAX_SAID = 10_000

type Frame = Readonly<{ from: string; accountId: string | null; channel: PrivateChannel | OpenChannel; data: unknown }>
/** All of them, or what has just changed; a process of an older release does not say how many sockets there are. */
type Listeners = Readonly<{ from: string; accounts: readonly string[]; isAll: boolean; sockets?: HeldSockets }>
type Said = Readonly<{
  accounts: Set<string>
  ofAccount: Map<string, number>
  ofAddress: Map<string, AddressSockets>
  until: number
}>

type Parts = Readonly<{
  bus: Bus
  /** The name of this process. */
  from: string
  /** Makes the hub of this process's own sockets. */
  createHub: (shared: SharedSockets) => PushHub
  /** Called for an account of which another process told something. */
  onTold?: ((accountId: string) => void) | undefined
  /** Milliseconds that never go back. */
  elapsed?: () => number
}>

/**
 * The push channel of all processes: what one publishes reaches a customer's sockets wherever they are, and their number is limited over all. Who
 * works frames out asks first whether anybody listens; so each process says whose sockets it holds and how many, at once as a customer comes, a tenth
 * of a second after anything else, and again every two seconds for words that were lost. One that says nothing for six seconds holds none.
 */
export function createSharedHub({ bus, from, createHub, onTold, elapsed = () => performance.now() }: Parts): PushHub {
  const elsewhere = new Map<string, Said>()
  let isClosed = false
  /** In messages of a length that any bus carries; the first of all replaces what was said before. */
  const say = (held: HeldSockets, isAll: boolean): void => {
    for (let at = 0; at === 0 || at < held.accounts.length || at < held.addresses.length; at += MAX_SAID) {
      const sockets = { accounts: held.accounts.slice(at, at + MAX_SAID), addresses: held.addresses.slice(at, at + MAX_SAID) }
      const accounts = sockets.accounts.filter(([, count]) => count > 0).map(([accountId]) => accountId)
      bus.publish(subjects.listeners, packed({ from, accounts, isAll: isAll && at === 0, sockets } satisfies Listeners))
    }
  }
  const changed = { accounts: new Set<string>(), addresses: new Set<string>() }
  let isWaiting = false
  const sayChanged = (): void => {
    isWaiting = false
    if (isClosed) return
    say(own.held(changed), false)
    changed.accounts.clear()
    changed.addresses.clear()
  }

  const there = (): Said[] => {
    for (const [process, { until }] of elsewhere) if (until < elapsed()) elsewhere.delete(process)
    return [...elsewhere.values()]
  }
  const isElsewhere = (accountId: string): boolean => there().some(({ accounts }) => accounts.has(accountId))
  const own = createHub({
    elsewhere: {
      ofAccount: (accountId) => there().reduce((sum, { ofAccount }) => sum + (ofAccount.get(accountId) ?? 0), 0),
      ofAddress: (address) => there().reduce((sum, { ofAddress }) => added(sum, ofAddress.get(address) ?? NO_SOCKETS), NO_SOCKETS),
    },
    onAccount: (accountId) => say(own.held({ accounts: [accountId], addresses: [] }), false),
    onChanged: ({ accountId, address }) => {
      if (accountId !== null) changed.accounts.add(accountId)
      changed.addresses.add(address)
      if (isWaiting) return
      isWaiting = true
      setTimeout(sayChanged, SAY_CHANGED_AFTER_MS).unref()
    },
  })

  const hearListeners = (bytes: Uint8Array): void => {
    const { from: sender, accounts, isAll, sockets = { accounts: [], addresses: [] } } = unpacked<Listeners>(bytes)
    if (sender === from) return
    const known = isAll ? undefined : elsewhere.get(sender)
    const said = known ?? { accounts: new Set(), ofAccount: new Map(), ofAddress: new Map(), until: elapsed() + HOLDS_MS }
    for (const accountId of accounts) said.accounts.add(accountId)
    for (const [accountId, count] of sockets.accounts) said.ofAccount.set(accountId, count)
    for (const [address, counts] of sockets.addresses) said.ofAddress.set(address, counts)
    elsewhere.set(sender, said)
  }
  const hearFrame = (bytes: Uint8Array): void => {
    const { from: sender, accountId, channel, data } = unpacked<Frame>(bytes)
    if (sender === from) return
    if (accountId === null) return own.announce(channel as OpenChannel, data)
    onTold?.(accountId)
    own.publish(accountId, channel, data)
  }
  const stops = [bus.listen(subjects.listeners, hearListeners), bus.listen(subjects.frames, hearFrame)]
  const timer = setInterval(() => say(own.held(), true), SAY_EVERY_MS)
  timer.unref()

  return {
    publish(accountId, channel, data) {
      own.publish(accountId, channel, data)
      if (isElsewhere(accountId)) bus.publish(subjects.frames, packed({ from, accountId, channel, data } satisfies Frame))
    },
    announce(channel, data) {
      own.announce(channel, data)
      bus.publish(subjects.frames, packed({ from, accountId: null, channel, data } satisfies Frame))
    },
    isListening: (accountId, channel) => own.isListening(accountId, channel) || isElsewhere(accountId),
    sessionEnded: (sessionId) => own.sessionEnded(sessionId),
    accounts: () => own.accounts(),
    held: (whose) => own.held(whose),
    connect: (wire, address) => own.connect(wire, address),
    close() {
      isClosed = true
      clearInterval(timer)
      for (const stop of stops) stop()
      own.close()
      // Its customers come back at another process, which is not to count them twice.
      say({ accounts: [], addresses: [] }, true)
    },
  }
}

const added = (one: AddressSockets, other: AddressSockets): AddressSockets => ({
  all: one.all + other.all,
  guests: one.guests + other.guests,
  unknown: one.unknown + other.unknown,
})
