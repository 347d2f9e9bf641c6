import type { Market } from '@rueda/contract/codes.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { marketOf } from '../quotes/instrument.ts'

/** Rules of the ticket where positions are opened on margin. A future has one margin; for a pair the leverage is chosen. */
export const takesLeverage = (market: Market): boolean => (marketTermsOf(market)?.largestLeverage ?? 1) > 1

type Listed = Readonly<{ market: string; pair: Readonly<{ largestLeverage: number }> | null }>

const usual = [1, 2, 5, 10, 20, 30] as const
export const USUAL_LEVERAGE = 10

const largestOf = ({ market, pair }: Listed): number => pair?.largestLeverage ?? marketTermsOf(marketOf(market))?.largestLeverage ?? 1

/** Leverages to choose from, up to what this instrument takes. */
export function leveragesOf(listed: Listed): readonly number[] {
  if (!takesLeverage(marketOf(listed.market))) return []
  return usual.filter((leverage) => leverage <= largestOf(listed))
}

/** The chosen leverage, at most the largest this instrument takes. */
export const leverageWithin = (listed: Listed, chosen: number): number => Math.min(chosen, largestOf(listed))
