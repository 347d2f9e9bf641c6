import { funds } from '@rueda/contract/funds.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { expect, test } from '../journey.ts'
import { FundPage } from '../pages/fund.ts'
import { TransferPage } from '../pages/transfer.ts'

/** A product is paid with what other wallets have, in one confirmation; where a currency has too little, an exchange leads back to the form. */
test('a fund is paid from two wallets, which are named before the one confirmation', async ({ visit, say, customer }) => {
  const page = await (await new FundPage(visit).open('pages/yinmutual/index?type=regular')).isShown()
  await page.subscribeTo('us-index')
  await page.amount.fill('60000')
  const brought = say('common', 'bring.from').replace('{{wallet}}', say('common', 'wallet.STOCK'))
  await expect(page.fact(brought)).toContainText('10.000,00')
  await page.sheet.getByRole('button', { name: say('common', 'act.continue') }).click()
  await expect(page.fact(brought)).toContainText('10.000,00')
  await expect(page.sheet.getByText(say('orders', 'bring.note'))).toBeVisible()
  await page.hold('review.hold')
  await expect(page.sheet.getByRole('heading', { name: say('funds', 'result.title') })).toBeVisible()
  const { list } = await customer.call(transfers.list, {})
  expect(list).toMatchObject([{ fromWalletType: 'STOCK', toWalletType: 'US_WALLET', fromAmount: '10000.00', status: 2 }])
  expect((await customer.call(funds.list, {})).list).toMatchObject([{ productId: 'us-index', amount: '60000.00' }])
  expect(await customer.call(wallets.one, { walletType: 'US_WALLET' })).toMatchObject({ available: '0.00', usedBalance: '60000.00' })
})

test('a fund in pesos leads to the exchange that gives them, and finds its form again as it was', async ({
  visit,
  page,
  say,
  customer,
}) => {
  const fund = await (await new FundPage(visit).open('pages/yinmutual/index?type=current')).isShown()
  await fund.subscribeTo('cash-ars')
  await fund.amount.fill('500000')
  const [before = '', after = ''] = say('common', 'short.exchange').split('{{missing}}')
  await page.getByRole('link', { name: new RegExp(`^${before}.*${after}$`) }).click()
  const form = await new TransferPage(visit).isShown()
  await form.review()
  await form.hold()
  await form.ends('pending')
  await page.getByRole('button', { name: say('common', 'back.fund') }).click()
  await expect(fund.amount).toHaveValue('500.000')
  const [moved] = (await customer.call(transfers.list, {})).list
  expect(moved).toMatchObject({ fromWalletType: 'US_WALLET', toWalletType: 'BALANCE' })
  expect(Number(moved?.toAmount)).toBeGreaterThanOrEqual(500_000)
})
