import { SCALE, formatScaled, scaled } from '../decimal.ts'
import { type Instrument, tickAt } from '../instruments/instrument.ts'
import { type Result, ok, refuse } from '../result.ts'
import { type Alert, type AlertKind, type AlertMarket, isMet } from './alert.ts'

/** A customer's request for an alert. */
export type AlertRequest = Pick<Alert, 'instrumentId' | 'kind' | 'level' | 'repeats'>

/** The most alerts a customer may keep, so that nobody makes the brokerage watch every price for them. */
export const MAX_ALERTS = 50
/** Beyond every price and every volume, and within what is stored. */
const MAX_LEVEL = scaled('10000000000')
const MIN_PERCENT = scaled('0.1')
const MAX_PERCENT = scaled('1000')

type Terms = Readonly<{
  instrument: Instrument | null
  /** Null where the venue has no quote yet. */
  market: AlertMarket | null
  /** The number of alerts the customer keeps besides this one. */
  others: number
}>

/** Refuses an alert that could never fire or would fire at once, and one too many. */
export function checkAlert(request: AlertRequest, { instrument, market, others }: Terms): Result<AlertRequest> {
  if (instrument === null) return refuse('instrument.unknown', { field: 'stockCode' })
  if (!isPossible(request, instrument))
    return refuse('parameter.invalid', { field: request.kind === 'volume' && instrument.quoteOnly ? 'kind' : 'level' })
  const tick = tickAt(instrument, request.level)
  if (isPrice(request.kind) && request.level % tick !== 0n) return refuse('price.tick', { tick: formatScaled(tick), field: 'level' })
  if (others >= MAX_ALERTS) return refuse('alert.full', { num: MAX_ALERTS })
  if (market !== null && isMet(request, market)) return refuse('alert.already_met', { field: 'level' })
  return ok(request)
}

export const isPrice = (kind: AlertKind): boolean => kind === 'above' || kind === 'below'

function isPossible({ kind, level }: AlertRequest, instrument: Instrument): boolean {
  if (level > MAX_LEVEL) return false
  if (isPrice(kind)) return true
  // Reference values have no volume of their own, and others trade in whole units or lots.
  if (kind === 'volume') return !instrument.quoteOnly && level % SCALE === 0n
  return level >= MIN_PERCENT && level <= MAX_PERCENT
}
