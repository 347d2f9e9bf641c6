import { orders } from '@rueda/contract/orders.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { expect, loseAnswers, test } from '../journey.ts'
import { ProfilePage } from '../pages/profile.ts'
import { TicketPage } from '../pages/ticket.ts'
import { TransferPage } from '../pages/transfer.ts'

/** Money goes where it is needed: from a wallet's own sheet, and from an order that lacks it. */

test('what an order lacks in pesos is exchanged for dollars, as much as it takes, and leads back to the order', async ({
  visit,
  page,
  say,
  customer,
}) => {
  const ticket = await new TicketPage(visit).openIn('AR', 'CMTN')
  await ticket.quantity.fill('10')
  const [before = '', after = ''] = say('orders', 'blocker.transferMissing').split('{{missing}}')
  await page.getByRole('link', { name: new RegExp(`^${before}.*${after}$`) }).click()
  const form = await new TransferPage(visit).isShown()
  await expect(form.amount).not.toHaveValue('')
  await form.review()
  await form.hold()
  await form.ends('pending')
  const [moved] = (await customer.call(transfers.list, {})).list
  expect(moved).toMatchObject({ fromWalletType: 'US_WALLET', toWalletType: 'AR', status: 1 })
  const { hold } = await customer.call(orders.preview, { stockCode: 'CMTN', market: 'AR', direction: 0, orderType: 0, quantity: '10' })
  expect(Number(moved?.toAmount)).toBeGreaterThanOrEqual(Number(hold))
  await form.done()
  await form.back()
  await expect(ticket.quantity).toHaveValue('10')
  // Nobody is asked to exchange a second time for what is on its way.
  const [, coming = ''] = say('common', 'short.coming').split('{{amount}}')
  await expect(page.getByRole('button', { name: new RegExp(coming.replace('{{time}}', '.*')) })).toBeVisible()
  await expect(page.getByRole('link', { name: new RegExp(`^${before}.*${after}$`) })).toHaveCount(0)
})

test('from a wallet to another one, told in both before and after', async ({ visit, page, say, customer }) => {
  const profile = await (await new ProfilePage(visit).open('pages/profile/index')).isShown()
  await profile.content.getByRole('button', { name: new RegExp(`^${say('common', 'wallet.US_WALLET')}`) }).click()
  await profile.sheet.getByRole('button', { name: say('wallets', 'transfer'), exact: true }).click()
  const form = await new TransferPage(visit).isShown()
  await form.content.getByRole('button', { name: new RegExp(`^${say('transfers', 'to')}`) }).click()
  await form.sheet.getByRole('radio', { name: new RegExp(say('common', 'wallet.FUTURE')) }).click()
  await form.amount.fill('400')
  await form.review()
  await expect(form.sheet.getByText('$49.600,00')).toBeVisible()
  await form.hold()
  await form.ends('done')
  await form.done()
  expect(await customer.call(wallets.one, { walletType: 'FUTURE' })).toMatchObject({ balance: '400.00' })
  await page.getByRole('tab', { name: say('transfers', 'tab.history') }).click()
  await expect(form.transfer(say('common', 'wallet.US_WALLET'), say('common', 'wallet.FUTURE'))).toHaveCount(1)
})

test('an answer that is lost is told as unknown, and the transfer is found in the list', async ({
  visit,
  page,
  say,
  customer,
  complaints,
}) => {
  await loseAnswers(page, transfers.create, complaints)
  const form = await new TransferPage(visit).open('pages/profile/transfer?from=US_WALLET&to=FOLLOW&amount=25')
  await form.review()
  await form.hold()
  await expect(form.sheet.getByRole('heading', { name: say('transfers', 'result.unknown') })).toBeVisible()
  await form.sheet.getByRole('button', { name: say('transfers', 'result.list') }).click()
  await expect(form.transfer(say('common', 'wallet.US_WALLET'), say('common', 'wallet.FOLLOW'))).toHaveCount(1)
  expect((await customer.call(transfers.list, {})).total).toBe(1)
})

test('more than may leave is said, and the most that may is a press away', async ({ visit, page, say }) => {
  const form = await new TransferPage(visit).open('pages/profile/transfer?from=STOCK&to=FUTURE')
  await form.amount.fill('999999')
  const most = say('transfers', 'canLeave', { amount: '$50.000,00' })
  await page.getByRole('button', { name: most }).click()
  await expect(form.amount).toHaveValue('50.000,00')
  await expect(form.way).toBeVisible()
})
