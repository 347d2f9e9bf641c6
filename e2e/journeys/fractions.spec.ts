import { positions } from '@rueda/contract/positions.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { expect, test } from '../journey.ts'
import { TicketPage } from '../pages/ticket.ts'
import { TradePage } from '../pages/trade.ts'

/** A hundred dollars of a share: what it buys and costs at most, held as a part of a share, and sold whole. */
const STOCK = { code: 'ARDV', name: 'Aurora Devices' }

test('a hundred dollars buy a part of a share, and everything is sold with it', async ({ visit, say, customer }) => {
  const ticket = await new TicketPage(visit).openStock(STOCK.code)
  await ticket.byAmount('100')
  await expect(
    ticket.content.getByText(say('orders', 'fraction.amount', { amount: '$100,00', wallet: say('common', 'wallet.STOCK') })),
  ).toBeVisible()
  const buying = await ticket.review()
  await expect(ticket.sheet.getByText(say('orders', 'fraction.worst').split('{{')[0] ?? '')).toBeVisible()
  await buying.hold('buy')
  await buying.ends('filled')
  const bought = (await customer.call(positions.holding, {})).list[0]
  expect(bought?.quantity).toMatch(/^\d+\.\d{1,6}$/u)
  expect(Number(bought?.costAmount)).toBeLessThanOrEqual(100)
  expect(await customer.call(wallets.one, { walletType: 'STOCK' })).toMatchObject({ usedBalance: '0.00' })

  const trade = await buying.inTrade(TradePage)
  await trade.choose('holdings')
  await expect(trade.holding(STOCK.name)).toContainText(`${bought?.quantity.replace('.', ',')} ·`)
  const close = await trade.close(STOCK.name)
  await expect(close.quantity).toHaveValue((bought?.quantity ?? '').replace('.', ','))
  const selling = await close.review((bought?.quantity ?? '').replace('.', ','))
  await selling.hold('sell')
  await selling.ends('filled')
  expect((await customer.call(positions.holding, {})).total).toBe(0)
})
