import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { MarketState } from '@rueda/rules/orders/circumstances.ts'
import { dayBandFor } from '@rueda/rules/orders/limits.ts'
import type { Quote, Session } from '../venue.ts'

/** The state of an instrument's market by its session and the outside's quote; a halted quote outranks the session. */
export function marketStateOf(instrument: Instrument, session: Session, quote: Quote | null): MarketState {
  const { low, high } = quote === null ? { low: null, high: null } : dayBandFor(instrument, quote)
  const phase = quote?.phase === 'HALT' ? 'HALT' : session.phase
  return { phase, fixedPrice: session.fixedPrice === true, low, high }
}
