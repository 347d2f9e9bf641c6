import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { useSyncExternalStore } from 'react'
import { oldestOf } from '../../shared/live/live.ts'
import { serverNow, subscribeSeconds } from '../../shared/live/live-clock.ts'

type Aged = Pick<Quote, 'tradeStatus' | 'updateTimeTimestamp' | 'venue'>

/** A market order may not use an old price while its market is open; the server refuses it too. */
export const isTooOld = (quote: Aged, now: number): boolean =>
  quote.tradeStatus === 'OPEN' && now - quote.updateTimeTimestamp > oldestOf(quote)

/** Draws again when the answer changes. */
export const useStalePrice = (quote: Aged): boolean => useSyncExternalStore(subscribeSeconds, () => isTooOld(quote, serverNow()))
