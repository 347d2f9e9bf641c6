import { funds } from '@rueda/contract/funds.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { expect, test } from '../journey.ts'
import { FundPage } from '../pages/fund.ts'
import { ProfilePage } from '../pages/profile.ts'

/** Units of a fund: found from the profile, asked for with what they cost and when they are dealt, and taken back before the cut-off. */
test('a fund is asked for, and taken back while its value is unknown', async ({ visit, say, customer }) => {
  const profile = await (await new ProfilePage(visit).open('pages/profile/index')).isShown()
  await profile.content.getByRole('link', { name: say('titles', 'funds') }).click()
  const page = await new FundPage(visit).isShown()
  await page.content.getByRole('tab', { name: say('funds', 'tab.regular') }).click()
  await page.subscribeTo('us-index')

  // The button leads to the amount while there is none, and says what is too little.
  await page.sheet.getByRole('button', { name: say('common', 'f.amount.missing') }).click()
  await expect(page.amount).toBeFocused()
  await page.amount.fill('5')
  await expect(page.sheet.getByRole('button', { name: say('funds', 'amount.tooLittle').replace('{{num}}', '$10,00') })).toBeVisible()
  await page.amount.fill('1500')
  await page.sheet.getByRole('button', { name: say('common', 'act.continue') }).click()
  await expect(page.sheet.getByText('$7,50')).toBeVisible()
  await expect(page.sheet.getByText('$48.500,00')).toBeVisible()
  await page.hold('review.hold')
  await expect(page.sheet.getByRole('heading', { name: say('funds', 'result.title') })).toBeVisible()
  expect(await customer.call(wallets.one, { walletType: 'US_WALLET' })).toMatchObject({ balance: '50000.00', usedBalance: '1500.00' })

  await page.follow('us-index')
  await page.takeBack()
  await page.says(say('funds', 'back.done'))
  await page.says(say('funds', 'empty.open'))
  const [order] = (await customer.call(funds.list, {})).list
  expect(order).toMatchObject({ status: 4, cancelled: 1, amount: '1500.00' })
  expect(await customer.call(wallets.one, { walletType: 'US_WALLET' })).toMatchObject({ usedBalance: '0.00' })
})
