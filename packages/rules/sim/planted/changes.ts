import type { Outcome } from '../../src/ledger/account-state.ts'
import type { OrderRequest, OrderTerms } from '../../src/orders/accept.ts'
import { type Result, ok } from '../../src/result.ts'
import { type BrokerageRules, realRules } from '../brokerage/rules.ts'

/** Rules of the brokerage with one of them broken, by the fault that results. */
export type Planted = Readonly<Record<string, BrokerageRules>>

export const outcomeWith = (decided: Result<Outcome>, change: (outcome: Outcome) => Outcome): Result<Outcome> =>
  decided.ok ? ok(change(decided.value)) : decided

type Accepting = Readonly<{ request: OrderRequest; terms: OrderTerms }>

/** Accepts orders of shares on false terms. */
export const accepting = (change: (request: OrderRequest, terms: OrderTerms, now: number) => Accepting): BrokerageRules => ({
  ...realRules,
  acceptInLots: (state, asked, parts, given, now) => {
    const { request, terms } = change(asked, given, now)
    return realRules.acceptInLots(state, request, parts, terms, now)
  },
})
