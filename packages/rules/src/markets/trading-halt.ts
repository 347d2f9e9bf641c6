import type { CloseOnly, CloseOnlyReason } from '../instruments/close-only.ts'
import type { Instrument } from '../instruments/instrument.ts'
import type { Instant } from '../time.ts'

/**
 * A halt: nothing new at all, or nothing that opens. It never touches a price, a fill or a hold. One that staff ordered lasts until somebody lifts it;
 * one for a day of its market is known ahead, and ends with the day.
 */
export type TradingHalt = Readonly<{ stopId: string; scope: 'all' | 'market' | 'instrument'; target: string | null; from: Instant }> &
  (Readonly<{ kind: 'halt'; until?: Instant }> | Readonly<{ kind: 'closeOnly'; cause: CloseOnlyReason; until: Instant }>)

/** The halt in force for an instrument now; a full halt comes before closing only. */
export function haltFor(
  halts: readonly TradingHalt[],
  { id, market }: Pick<Instrument, 'id' | 'market'>,
  now: Instant,
): TradingHalt | null {
  const standing = halts.filter((halt) => covers(halt, id, market) && halt.from <= now && (halt.until === undefined || now < halt.until))
  return standing.find(({ kind }) => kind === 'halt') ?? standing[0] ?? null
}

/** Those that concern an instrument, at whatever time. */
export const haltsOn = (halts: readonly TradingHalt[], { id, market }: Pick<Instrument, 'id' | 'market'>): readonly TradingHalt[] =>
  halts.filter((halt) => covers(halt, id, market))

const covers = ({ scope, target }: TradingHalt, id: string, market: string): boolean =>
  scope === 'all' || target === (scope === 'market' ? market : id)

type ClosingOnly = Extract<TradingHalt, { kind: 'closeOnly' }>
export const closeOnlyOf = ({ cause: reason, from, until }: ClosingOnly): CloseOnly => ({ reason, from, until })
