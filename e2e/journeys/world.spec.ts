import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import type { Customer } from '../customer.ts'
import { expect, test } from '../journey.ts'
import { TicketPage } from '../pages/ticket.ts'
import { TradePage } from '../pages/trade.ts'
import { TransferPage } from '../pages/transfer.ts'
import { nameIn } from '../words.ts'

/** One order in every market beside the United States', and the money that pays for it. */
const FUTURE = { market: 'FUT', code: 'SMES-2026H' } as const
const PAIR = { market: 'FX', code: 'USDJPY' } as const
const SHARES = [
  { market: 'AR', code: 'CMTN', quantity: '10', currency: 'ARS' },
  { market: 'TW', code: '7239', quantity: '30', currency: 'TWD' },
] as const
const EXCHANGE_MS = 60_000

const fund = (customer: Customer, toWalletType: 'FUTURE' | 'FOREX') =>
  customer.call(transfers.create, { fromWalletType: 'STOCK', toWalletType, amount: '5000' })

async function exchangeForTaiwan(customer: Customer): Promise<void> {
  const { quoteId } = await customer.call(transfers.quote, { from: 'US_WALLET', to: 'TW', amount: '2000' })
  await customer.call(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'TW', amount: '2000', quoteId })
}

test('a future is bought, given more margin and closed', async ({ visit, customer, say }) => {
  await fund(customer, 'FUTURE')
  const ticket = await new TicketPage(visit).openIn(FUTURE.market, FUTURE.code)
  await ticket.quantity.fill('1')
  const buying = await ticket.review()
  await expect(buying.sheet.getByText(say('common', 'wallet.FUTURE'), { exact: true })).toBeVisible()
  await buying.hold('buy')
  await buying.ends('filled')
  const trade = await buying.inTrade(TradePage)
  await trade.choose('holdings')
  const margin = await trade.addMargin(nameIn(say, FUTURE))
  const [before] = (await customer.call(positions.holding, {})).list
  await margin.add('200')
  const [after] = (await customer.call(positions.holding, {})).list
  expect(Number(after?.margin)).toBe(Number(before?.margin) + 200)
  const selling = await (await trade.close(nameIn(say, FUTURE))).reviewAll()
  await selling.hold('sell')
  await selling.ends('filled')
  expect(await customer.call(wallets.one, { walletType: 'FUTURE' })).toMatchObject({ usedBalance: '0.00' })
})

test('a pair in yen is bought and closed, and everything about it is in dollars', async ({ visit, customer, say }) => {
  await fund(customer, 'FOREX')
  const ticket = await new TicketPage(visit).openIn('FX', PAIR.code)
  await ticket.quantity.fill('0,1')
  const buying = await ticket.review()
  await expect(buying.sheet).not.toContainText('¥')
  await buying.hold('buy')
  await buying.ends('filled')
  const trade = await buying.inTrade(TradePage)
  await trade.choose('holdings')
  const selling = await (await trade.close(nameIn(say, PAIR))).reviewAll()
  await expect(selling.sheet).not.toContainText('¥')
  await selling.hold('sell')
  await selling.ends('filled')
  await selling.done()
  await selling.says(say('orders', 'close.gone'))
  expect(await customer.call(wallets.one, { walletType: 'FOREX' })).toMatchObject({ usedBalance: '0.00' })
})

test('dollars become pesos and Taiwan dollars in a minute, and buy shares in Buenos Aires and an odd lot in Taipei', async ({
  visit,
  customer,
  say,
}) => {
  test.setTimeout(EXCHANGE_MS * 2)
  await exchangeForTaiwan(customer)
  const form = await new TransferPage(visit).open('pages/profile/transfer?from=US_WALLET&to=AR&amount=2000')
  await form.review()
  await form.hold()
  await form.ends('pending')
  const done = form.sheet.getByRole('status').filter({ hasText: say('transfers', 'result.done') })
  await expect(done).toBeVisible({ timeout: EXCHANGE_MS * 1.2 })
  await form.done()

  for (const { market, code, quantity, currency } of SHARES) {
    const { ask } = await customer.call(quotes.detail, { stockCode: code, market })
    const ticket = await new TicketPage(visit).openIn(market, code)
    await ticket.atLimit((ask ?? '').replace('.', ','))
    await ticket.quantity.fill(quantity)
    const buying = await ticket.review()
    await expect(buying.sheet.getByText(say('common', `wallet.${market}`), { exact: true })).toBeVisible()
    await buying.hold('buy')
    await expect(buying.sheet.getByRole('status')).toBeVisible()
    const [order] = (await customer.call(orders.list, {})).list
    expect(order).toMatchObject({ stockCode: code, market, quantity, currency })
  }
})
