import { fees } from '@rueda/contract/fees.ts'
import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { overnightMarkup, yearlyRates } from '@rueda/rules/markets/overnight.ts'
import { zoneOf } from '@rueda/exchange/calendars/calendars.ts'
import { stepOf, versionAt, volumeMonthOf } from '@rueda/rules/fees/versions.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import { ok } from '@rueda/rules/result.ts'
import { railIds } from '@rueda/rules/withdrawals/rails.ts'
import { exchangeSpreads } from '@rueda/rules/transfers/exchange-terms.ts'
import type { FullApp } from '../../app.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { houseDate } from '../../venue/value-date.ts'
import { percentText, presentMarket, presentVersion, presentVolume, presentProducts, presentRail } from './present.ts'

/** The public list of everything that costs something. */
export const feeRoutes = (app: Pick<FullApp, 'venue' | 'terms' | 'fees' | 'clock' | 'wallClock' | 'settings'>): Registered =>
  routes(fees, {
    all: async () => {
      // Every venue has this market, and the dates that rules hold from do not hang on the hour.
      const today = houseDate(app.venue)
      const now = app.clock.now()
      const inForce = versionAt(app.fees.later(), now)
      return ok({
        markets: marketNames.flatMap((market) => {
          const terms = marketTermsOf(market)
          return terms === null ? [] : [presentMarket(market, terms, app.fees.rates({ market, accountId: null }, now), today)]
        }),
        today,
        versions: app.fees.all().map((version) => presentVersion(version, inForce)),
        overnight: {
          markup: percentText(overnightMarkup),
          rates: Object.entries(yearlyRates).map(([currency, rate]) => ({ currency, rate: percentText(rate) })),
        },
        // Announced changes hold from their moment on, here as where they are charged.
        withdrawals: railIds.map((id) => presentRail(app.terms.rail(id, app.wallClock.now()).rail)),
        products: presentProducts(app.settings.ROBOT_RENT.minor),
        exchange: Object.entries(exchangeSpreads).map(([currency, spread]) => ({ currency, spread: percentText(spread) })),
      })
    },
    own: ({ caller: { accountId } }) => {
      const now = app.clock.now()
      const inForce = versionAt(app.fees.later(), now)
      const month = volumeMonthOf(zoneOf(HOUSE_MARKET).dateAt(now))
      return ok(
        inForce.markets.map(({ market }) => {
          const volume = app.fees.volume(accountId, market, now)
          return { market, month, volume: presentVolume(market, volume), step: stepOf(inForce, market, volume) }
        }),
      )
    },
  })
