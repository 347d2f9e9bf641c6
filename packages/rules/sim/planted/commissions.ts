import { type OrderRates, firstRates, withRates } from '../../src/fees/versions.ts'
import { orderKind } from '../../src/orders/records.ts'
import { realRules } from '../brokerage/rules.ts'
import { ratesKept } from '../world/commissions.ts'
import type { Planted } from './changes.ts'

/** Bugs of commissions that change while orders are open. */
export const plantedInCommissions: Planted = {
  'an order is charged by the newest version': {
    ...realRules,
    bookExecution: (state, execution, terms, now) => {
      const orders = [...orderKind.of(state).values()]
      const newest = orders.reduce((most, { feeVersion }) => Math.max(most, feeVersion), 1)
      const rates = ratesOfOrder(terms.market, newest)
      return realRules.bookExecution(state, execution, rates === null ? terms : { ...terms, fees: withRates(terms.fees, rates) }, now)
    },
  },
  'volume that was traded gives no lower rate': {
    ...realRules,
    acceptInLots: (state, request, parts, terms, now) => {
      const rates = terms.fees.rates === undefined ? null : ratesOfOrder(terms.instrument?.market, terms.fees.rates.version)
      return realRules.acceptInLots(state, request, parts, rates === null ? terms : { ...terms, fees: withRates(terms.fees, rates) }, now)
    },
  },
  'an order that is changed pays by the first version again': {
    ...realRules,
    amendOrder: (state, amendment, terms, now) => {
      const market = terms.instrument?.market
      return realRules.amendOrder(
        state,
        amendment,
        market === undefined ? terms : { ...terms, fees: withRates(terms.fees, firstRates(market)) },
        now,
      )
    },
  },
}

function ratesOfOrder(market: string | undefined, feeVersion: number): OrderRates | null {
  return market === 'US' || market === 'AR' || market === 'TW' ? ratesKept(market, { feeVersion, feeStep: 0 }) : null
}
