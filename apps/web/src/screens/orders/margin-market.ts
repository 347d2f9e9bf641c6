import type { Market } from '@rueda/contract/codes.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'

/** What the ticket does otherwise where positions are opened on margin. */
export const isOnMargin = (market: Market): boolean => market === 'FUT' || market === 'FX'

const usual = [1, 5, 10, 20, 30] as const

/** Leverages to choose from: those the market takes; a pair may take less, which its order is then told. */
export function leveragesOf(market: Market): readonly number[] {
  const most = marketTermsOf(market)?.largestLeverage ?? 1
  return most === 1 ? [] : usual.filter((leverage) => leverage <= most)
}

export const USUAL_LEVERAGE = 10
