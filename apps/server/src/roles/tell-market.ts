import type { Logger } from 'pino'
import type { Bus, Stop } from '../bus/bus.ts'
import { MAX_PART_BYTES } from '../bus/large.ts'
import { packed, unpacked } from '../bus/parcel.ts'
import type { FollowedMarket, MarketState } from '../venue/followed-market.ts'
import type { Answers, Changes } from '../venue/messages.ts'
import type { MarketQuestion } from './market-questions.ts'
import { expectLeading } from './leading.ts'
import { subjects } from './subjects.ts'

/** The core that leads, in which epoch, and how many ranges of accounts other processes write; none where it writes them all. */
export type LeadingCore = Readonly<{ core: string; leadership: bigint; ranges: number }>
/** Changes by number, within the time of one core; null where they are too many for a message, so that whoever follows reads the whole. */
export type NumberedChanges = Readonly<{ core: string; number: number; changes: Changes | null }>
/** The whole, with the number of the last changes in it. */
export type NumberedState = MarketState & LeadingCore & Readonly<{ number: number }>

type Parts = Readonly<{
  bus: Bus
  leading: () => LeadingCore
  market: FollowedMarket
  ask: (question: MarketQuestion) => Promise<Answers[MarketQuestion['about']]>
  /** False while this core may not be the one any more: then it says nothing. */
  isLeading: () => boolean
  log: Pick<Logger, 'warn'>
}>

export type MarketTold = Readonly<{ /** The number of the last changes that were told. */ number: () => number; stop: Stop }>

/** Tells the market to the fronts: what changes as it does, the whole to whoever begins or has missed something, and answers to their questions. */
export function tellMarket({ bus, leading, market, ask, isLeading, log }: Parts): MarketTold {
  let number = 0
  const tell = (changes: Changes): void => {
    number += 1
    if (!isLeading()) return
    const { core } = leading()
    const whole = packed({ core, number, changes } satisfies NumberedChanges)
    if (whole.length > MAX_PART_BYTES) log.warn({ bytes: whole.length }, 'more of the market changed at once than a message holds')
    bus.publish(
      subjects.marketChanges,
      whole.length > MAX_PART_BYTES ? packed({ core, number, changes: null } satisfies NumberedChanges) : whole,
    )
  }
  const stops = [
    market.onChanges(tell),
    bus.answer(subjects.market, async () => {
      expectLeading(isLeading)
      return packed({ ...market.state(), ...leading(), number } satisfies NumberedState)
    }),
    bus.answer(subjects.question, async (bytes) => {
      expectLeading(isLeading)
      return packed(await ask(unpacked<MarketQuestion>(bytes)))
    }),
  ]
  return {
    number: () => number,
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}
