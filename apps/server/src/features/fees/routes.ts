import { fees } from '@rueda/contract/fees.ts'
import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { overnightMarkup, yearlyRates } from '@rueda/rules/markets/overnight.ts'
import { ok } from '@rueda/rules/result.ts'
import { exchangeSpreads } from '@rueda/rules/transfers/exchange-terms.ts'
import type { App } from '../../app.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { percentText, presentMarket } from './present.ts'

/** The public list of everything that costs something. */
export const feeRoutes = (app: Pick<App, 'venue'>): Registered =>
  routes(fees, {
    all: async () => {
      // Every venue has this market, and the dates that rules hold from do not hang on the hour.
      const today = app.venue.session('US').tradeDate
      return ok({
        markets: marketNames.flatMap((market) => {
          const terms = marketTermsOf(market)
          return terms === null ? [] : [presentMarket(market, terms, today)]
        }),
        overnight: {
          markup: percentText(overnightMarkup),
          rates: Object.entries(yearlyRates).map(([currency, rate]) => ({ currency, rate: percentText(rate) })),
        },
        exchange: Object.entries(exchangeSpreads).map(([currency, spread]) => ({ currency, spread: percentText(spread) })),
      })
    },
  })
