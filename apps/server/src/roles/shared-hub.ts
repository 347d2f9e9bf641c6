import { SECOND_MS } from '@rueda/rules/time.ts'
import type { Bus } from '../bus/bus.ts'
import { packed, unpacked } from '../bus/parcel.ts'
import type { OpenChannel, PrivateChannel, PushHub } from '../push/hub.ts'
import { subjects } from './subjects.ts'

/** How often a process says again whose sockets it holds, and for how long its word holds. */
const SAY_EVERY_MS = 2 * SECOND_MS
const HOLDS_MS = 3 * SAY_EVERY_MS
const MAX_SAID = 10_000

type Frame = Readonly<{ from: string; accountId: string | null; channel: PrivateChannel | OpenChannel; data: unknown }>
/** All of them, or one that has just come. */
type Listeners = Readonly<{ from: string; accounts: readonly string[]; isAll: boolean }>
type Said = { accounts: Set<string>; until: number }

type Parts = Readonly<{
  bus: Bus
  /** The name of this process. */
  from: string
  /** Makes the hub of this process's own sockets. */
  createHub: (onAccount: (accountId: string) => void) => PushHub
  /** Called for an account of which another process told something. */
  onTold?: ((accountId: string) => void) | undefined
  /** Milliseconds that never go back. */
  elapsed?: () => number
}>

/**
 * The push channel of all processes: what one publishes reaches a customer's sockets wherever they are. Who works frames out asks first whether
 * anybody listens; so each process says whose sockets it holds, at once as a customer comes, and again every two seconds for words that were lost.
 */
export function createSharedHub({ bus, from, createHub, onTold, elapsed = () => performance.now() }: Parts): PushHub {
  const elsewhere = new Map<string, Said>()
  const say = (accounts: readonly string[], isAll: boolean): void =>
    bus.publish(subjects.listeners, packed({ from, accounts, isAll } satisfies Listeners))
  /** In messages of a length that any bus carries; the first of them replaces what was said before. */
  const sayAll = (): void => {
    const accounts = own.accounts()
    for (let at = 0; at === 0 || at < accounts.length; at += MAX_SAID) say(accounts.slice(at, at + MAX_SAID), at === 0)
  }
  const own = createHub((accountId) => say([accountId], false))

  const hearListeners = (bytes: Uint8Array): void => {
    const said = unpacked<Listeners>(bytes)
    if (said.from === from) return
    const known = elsewhere.get(said.from)
    if (said.isAll || known === undefined) elsewhere.set(said.from, { accounts: new Set(said.accounts), until: elapsed() + HOLDS_MS })
    else for (const accountId of said.accounts) known.accounts.add(accountId)
  }
  const hearFrame = (bytes: Uint8Array): void => {
    const { from: sender, accountId, channel, data } = unpacked<Frame>(bytes)
    if (sender === from) return
    if (accountId === null) return own.announce(channel as OpenChannel, data)
    onTold?.(accountId)
    own.publish(accountId, channel, data)
  }
  const isElsewhere = (accountId: string): boolean => {
    for (const [process, { accounts, until }] of elsewhere) {
      if (until < elapsed()) elsewhere.delete(process)
      else if (accounts.has(accountId)) return true
    }
    return false
  }

  const stops = [bus.listen(subjects.listeners, hearListeners), bus.listen(subjects.frames, hearFrame)]
  const timer = setInterval(sayAll, SAY_EVERY_MS)
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
    connect: (wire, address) => own.connect(wire, address),
    close() {
      clearInterval(timer)
      for (const stop of stops) stop()
      own.close()
    },
  }
}
