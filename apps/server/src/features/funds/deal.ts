import { confirmSubscription } from '@rueda/rules/funds/subscribe.ts'
import { payRedemption, strikeRedemption } from '@rueda/rules/funds/redeem.ts'
import { type FundId, fundList, funds } from '@rueda/rules/funds/fund.ts'
import { fundOrderKind } from '@rueda/rules/funds/records.ts'
import { foresee } from '@rueda/rules/ledger/account-state.ts'
import { compose } from '@rueda/rules/ledger/compose.ts'
import { collectRedemption } from '@rueda/rules/loans/work-off.ts'
import type { FundOrder } from '@rueda/rules/funds/fund-order.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import { ok } from '@rueda/rules/result.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { App, Deciding } from '../../app.ts'
import { taken } from '../../in-sets.ts'
import { houseDate } from '../../venue/value-date.ts'
import { commandKind } from '../../write-path/commands.ts'
import { allLoans } from '../loans/records.ts'
import { fundOrdersById } from './records.ts'
import { capacityLeft } from './capacity.ts'
import { paidThrough } from './schedule.ts'
import { type StruckThrough, dueOrders, payingOrders } from './store.ts'

type Dealing = Pick<App, 'pool' | 'venue' | 'clock' | 'commands' | 'navs'>

const MAX_AT_ONCE = 256

/**
 * Deals everything whose strike is there, and pays what is due to be paid. Each order is decided under its account's version, so that this
 * may run twice, or late after downtime. Returns the number of orders.
 */
export async function dealFunds(app: Dealing): Promise<number> {
  const paid = await payFunds(app)
  const struck = fundList.flatMap(({ id }) => {
    const latest = app.navs.latest(id)
    return latest === null ? [] : [{ fundId: id, through: latest.date }]
  })
  return paid + (await dealThrough(app, struck))
}

async function dealThrough(app: Dealing, struck: readonly StruckThrough[]): Promise<number> {
  let count = 0
  let firstBefore: string | null = null
  for (;;) {
    const due = await dueOrders(app.pool, struck, MAX_AT_ONCE)
    const first = due[0]?.id ?? null
    // An order that a decision leaves as it was would come again for ever.
    if (first === null || first === firstBefore) return count
    firstBefore = first
    const roomOf = await capacityLeft(app, [...new Set(due.map(({ fundId }) => fundId))], 'held')
    const rooms = new Map<FundId, bigint>()
    const dealings = due.flatMap((order) => {
      // Whoever asked first comes first into what the fund can still take.
      const room = rooms.get(order.fundId) ?? roomOf(order.fundId)
      rooms.set(order.fundId, order.status === 'confirming' && order.amount <= room ? room - order.amount : room)
      return dealingOf(app, order, room) ?? []
    })
    await Promise.all(dealings.map(async (dealing) => taken(await app.commands.run(dealingFundOrder, dealing))))
    count += dealings.length
  }
}

type Due = FundOrder & Readonly<{ dueOn: CalendarDate }>

/** The command that deals an order; null while the strike it waits for is to come. */
function dealingOf({ navs, venue }: Dealing, { id: orderId, fundId, accountId, dueOn }: Due, room: bigint) {
  const strike = navs.strikeFrom(fundId, dueOn)
  const paysOn = strike === null ? null : venue.nextTradingDate(HOUSE_MARKET, strike.date)
  if (strike === null || paysOn === null) return null
  const { date, nav, fees } = strike
  return { accountId, idempotency: null, arguments: { orderId, fundId, strike: { date, nav, fees }, paysOn, room } }
}

type Deal = Readonly<{
  orderId: string
  fundId: FundId
  strike: Readonly<{ date: CalendarDate; nav: bigint; fees: bigint }>
  paysOn: CalendarDate
  room: bigint
}>

const NOTHING = { entries: [] } as const

export const dealingFundOrder = commandKind({
  name: 'funds.deal',
  reads: ({ orderId, fundId }: Deal) => ({ wallets: [funds[fundId].wallet], records: [fundOrdersById([orderId])] }),
  decide: ({ venue }: Pick<Deciding, 'venue'>, { orderId, strike, paysOn, room }, state, now) => {
    const dealt =
      confirmSubscription(state, { orderId, strike, room, valueDate: houseDate(venue) }, now) ??
      strikeRedemption(state, { orderId, strike, paysOn }, now)
    return ok({ outcome: dealt?.outcome ?? NOTHING, data: true })
  },
})

async function payFunds(app: Dealing): Promise<number> {
  const through = paidThrough(app.clock.now())
  let count = 0
  for (;;) {
    const due = await payingOrders(app.pool, through, MAX_AT_ONCE)
    await Promise.all(
      due.map(async ({ id: orderId, fundId, accountId, redemption }) => {
        const given = { orderId, fundId, through, loanId: redemption?.loanId ?? null }
        taken(await app.commands.run(payingFundOrder, { accountId, idempotency: null, arguments: given }))
      }),
    )
    count += due.length
    if (due.length < MAX_AT_ONCE) return count
  }
}

type Payment = Readonly<{
  orderId: string
  fundId: FundId
  through: CalendarDate
  /** The loan in default that it pays; null for a customer's own. */
  loanId: string | null
}>

export const payingFundOrder = commandKind({
  name: 'funds.pay',
  reads: ({ orderId, fundId, loanId }: Payment) => ({
    wallets: [funds[fundId].wallet],
    records: [fundOrdersById([orderId]), ...(loanId === null ? [] : allLoans)],
  }),
  decide: ({ venue }: Pick<Deciding, 'venue'>, { orderId, fundId, through, loanId }, state, now) => {
    const valueDate = houseDate(venue)
    const paid = payRedemption(state, { orderId, venue: venue.label, today: through, valueDate }, now)
    if (paid === null || loanId === null) return ok({ outcome: paid?.outcome ?? NOTHING, data: true })
    // What pays a loan in default goes to it in the same commit, so that it cannot be spent in between.
    const amount = paid.order.paid - (fundOrderKind.of(state).get(orderId)?.paid ?? 0n)
    const collecting = { loanId, wallet: funds[fundId].wallet, amount, valueDate }
    return ok({ outcome: compose(paid.outcome, collectRedemption(foresee(state, paid.outcome), collecting, now)), data: true })
  },
})
