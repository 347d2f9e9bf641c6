import { subscriptions } from '@rueda/contract/subscriptions.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { ProfilePage } from '../pages/profile.ts'
import { SubscriptionPage } from '../pages/subscriptions.ts'
import { expect, test } from '../staff.ts'

/** New shares on a server whose windows this journey ends: they take two weeks. */
const DRAWN_WITHIN_MS = 30_000

test('new shares are applied for, drawn, and drawn again by the browser', async ({ visit, say, page, customer, quickServer }) => {
  await customer.call(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'SUBSCRIPTION', amount: '20000' })
  const profile = await (await new ProfilePage(visit).open('pages/profile/index')).isShown()
  await profile.content.getByRole('link', { name: say('titles', 'newStocks') }).click()
  const issues = await new SubscriptionPage(visit).isShown()
  await issues.subscribe()

  // The button leads to what is missing, and the hold comes last.
  await issues.content.getByRole('button', { name: say('subscriptions', 'fault.missing') }).click()
  await expect(issues.quantity).toBeFocused()
  await issues.quantity.fill('7')
  await expect(issues.content.getByRole('button', { name: /acciones|múltiplos/u })).toBeVisible()
  const [open] = (await customer.call(subscriptions.newStock, {})).filter(({ status }) => status === 1)
  await issues.quantity.fill(open?.lotSize ?? '')
  await expect(issues.content.getByRole('button', { name: say('subscriptions', 'fault.checks') })).toBeVisible()
  await issues.agree()
  await issues.hold()
  await expect(issues.content.getByRole('heading', { name: say('subscriptions', 'done.title') })).toBeVisible()
  const cost = (Number(open?.lotSize) * Number(open?.price)).toFixed(2)
  expect(await customer.call(wallets.one, { walletType: 'SUBSCRIPTION' })).toMatchObject({ balance: '20000.00', usedBalance: cost })

  await issues.openMine()
  await issues.openProof()
  await expect(issues.content.getByText(say('subscriptions', 'proof.notYet'))).toBeVisible()
  await quickServer.endWindows()
  await expect(issues.content.getByRole('button', { name: say('subscriptions', 'again.run') })).toBeVisible({ timeout: DRAWN_WITHIN_MS })
  await issues.content.getByRole('button', { name: say('subscriptions', 'again.run') }).click()
  await expect(issues.content.getByText(say('subscriptions', 'again.equal')).first()).toBeVisible()
  await expect(issues.content.getByText(say('subscriptions', 'again.different'))).toHaveCount(0)
  expect((await customer.call(subscriptions.list, {})).list).toMatchObject([{ status: 1, paidAmount: cost, refundAmount: '0.00' }])

  // The way of an application ends where everything of a customer is.
  await page.goto('/#/pages/trade/index?tab=4')
  await expect(page.getByText(say('status', 'subscription.allotted')).first()).toBeVisible()
})
