import { confirmSubscription } from '@rueda/rules/funds/subscribe.ts'
import { payRedemption, strikeRedemption } from '@rueda/rules/funds/redeem.ts'
import { type FundId, fundList, funds } from '@rueda/rules/funds/fund.ts'
import type { FundOrder } from '@rueda/rules/funds/fund-order.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import { ok } from '@rueda/rules/result.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { App, Deciding } from '../../app.ts'
import { taken } from '../../in-sets.ts'
import { houseDate } from '../../venue/value-date.ts'
import { commandKind } from '../../write-path/commands.ts'
import { fundOrdersById } from './records.ts'
import { roomIn } from './room.ts'
import { paidThrough } from './schedule.ts'
import { dueOrders, payingOrders } from './store.ts'

type Dealing = Pick<App, 'pool' | 'venue' | 'clock' | 'commands' | 'funds'>

const MAX_AT_ONCE = 256

/**
 * Deals everything whose strike is there, and pays what is due to be paid. Each order is decided under its account's version, so that this
 * may run twice, or late after downtime. Returns the number of orders.
 */
export async function dealFunds(app: Dealing): Promise<number> {
  let count = 0
  for (const { id } of fundList) count += await dealFund(app, id)
  return count + (await payFunds(app))
}

async function dealFund(app: Dealing, fundId: FundId): Promise<number> {
  const latest = app.funds.latest(fundId)
  if (latest === null) return 0
  let count = 0
  for (;;) {
    const due = await dueOrders(app.pool, fundId, latest.date, MAX_AT_ONCE)
    // Whoever asked first comes first into what the fund can still take.
    let room = await roomIn(app, fundId, 'held')
    await Promise.all(
      due.map((order) => {
        const offered = room
        if (order.status === 'confirming' && order.amount <= room) room -= order.amount
        return dealOne(app, order, offered)
      }),
    )
    count += due.length
    if (due.length < MAX_AT_ONCE) return count
  }
}

async function dealOne({ commands, funds: book, venue }: Dealing, order: FundOrder & Readonly<{ dueOn: CalendarDate }>, room: bigint) {
  const strike = book.strikeFrom(order.fundId, order.dueOn)
  const paysOn = strike === null ? null : venue.nextTradingDate(HOUSE_MARKET, strike.date)
  if (strike === null || paysOn === null) return
  const { date, nav, fees } = strike
  const { id: orderId, fundId, accountId } = order
  const dealing = { orderId, fundId, strike: { date, nav, fees }, paysOn, room }
  taken(await commands.run(dealingFundOrder, { accountId, idempotency: null, arguments: dealing }))
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
      due.map(async ({ id: orderId, fundId, accountId }) =>
        taken(await app.commands.run(payingFundOrder, { accountId, idempotency: null, arguments: { orderId, fundId, through } })),
      ),
    )
    count += due.length
    if (due.length < MAX_AT_ONCE) return count
  }
}

type Payment = Readonly<{ orderId: string; fundId: FundId; through: CalendarDate }>

export const payingFundOrder = commandKind({
  name: 'funds.pay',
  reads: ({ orderId, fundId }: Payment) => ({ wallets: [funds[fundId].wallet], records: [fundOrdersById([orderId])] }),
  decide: ({ venue }: Pick<Deciding, 'venue'>, { orderId, through }, state, now) => {
    const paid = payRedemption(state, { orderId, venue: venue.label, today: through, valueDate: houseDate(venue) }, now)
    return ok({ outcome: paid?.outcome ?? NOTHING, data: true })
  },
})
