import { placings } from '@rueda/contract/placing.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { test as base, expect } from '../journey.ts'
import { PlacingPage } from '../pages/placing.ts'
import { ProfilePage } from '../pages/profile.ts'
import { SERVER_TIMEOUT_MS } from '../quick-reviews.ts'
import { type TestServer, startServer } from '../server.ts'

/** Within April's window. */
const WITHIN_A_WINDOW = 'scaled:1@2026-04-14T15:00:00Z'
/** A placing on a server whose windows can end at once: they take a week. */
const test = base.extend<object, { issueServer: TestServer }>({
  issueServer: [
    async ({ browserName: _ }, use) => {
      const server = await startServer({ SIM_CLOCK: WITHIN_A_WINDOW })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: SERVER_TIMEOUT_MS },
  ],
  baseURL: async ({ issueServer }, use) => use(issueServer.address),
})
const ALLOTTED_WITHIN_MS = 30_000

test('shares of a placing are applied for, allotted, and locked', async ({ visit, say, page, customer, issueServer }) => {
  await customer.call(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'SUBSCRIPTION', amount: '20000' })
  const profile = await (await new ProfilePage(visit).open('pages/profile/index')).isShown()
  await profile.content.getByRole('link', { name: say('titles', 'placings') }).click()
  const screen = await new PlacingPage(visit).isShown()
  await screen.apply()

  // What it costs and what cannot be done for a while stand before the button, which names what is missing.
  await expect(screen.sheet.getByText(say('placing', 'risk.lock', { num: '10' }))).toBeVisible()
  await screen.sheet.getByRole('button', { name: say('subscriptions', 'fault.missing') }).click()
  await expect(screen.quantity).toBeFocused()
  const [open] = (await customer.call(placings.saleList, { status: 1 })).list
  await screen.quantity.fill(open?.lotSize ?? '')
  await expect(screen.sheet.getByRole('button', { name: say('placing', 'fault.check') })).toBeVisible()
  await screen.sheet.getByRole('checkbox').check()
  await screen.hold()
  await expect(screen.sheet.getByRole('heading', { name: say('placing', 'done.title') })).toBeVisible()
  const cost = (Number(open?.lotSize) * Number(open?.price)).toFixed(2)
  expect(await customer.call(wallets.one, { walletType: 'SUBSCRIPTION' })).toMatchObject({ balance: '20000.00', usedBalance: cost })

  await screen.openMine()
  await issueServer.endWindows()
  await expect(screen.sheet.getByText(say('status', 'subscription.allotted'), { exact: true })).toBeVisible({ timeout: ALLOTTED_WITHIN_MS })
  expect((await customer.call(placings.list, {})).list).toMatchObject([
    { status: 1, paidAmount: cost, refundAmount: '0.00', lockedQuantity: open?.lotSize, availableQuantity: '0' },
  ])

  // They are the customer's, and stand where everything of a customer is.
  await page.goto('/#/pages/trade/index?tab=6')
  await expect(page.getByText(say('status', 'subscription.allotted'), { exact: true }).first()).toBeVisible()
})
