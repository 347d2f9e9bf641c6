import { scaled } from '../decimal.ts'
import type { Instrument } from '../instruments/instrument.ts'
import type { MarketFacts } from './market.ts'

/** Global indices (`docs/rules/indices.md` B.6) are worked out, not traded: they have a step to show and no terms. */
export const indexTicks: Instrument['ticks'] = [{ from: 0n, tick: scaled('0.01') }]

export const indices = {
  lists: 'values',
  exchanges: ['IDX'],
  terms: null,
  guard: null,
  hasClosableDays: false,
  // The indices here are made of American shares.
  restsWith: 'US',
  banksOf: null,
  hasDailyLimits: false,
  keepsClosingPrice: false,
  hasOfferings: false,
  isShownFirst: true,
} as const satisfies MarketFacts
