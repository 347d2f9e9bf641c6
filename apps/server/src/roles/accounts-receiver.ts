import { MINUTE_MS } from '@rueda/rules/time.ts'
import type { Logger } from 'pino'
import type { Bus, Stop } from '../bus/bus.ts'
import { packed, unpacked } from '../bus/parcel.ts'
import type { VenueClient } from '../venue/client.ts'
import type { PublishedElsewhere } from '../write-path/committed-elsewhere.ts'
import type { Acknowledged, CoreMessage, CoreMessages, MarketLife, Outcome, OutcomeRequest, Sender } from './accounts-messages.ts'
import { expectLeading } from './leading.ts'
import { subjects } from './subjects.ts'

/** How long the outcome of a change is kept for a repeated request. */
const KEPT_MS = MINUTE_MS

const KNOWN: ReadonlySet<string> = new Set(['submit', 'grow', 'positions', 'change'] satisfies CoreMessage['kind'][])

type Parts = Readonly<{
  bus: Bus
  /** The epoch of a range in the books; null where there is no such range. */
  epochOf: (range: number) => Promise<bigint | null>
  venue: Pick<VenueClient, 'submit' | 'grow' | 'cancel' | 'reduce' | 'life'>
  elsewhere: Pick<PublishedElsewhere, 'publish' | 'publishGap'>
  /** Restarts the market from the open orders, without the process that wrote a range. */
  restart: (reason: string, range: number) => void
  leadership: () => bigint
  isLeading: () => boolean
  log: Pick<Logger, 'info' | 'warn'>
}>

type Connection = {
  readonly sender: Sender
  /** The number of the last message that was processed. */
  processed: number
  readonly outcomes: Map<number, Readonly<{ outcome: Promise<Outcome>; until: number }>>
}

/**
 * Processes the messages of the processes that write accounts, each once, by its number. When a range gets another process, there may be open orders
 * in the database that never reached the market: the market restarts from the open orders then, and margin positions are read again.
 */
export function receiveFromAccounts({ bus, epochOf, venue, elsewhere, restart, leadership, isLeading, log }: Parts): Stop {
  const connections = new Map<number, Connection>()

  const connectionOf = (sender: Sender): Connection => {
    expectLeading(isLeading)
    const connection = connections.get(sender.range)
    const isOwn = connection !== undefined && isSame(connection.sender, sender) && sender.leadership === leadership()
    if (!isOwn) throw new Error(`${sender.from} does not write range ${sender.range} of the accounts here`)
    return connection
  }

  const begin = async (sender: Sender): Promise<void> => {
    expectLeading(isLeading)
    const { range, epoch } = sender
    if (sender.leadership !== leadership()) throw new Error('another core leads')
    if ((await epochOf(range)) !== epoch) throw new Error(`another process holds range ${range} of the accounts`)
    const known = connections.get(range)
    if (known !== undefined && isSame(known.sender, sender)) return
    if (known !== undefined && known.sender.epoch > epoch) throw new Error(`a later process holds range ${range} of the accounts`)
    connections.set(range, { sender, processed: 0, outcomes: new Map() })
    if (known === undefined) return
    log.warn({ range }, 'a range of accounts has another process; the market restarts from the open orders')
    elsewhere.publishGap()
    restart('a range of accounts has another process', range)
  }

  const process = (connection: Connection, number: number, message: CoreMessage): void => {
    if (message.kind === 'submit') return venue.submit(message.orders)
    if (message.kind === 'grow') return venue.grow(message.increases)
    if (message.kind === 'positions') return elsewhere.publish(message.changed)
    const { change } = message
    const changed = change.about === 'cancel' ? venue.cancel(change) : venue.reduce(change, change.by)
    const outcome = changed.then(
      () => ({ failed: null }),
      (error: unknown) => ({ failed: error instanceof Error ? error.message : String(error) }),
    )
    connection.outcomes.set(number, { outcome, until: performance.now() + KEPT_MS })
    for (const [before, { until }] of connection.outcomes) {
      if (until > performance.now()) return
      connection.outcomes.delete(before)
    }
  }

  const stops = [
    bus.answer(subjects.accountsBegin, async (bytes) => {
      await begin(unpacked<Sender>(bytes))
      return packed(null)
    }),
    bus.answer(subjects.accountsMessages, async (bytes) => {
      const { first, messages, ...sender } = unpacked<CoreMessages>(bytes)
      const connection = connectionOf(sender)
      for (const [index, message] of messages.entries()) {
        const number = first + index
        if (number <= connection.processed) continue
        if (number > connection.processed + 1) throw new Error('a message arrived before the one that it follows')
        // It waits for a core that knows its kind, rather than be acknowledged.
        if (!KNOWN.has(message.kind)) throw new Error(`a newer process sends a message of the kind ${message.kind}`)
        connection.processed = number
        process(connection, number, message)
      }
      return packed({ upTo: connection.processed } satisfies Acknowledged)
    }),
    bus.answer(subjects.accountsOutcome, async (bytes) => {
      const { number, ...sender } = unpacked<OutcomeRequest>(bytes)
      const known = connectionOf(sender).outcomes.get(number)
      if (known === undefined) throw new Error('a change is not known')
      return packed((await known.outcome) satisfies Outcome)
    }),
    bus.answer(subjects.marketLife, async (bytes) => {
      connectionOf(unpacked<Sender>(bytes))
      return packed({ life: await venue.life() } satisfies MarketLife)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

const isSame = (one: Sender, other: Sender): boolean => one.from === other.from && one.epoch === other.epoch
