import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { MarketState } from '@rueda/rules/orders/circumstances.ts'
import { dayBandFor } from '@rueda/rules/orders/limits.ts'
import type { Quote, Session } from '../venue.ts'

/** How the market of an instrument stands, as its session and the outside's quote say; a halted quote says more than the session. */
export function marketStateOf(instrument: Instrument, session: Session, quote: Quote | null): MarketState {
  const { low, high } = quote === null ? { low: null, high: null } : dayBandFor(instrument, quote)
  const phase = quote?.phase === 'HALT' ? 'HALT' : session.phase
  return { phase, fixedPrice: session.fixedPrice === true, low, high }
}
