import type { Outcome } from '../../src/ledger/books.ts'
import type { OrderAsk, OrderTerms } from '../../src/orders/accept.ts'
import { type Result, ok } from '../../src/result.ts'
import { type HouseRules, realRules } from '../house/rules.ts'

/** Rules of the house with one of them broken, by what is then wrong. */
export type Planted = Readonly<Record<string, HouseRules>>

export const outcomeWith = (decided: Result<Outcome>, change: (outcome: Outcome) => Outcome): Result<Outcome> =>
  decided.ok ? ok(change(decided.value)) : decided

type Accepting = Readonly<{ ask: OrderAsk; terms: OrderTerms }>

/** Orders of shares are accepted on terms that are not so. */
export const accepting = (change: (ask: OrderAsk, terms: OrderTerms, now: number) => Accepting): HouseRules => ({
  ...realRules,
  acceptInLots: (books, asked, parts, given, now) => {
    const { ask, terms } = change(asked, given, now)
    return realRules.acceptInLots(books, ask, parts, terms, now)
  },
})
