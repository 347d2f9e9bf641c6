import { rangeOf } from '../range.ts'

/** The most groups that instruments are divided into. */
export const MAX_MARKET_GROUPS = 64

/** A group of instruments, from 0 to below `count`, where several processes run the market (`docs/scale.md`). */
export type MarketGroup = Readonly<{ number: number; count: number }>

/** The group that an instrument is in, by its id, which it keeps for ever. */
export const groupOfInstrument = (instrumentId: string, groups: number): number => rangeOf(instrumentId, groups)

/** True for the instruments of a group; without one, for all. */
export const isInGroup = (instrumentId: string, group: MarketGroup | undefined): boolean =>
  group === undefined || groupOfInstrument(instrumentId, group.count) === group.number
