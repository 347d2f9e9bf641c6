import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { hold } from '../customer.ts'
import { expect, test } from '../journey.ts'
import { TradePage } from '../pages/trade.ts'

/** A purchase in two goes, sold in part: first in, first out, on the sheet and in the file for a tax return. */
const STOCK = { stockCode: 'ARDV', name: 'Aurora Devices' }

test('a holding shows its lots, what was sold out of them, and saves both', async ({ visit, say, customer }) => {
  const trade = (direction: 0 | 1, quantity: string) => customer.call(orders.create, { ...STOCK, direction, orderType: 0, quantity })
  const held = async () => (await customer.call(positions.holding, {})).list[0]
  await trade(0, '30')
  await expect.poll(async () => (await held())?.quantity).toBe('30')
  await trade(0, '20')
  await expect.poll(async () => (await held())?.quantity).toBe('50')
  await trade(1, '35')
  await expect.poll(async () => (await held())?.quantity).toBe('15')

  const page = await new TradePage(visit).openTrade()
  await page.inFull(STOCK.name)
  await expect(page.sheet.getByRole('heading', { name: say('positions', 'lots.sold') })).toBeVisible()
  await expect(page.sheet.getByText('15 ×')).toBeVisible()

  const { lots, disposals } = await customer.call(positions.lots, { id: (await held())?.id ?? '' })
  expect(lots.map(({ quantity }) => quantity)).toEqual(['15'])
  const sold = disposals.map(({ quantity }) => Number(quantity))
  expect(sold.reduce((sum, quantity) => sum + quantity, 0)).toBe(35)

  const rows = (await page.saved('csv')).trim().split(/\r?\n/u)
  // The mark that the money is simulated, the names of the columns, and a line for every lot and every sale.
  expect(rows).toHaveLength(2 + lots.length + disposals.length)
  expect(rows[0]).toContain(say('positions', 'export.mark'))
  expect(rows[2]).toContain(lots[0]?.costAmount ?? 'no lot')
  const file = JSON.parse(await page.saved('json')) as { venue: string; stockCode: string; disposals: unknown }
  expect(file).toMatchObject({ venue: 'SIM', stockCode: STOCK.stockCode, disposals })
})

test('a position that has ended still tells which purchases its sales used up, and saves it', async ({ visit, customer }) => {
  const trade = (direction: 0 | 1, quantity: string) => customer.call(orders.create, { ...STOCK, direction, orderType: 0, quantity })
  const held = async () => (await customer.call(positions.holding, {})).list[0]?.quantity ?? '0'
  await trade(0, '12')
  await expect.poll(held).toBe('12')
  await trade(1, '12')
  await expect.poll(held).toBe('0')

  const page = await new TradePage(visit).openTrade('1')
  await page.closedInFull(STOCK.name)
  const rows = (await page.saved('csv')).trim().split(/\r?\n/u)
  const { list } = await customer.call(positions.closed, {})
  const { lots, disposals } = await customer.call(positions.lots, { id: list[0]?.id ?? '' })
  expect(lots).toEqual([])
  expect(rows).toHaveLength(2 + disposals.length)
})

test('after a part is sold the rest is not proposed for sale', async ({ visit, say, customer }) => {
  await hold(customer, STOCK.stockCode, '10')
  const trade = await new TradePage(visit).openTrade()
  const close = await trade.close(STOCK.name)
  const sheet = await close.review('5')
  await sheet.hold('sell')
  await sheet.ends('filled')
  await sheet.done()
  await close.isShown()
  await expect(close.quantity).toHaveValue('')
  await expect(visit.page.getByRole('button', { name: say('orders', 'blocker.reviewSell') })).toBeHidden()
})
