import { accounts } from '@rueda/contract/accounts.ts'
import { follow } from '@rueda/contract/follow.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { passSuitability } from '../customer.ts'
import { expect } from '@playwright/test'
import { test } from '../staff.ts'
import { FollowPage } from '../pages/follow.ts'
import { ProfilePage } from '../pages/profile.ts'
import { PAY_PASSWORD, identify } from '../withdrawer.ts'

test.use({ registered: true, suitable: false })

/** An agency: looked at with its record and its backtest, followed with a loss in view, and cancelled before its value is known. */
test('an agency is followed, and the order cancelled while its value is unknown', async ({ page, visit, say, customer, quickServer }) => {
  await identify(page, quickServer.address, customer)
  await customer.call(accounts.createPayPassword, { payPassword: PAY_PASSWORD })
  await customer.call(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'FOLLOW', amount: '2000' })

  const profile = await (await new ProfilePage(visit).open('pages/profile/index')).isShown()
  await profile.content.getByRole('link', { name: say('titles', 'follow'), exact: true }).click()
  const screen = await new FollowPage(visit).isShown()
  await screen.orderOf('index-core')

  // The questions come first; then the button leads to the amount, names the range, and asks for the word that the risk is known.
  await expect(screen.content.getByRole('link', { name: say('follow', 'questions') })).toBeVisible()
  await passSuitability(customer)
  await page.reload()
  await screen.button(say('common', 'f.amount.missing')).click()
  await expect(screen.amount).toBeFocused()
  await screen.amount.fill('99')
  await expect(screen.content.getByRole('button', { name: '$1.000.000,00' })).toBeVisible()
  await screen.amount.fill('1000')
  await expect(screen.content.getByText('$1.090,00')).toBeVisible()
  await expect(screen.content.getByText('$700,00').first()).toBeVisible()
  await screen.content.getByRole('checkbox').check()
  await screen.confirm()
  expect(await customer.call(wallets.one, { walletType: 'FOLLOW' })).toMatchObject({ balance: '2000.00', usedBalance: '1000.00' })

  await screen.openMine('index-core')
  await screen.cancel()
  await screen.says(say('follow', 'empty.mine'))
  const [order] = (await customer.call(follow.orders, {})).list
  expect(order).toMatchObject({ status: 3, cancelled: 1, amount: '1000.00' })
  expect(await customer.call(wallets.one, { walletType: 'FOLLOW' })).toMatchObject({ usedBalance: '0.00' })
})
