import { MINUTE_MS } from '@rueda/rules/time.ts'
import type { Logger } from 'pino'
import type { Bus, Stop } from '../bus/bus.ts'
import { packed, unpacked } from '../bus/parcel.ts'
import type { VenueClient } from '../venue/client.ts'
import type { HeardElsewhere } from '../write-path/committed-elsewhere.ts'
import type { HeardUpTo, LifeTold, Outcome, OutcomeAsked, Speaker, Telling, Told } from './accounts-words.ts'
import { expectLeading } from './leading.ts'
import { subjects } from './subjects.ts'

/** For as long the outcome of a change is kept for whoever asks for it again. */
const KEPT_MS = MINUTE_MS

const KNOWN: ReadonlySet<string> = new Set(['submit', 'grow', 'positions', 'change'] satisfies Told['kind'][])

type Parts = Readonly<{
  bus: Bus
  /** The epoch of a range in the books; null where there is no such range. */
  epochOf: (range: number) => Promise<bigint | null>
  venue: Pick<VenueClient, 'submit' | 'grow' | 'cancel' | 'reduce' | 'life'>
  elsewhere: Pick<HeardElsewhere, 'hear' | 'missed'>
  /** Has the market begin anew from the books, without the process that wrote a range. */
  beginAnew: (reason: string, range: number) => void
  leadership: () => bigint
  isLeading: () => boolean
  log: Pick<Logger, 'info' | 'warn'>
}>

type Session = {
  readonly speaker: Speaker
  heard: number
  readonly outcomes: Map<number, Readonly<{ outcome: Promise<Outcome>; until: number }>>
}

/**
 * Hears what the processes that write accounts tell, each by its numbers. Where one of them is gone, even in good order, whoever holds its range next may have
 * found orders in the books that the market was never told of: the market begins anew from the books then, and margin positions are read again.
 */
export function hearAccounts({ bus, epochOf, venue, elsewhere, beginAnew, leadership, isLeading, log }: Parts): Stop {
  const sessions = new Map<number, Session>()

  const sessionOf = (speaker: Speaker): Session => {
    expectLeading(isLeading)
    const session = sessions.get(speaker.range)
    const isOwn = session !== undefined && isSame(session.speaker, speaker) && speaker.leadership === leadership()
    if (!isOwn) throw new Error(`${speaker.from} does not write range ${speaker.range} of the accounts here`)
    return session
  }

  const begin = async (speaker: Speaker): Promise<void> => {
    expectLeading(isLeading)
    const { range, epoch } = speaker
    if (speaker.leadership !== leadership()) throw new Error('another core leads')
    if ((await epochOf(range)) !== epoch) throw new Error(`another process holds range ${range} of the accounts`)
    const known = sessions.get(range)
    if (known !== undefined && isSame(known.speaker, speaker)) return
    if (known !== undefined && known.speaker.epoch > epoch) throw new Error(`a later process holds range ${range} of the accounts`)
    sessions.set(range, { speaker, heard: 0, outcomes: new Map() })
    if (known === undefined) return
    log.warn({ range }, 'the process that wrote a range of accounts is gone; the market begins anew from the books')
    elsewhere.missed()
    beginAnew('a range of accounts has another process', range)
  }

  const hear = (session: Session, number: number, told: Told): void => {
    if (told.kind === 'submit') return venue.submit(told.orders)
    if (told.kind === 'grow') return venue.grow(told.increases)
    if (told.kind === 'positions') return elsewhere.hear(told.changed)
    const { change } = told
    const changed = change.about === 'cancel' ? venue.cancel(change) : venue.reduce(change, change.by)
    const outcome = changed.then(
      () => ({ failed: null }),
      (error: unknown) => ({ failed: error instanceof Error ? error.message : String(error) }),
    )
    session.outcomes.set(number, { outcome, until: performance.now() + KEPT_MS })
    for (const [before, { until }] of session.outcomes) {
      if (until > performance.now()) return
      session.outcomes.delete(before)
    }
  }

  const stops = [
    bus.answer(subjects.accountsBegin, async (bytes) => {
      await begin(unpacked<Speaker>(bytes))
      return packed(null)
    }),
    bus.answer(subjects.accountsTell, async (bytes) => {
      const { first, told, ...speaker } = unpacked<Telling>(bytes)
      const session = sessionOf(speaker)
      for (const [index, each] of told.entries()) {
        const number = first + index
        if (number <= session.heard) continue
        if (number > session.heard + 1) throw new Error('something was told that comes later')
        // It waits for a core that knows what this is, rather than be counted as heard.
        if (!KNOWN.has(each.kind)) throw new Error(`a newer process tells of ${each.kind}`)
        session.heard = number
        hear(session, number, each)
      }
      return packed({ heard: session.heard } satisfies HeardUpTo)
    }),
    bus.answer(subjects.accountsOutcome, async (bytes) => {
      const { number, ...speaker } = unpacked<OutcomeAsked>(bytes)
      const known = sessionOf(speaker).outcomes.get(number)
      if (known === undefined) throw new Error('a change was not heard of')
      return packed((await known.outcome) satisfies Outcome)
    }),
    bus.answer(subjects.marketLife, async (bytes) => {
      sessionOf(unpacked<Speaker>(bytes))
      return packed({ life: await venue.life() } satisfies LifeTold)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

const isSame = (one: Speaker, other: Speaker): boolean => one.from === other.from && one.epoch === other.epoch
