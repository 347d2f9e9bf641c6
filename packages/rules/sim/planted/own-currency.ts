import { realRules } from '../brokerage/rules.ts'
import type { Planted } from './changes.ts'

/** Bugs of a holding's result in dollars (P.12). */
export const plantedInOwnCurrency: Planted = {
  'what was bought counts at the rate of today': {
    ...realRules,
    ownResult: (lots, now) =>
      realRules.ownResult(
        lots.map((lot) => ({ ...lot, rate: now.rate })),
        now,
      ),
  },
  'all lots count at the rate of the oldest': {
    ...realRules,
    ownResult: (lots, now) =>
      realRules.ownResult(
        lots.map((lot) => ({ ...lot, rate: lots[0]?.rate ?? lot.rate })),
        now,
      ),
  },
  'the exchange is counted on the cost instead of the value': {
    ...realRules,
    ownResult: (lots, now) => {
      const result = realRules.ownResult(lots, now)
      const price = lots.map((lot) => realRules.ownResult([{ ...lot, rate: now.rate }], now).price).reduce((sum, each) => sum + each, 0n)
      return { ...result, price, exchange: result.total - price }
    },
  },
  'both parts are rounded down, and a cent is lost': {
    ...realRules,
    ownResult: (lots, now) => {
      const result = realRules.ownResult(lots, now)
      return result.exchange < 0n ? { ...result, exchange: result.exchange - 1n } : result
    },
  },
  'a purchase keeps no rate': {
    ...realRules,
    bookExecution: (state, execution, terms, now) => realRules.bookExecution(state, execution, { ...terms, dollarRate: null }, now),
  },
  'what is left of a lot takes the rate of the sale': {
    ...realRules,
    holdingHistory: (past) => {
      const { holdings, effects } = realRules.holdingHistory(past)
      const last = past.fills.findLast(({ side }) => side === 'sell')?.dollarRate ?? null
      const bought = new Map(past.fills.map(({ sequence, quantity }) => [sequence, quantity]))
      return {
        effects,
        holdings: holdings.map((held) => ({
          ...held,
          lots: {
            ...held.lots,
            lots: held.lots.lots.map((lot) => (lot.quantity === bought.get(lot.id) || last === null ? lot : { ...lot, rate: last })),
          },
        })),
      }
    },
  },
}
