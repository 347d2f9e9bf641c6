import { robots } from '@rueda/contract/robots.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { passSuitability } from '../customer.ts'
import { expect, test } from '../journey.ts'
import { ProfilePage } from '../pages/profile.ts'
import { RobotsPage } from '../pages/robots.ts'

test.use({ suitable: false })

/** A robot: its backtest worked out again, rented with cost and risk before the hold, and stopped with its money back. */
test('a robot is looked into, rented and stopped', async ({ visit, say, customer, page }) => {
  const profile = await (await new ProfilePage(visit).open('pages/profile/index')).isShown()
  await profile.content.getByRole('link', { name: say('titles', 'robots') }).click()
  const list = await new RobotsPage(visit).isShown()
  await list.see('grid')
  await list.content.getByRole('button', { name: say('robots', 'again') }).click()
  await expect(list.content.getByText(say('robots', 'again.same').split('{{num}}')[0] ?? '')).toBeVisible()
  await list.content.getByRole('button', { name: say('robots', 'rule.show') }).click()
  await expect(list.content.getByText('export function grid')).toBeVisible()

  await page.getByRole('button', { name: say('robots', 'rent'), exact: true }).click()
  // The questions come first, and the money has to be there.
  await expect(list.sheet.getByRole('link', { name: say('robots', 'questions') })).toBeVisible()
  await passSuitability(customer)
  await customer.call(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'FOLLOW', amount: '1000' })
  await page.reload()
  await list.shows(say('robots', 'name.grid'))
  await page.getByRole('button', { name: say('robots', 'rent'), exact: true }).click()
  await list.capital.fill('995')
  // What its wallet lacks comes from another one, and is named before the hold.
  await list.sheet.getByRole('button', { name: say('common', 'act.continue') }).click()
  await expect(list.sheet.getByText('$4,90')).toBeVisible()
  await list.sheet.getByRole('button', { name: say('ui', 'back') }).click()
  await list.capital.fill('500')
  await list.sheet.getByRole('button', { name: say('common', 'act.continue') }).click()
  await expect(list.sheet.getByText('$509,90')).toBeVisible()
  await expect(list.sheet.getByText(say('robots', 'risk'))).toBeVisible()
  await list.hold()
  await expect(list.sheet.getByRole('status')).toBeVisible()
  expect(await customer.call(wallets.one, { walletType: 'FOLLOW' })).toMatchObject({ balance: '490.10' })

  await list.sheet.getByRole('button', { name: say('robots', 'mine.open') }).click()
  await list.shows(say('titles', 'myRobots'))
  await expect(list.sheet.getByText(say('robots', 'state.running'))).toBeVisible()
  await list.sheet.getByRole('button', { name: say('robots', 'stop'), exact: true }).click()
  await list.sheet.getByRole('button', { name: say('robots', 'stop'), exact: true }).click()
  await expect(page.getByText(say('robots', 'empty.open'))).toBeVisible()
  const [rental] = (await customer.call(robots.orders, {})).list
  expect(rental).toMatchObject({ robotId: 'grid', status: 3, value: '500.00' })
  expect(await customer.call(wallets.one, { walletType: 'FOLLOW' })).toMatchObject({ balance: '990.10' })
})
