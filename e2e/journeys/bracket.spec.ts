import { orders } from '@rueda/contract/orders.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { practise } from '../customer.ts'
import { expect, test } from '../journey.ts'
import { TicketPage } from '../pages/ticket.ts'
import { TradePage } from '../pages/trade.ts'

/**
 * A purchase that says beforehand where it is left again: its take profit is filled when somebody pays that much, the
 * stop loss beside it ends, and the order's history tells all of it.
 */
const STOCK = { stockCode: 'PBRS', name: 'Pebblebrook Residences' }
const PROFIT = 0.04
const LOSS = 0.3

test('a bracket order takes its profit', async ({ visit, say, page, baseURL, customer }) => {
  const { ask } = await customer.call(quotes.detail, { stockCode: STOCK.stockCode, market: 'US' })
  const takeProfit = (Number(ask) + PROFIT).toFixed(2)
  const ticket = await new TicketPage(visit).openStock(STOCK.stockCode)
  await ticket.quantity.fill('10')
  await ticket.leaveAt(takeProfit, (Number(ask) - LOSS).toFixed(2))
  const review = await ticket.review()
  await expect(review.row(say('orders', 'exits.takeProfit'))).toBeVisible()
  await review.hold('buy')
  await review.ends('filled')
  const trade = await review.inTrade(TradePage)
  await expect(trade.holding(STOCK.name)).toContainText('10 ×')
  await trade.choose('orders')
  await expect(trade.order(STOCK.stockCode)).toHaveCount(2)

  const buyer = await practise(baseURL ?? '')
  await buyer.call(orders.create, { ...STOCK, direction: 0, orderType: 1, price: takeProfit, quantity: '8000' })
  await trade.says(say('positions', 'orders.empty'))
  await trade.chooseEnded()
  await expect(trade.order(STOCK.stockCode)).toHaveCount(3)
  await trade.order(STOCK.stockCode).filter({ hasText: 'stop' }).click()
  await expect(page.getByText(say('orders', 'why.siblingFilled'))).toBeVisible()
})
