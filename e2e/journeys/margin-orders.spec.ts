import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import type { Customer } from '../customer.ts'
import { expect, test } from '../journey.ts'
import { TicketPage } from '../pages/ticket.ts'
import { TradePage } from '../pages/trade.ts'

/**
 * A future with its exits ordered beforehand. Its customer pulls the stop after the market until the market turns: the
 * position is closed at the stop, the take profit beside it ends, and no margin stays behind.
 */
const FUTURE = { stockCode: 'SBTC-2026H', market: 'FUT' } as const
const TICK = 5
const FAR = 400 * TICK
const NEAR = 40 * TICK
const MAX_MS = 240_000
const NEXT_LOOK_MS = 4_000
const STOP = 2

const held = async (customer: Customer) =>
  (await customer.call(orders.list, { working: 1 })).list.find(({ orderType }) => orderType === STOP)

/** One step under the market; where the market is there already, it is about to be filled. */
async function pullStop(customer: Customer): Promise<void> {
  const stop = await held(customer)
  if (stop === undefined) return
  const { price_nominal: last } = await customer.call(quotes.detail, FUTURE)
  const stopPrice = (Number(last) - TICK).toFixed(0)
  await customer.call(orders.amend, { orderId: stop.id, stopPrice }).catch(() => undefined)
}

test('a bracket on a future stops out', async ({ visit, say, page, customer }) => {
  test.setTimeout(MAX_MS * 1.5)
  await customer.call(transfers.create, { fromWalletType: 'STOCK', toWalletType: 'FUTURE', amount: '10000' })
  const { ask } = await customer.call(quotes.detail, FUTURE)
  const ticket = await new TicketPage(visit).openIn('FUT', FUTURE.stockCode)
  await ticket.quantity.fill('1')
  await ticket.leaveAt(String(Number(ask) + FAR), String(Number(ask) - NEAR))
  const review = await ticket.review()
  await expect(review.sheet.getByText(say('orders', 'contracts', { count: 1, quantity: '1' }))).toBeVisible()
  await expect(review.row(say('orders', 'margin.liquidation'))).toBeVisible()
  await review.hold('buy')
  await review.ends('filled')
  const trade = await review.inTrade(TradePage)
  await trade.choose('orders')
  await expect(trade.order(FUTURE.stockCode)).toHaveCount(2)

  await expect(async () => {
    await pullStop(customer)
    expect(await held(customer)).toBeUndefined()
  }).toPass({ timeout: MAX_MS, intervals: [NEXT_LOOK_MS] })
  await trade.says(say('positions', 'orders.empty'))
  await trade.chooseEnded()
  await expect(trade.order(FUTURE.stockCode)).toHaveCount(3)
  await trade.order(FUTURE.stockCode).filter({ hasNotText: 'stop' }).first().click()
  await expect(page.getByText(say('orders', 'why.siblingFilled'))).toBeVisible()
  expect((await customer.call(positions.holding, {})).list).toEqual([])
  expect(await customer.call(wallets.one, { walletType: 'FUTURE' })).toMatchObject({ usedBalance: '0.00' })
})
