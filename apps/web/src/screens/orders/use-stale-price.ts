import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { useSyncExternalStore } from 'react'
import { serverNow, subscribeSeconds } from '../../shared/live/live-clock.ts'

/** A market order may not use a price older than this while its market is open; the server refuses it too. */
export const OLDEST_FOR_MARKET_MS = 10_000
/** A recorded market sends once a minute; it is late after three missed cycles. */
const OLDEST_OF_REPLAY_MS = 180_000

type Aged = Pick<Quote, 'tradeStatus' | 'updateTimeTimestamp' | 'venue'>

export const isTooOld = (quote: Aged, now: number): boolean =>
  quote.tradeStatus === 'OPEN' && now - quote.updateTimeTimestamp > (quote.venue === 'REPLAY' ? OLDEST_OF_REPLAY_MS : OLDEST_FOR_MARKET_MS)

/** Draws again when the answer changes. */
export const useStalePrice = (quote: Aged): boolean => useSyncExternalStore(subscribeSeconds, () => isTooOld(quote, serverNow()))
