import { matchPrice } from '../../src/orders/match-price.ts'
import { realRules } from '../brokerage/rules.ts'
import type { Planted } from './changes.ts'

const TENTH = 10n

/** Bugs of trades between customers: at prices that two of them can make up, and on one side only. */
export const plantedInMatches: Planted = {
  'customers trade with each other a tenth away from the market': {
    ...realRules,
    matchPrice: (side, worst, resting, range) => {
      const wider = range === null ? null : { low: range.low - range.low / TENTH, high: range.high + range.high / TENTH }
      return matchPrice(side, worst, resting, wider)
    },
  },
  'customers trade with each other while nobody quotes': {
    ...realRules,
    matchPrice: (side, worst, resting, range) => matchPrice(side, worst, resting, range ?? { low: resting, high: resting }),
  },
  'customers trade at the price of the one who rests, wherever it lies': {
    ...realRules,
    matchPrice: (side, worst, resting, range) => (matchPrice(side, worst, resting, range) === null ? null : resting),
  },
  'the second side of a trade is told to the one who has the first': { ...realRules, otherSideOf: (told) => told },
  'the second side of a trade is numbered for itself': {
    ...realRules,
    otherSideOf: (told) => {
      const other = realRules.otherSideOf(told)
      return { ...other, match: { ...other.match, number: other.sequence } }
    },
  },
}
