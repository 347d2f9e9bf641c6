import { codeOfFundOrder } from '@rueda/contract/codes.ts'
import { funds as endpoints } from '@rueda/contract/funds.ts'
import { decimalsOf } from '@rueda/rules/instruments/instrument.ts'
import { formatScaled, parseDecimal, parseScaled } from '@rueda/rules/decimal.ts'
import { fundList, funds } from '@rueda/rules/funds/fund.ts'
import { fundOrderStatuses, isOpen as isOpenOrder } from '@rueda/rules/funds/fund-order.ts'
import { formatMinor, minorDigits } from '@rueda/rules/money.ts'
import { ok, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { readSources } from '../transfers/bring.ts'
import { sumInDollars } from '../wallets/dollar-value.ts'
import { subscribeTo, redeemUnits, cancelFundOrder } from './change.ts'
import { presentFund, presentFundOrder, presentHolding, presentPoint } from './present.ts'
import { capacityLeft } from './capacity.ts'
import { statisticsOf } from './stat.ts'
import { fundOrdersOf, ownFundOrder } from './store.ts'

/** Funds: what there is, what the customer has, buying, giving back. The rules decide on the write path. */
export const fundRoutes = (app: App): Registered =>
  routes(endpoints, {
    stat: async ({ caller }) => {
      const written = (amounts: Parameters<typeof sumInDollars>[1]): string => formatMinor(sumInDollars(app.venue, amounts), 'USD')
      const sums = await inSnapshot(app.pool, (reader) => statisticsOf(app, reader, caller.accountId, written))
      return ok({ ...sums, currency: 'USD' })
    },

    products: async ({ input, now }) => {
      const offered = fundList.filter(({ kind }) => input.type === undefined || kind === input.type)
      const roomOf = await capacityLeft(
        app,
        offered.map(({ id }) => id),
        'waiting',
      )
      const all = offered.flatMap((fund) => {
        const latest = app.navs.latest(fund.id)
        return latest === null ? [] : [presentFund(app, fund, latest, roomOf(fund.id), now)]
      })
      const { limit, offset } = sliceOf(input)
      return ok(pageOf(all.slice(offset, offset + limit), all.length, input))
    },

    history: ({ input }) => {
      const last = app.navs.latest(input.productId)
      if (last === null) return refuse('object.not_found', { field: 'productId' })
      const holdings = last.holdings.map((holding) => ({
        ...presentHolding(app.venue, holding),
        price: holding.price === null ? null : priceText(app, holding.series.kind === 'bills' ? null : holding.series, holding.price),
      }))
      return ok({ navs: app.navs.strikes(input.productId).map(presentPoint), holdings })
    },

    create: async ({ input, caller, idempotency }) => {
      const { productId: fundId, action } = input
      if (action === 'subscribe') {
        if (input.amount === undefined) return refuse('parameter.missing', { field: 'amount' })
        const amount = parseDecimal(input.amount, minorDigits[funds[fundId].currency])
        if (amount === null) return refuse('parameter.invalid', { field: 'amount' })
        const sources = readSources(app, input.bring)
        return sources.ok ? subscribeTo(app, { caller, idempotency, fundId, amount, sources: sources.value }) : sources
      }
      const { orderId, units: typed, takesEarlyFee } = input
      if (orderId === undefined) return refuse('parameter.missing', { field: 'orderId' })
      const units = typed === undefined ? null : parseScaled(typed)
      return redeemUnits(app, { caller, idempotency, orderId, fundId, units, takesEarlyFee: takesEarlyFee === 1 })
    },

    cancel: async ({ input, caller, idempotency }) => {
      const order = await ownFundOrder(app.pool, caller.accountId, input.id)
      return order === null ? refuse('object.not_found', { field: 'id' }) : cancelFundOrder(app, { caller, idempotency }, order)
    },

    list: async ({ input, caller, now }) => {
      const { id = null, type, status, isOpen } = input
      const filter = {
        id,
        fundIds: fundList.filter(({ kind }) => type === undefined || kind === type).map((fund) => fund.id),
        statuses: fundOrderStatuses.filter(
          (each) =>
            (status === undefined || codeOfFundOrder[each] === status) &&
            (isOpen === undefined || isOpenOrder({ status: each }) === (isOpen === 1)),
        ),
        ...sliceOf(input),
      }
      const { list, total } = await inSnapshot(app.pool, (reader) => fundOrdersOf(reader, caller.accountId, filter))
      return ok(
        pageOf(
          list.map((order) => presentFundOrder(app, order, now)),
          total,
          input,
        ),
      )
    },
  })

/** A price with its instrument's digits; one in another's terms with six. */
function priceText({ venue }: App, series: Readonly<{ instrumentId: string; per: string | null }> | null, price: bigint): string {
  const ticks = series === null || series.per !== null ? undefined : venue.instruments.get(series.instrumentId)?.ticks
  return formatScaled(price, ticks === undefined ? DIGITS_IN_OTHER_TERMS : decimalsOf(ticks[0].tick))
}
const DIGITS_IN_OTHER_TERMS = 2
