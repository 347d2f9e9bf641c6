import { orders } from '@rueda/contract/orders.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import type { Customer } from '../customer.ts'
import { expect, test } from '../journey.ts'
import { TicketPage } from '../pages/ticket.ts'
import { TradePage } from '../pages/trade.ts'

/**
 * A purchase with its exits ordered beforehand. No other customer's purchase reaches a take profit outside the quote, so
 * its customer lowers it to the bid: it is filled, the stop loss beside it ends, and the order's history shows all of it.
 */
const STOCK = { stockCode: 'ARDV', name: 'Aurora Devices', market: 'US' } as const
const PROFIT = 2
const LOSS = 3
const LIMIT = 1
const NEXT_LOOK_MS = 1_000

const takeProfitOf = async (customer: Customer) =>
  (await customer.call(orders.list, { working: 1 })).list.find(({ orderType }) => orderType === LIMIT)

/** To the bid; where it is gone already, it has been filled. */
async function lowerTakeProfit(customer: Customer): Promise<void> {
  const order = await takeProfitOf(customer)
  const { bid } = await customer.call(quotes.detail, { stockCode: STOCK.stockCode, market: STOCK.market })
  if (order === undefined || bid === null) return
  await customer.call(orders.amend, { orderId: order.id, price: bid }).catch(() => undefined)
}

test('a bracket order takes its profit', async ({ visit, say, page, customer }) => {
  const { ask } = await customer.call(quotes.detail, { stockCode: STOCK.stockCode, market: STOCK.market })
  const takeProfit = (Number(ask) + PROFIT).toFixed(2)
  const ticket = await new TicketPage(visit).openStock(STOCK.stockCode)
  await ticket.quantity.fill('10')
  await ticket.leaveAt(takeProfit, (Number(ask) - LOSS).toFixed(2))
  const review = await ticket.review()
  await expect(review.row(say('orders', 'exits.takeProfit'))).toBeVisible()
  await review.hold('buy')
  await review.ends('filled')
  const trade = await review.inTrade(TradePage)
  await expect(trade.holding(STOCK.name)).toContainText('10 ·')
  await trade.choose('orders')
  await expect(trade.order(STOCK.stockCode)).toHaveCount(2)

  await expect(async () => {
    await lowerTakeProfit(customer)
    expect(await takeProfitOf(customer)).toBeUndefined()
  }).toPass({ intervals: [NEXT_LOOK_MS] })
  await trade.says(say('positions', 'orders.empty'))
  await trade.chooseEnded()
  await expect(trade.order(STOCK.stockCode)).toHaveCount(3)
  await trade.order(STOCK.stockCode).filter({ hasText: 'stop' }).click()
  await expect(page.getByText(say('orders', 'why.siblingFilled'))).toBeVisible()
})
