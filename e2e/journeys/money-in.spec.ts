import { deposits } from '@rueda/contract/deposits.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { expect, test as base } from '../journey.ts'
import { DepositPage } from '../pages/deposit.ts'
import { drawPaper } from '../pictures.ts'
import { SERVER_TIMEOUT_MS } from '../quick-reviews.ts'
import { type TestServer, startServer } from '../server.ts'

/** Money comes in. The chain's blocks follow the market's clock, so this server's runs faster: three blocks in ten seconds. */
const test = base.extend<object, { fastServer: TestServer }>({
  fastServer: [
    async ({ browserName: _ }, use) => {
      const server = await startServer({ REVIEW_SECONDS: '0', SIM_CLOCK: 'scaled:6@2026-03-11T15:00:00Z' })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: SERVER_TIMEOUT_MS },
  ],
  baseURL: async ({ fastServer }, use) => use(fastServer.address),
})

// One after the other, with one server between them.
test.describe.configure({ mode: 'default' })

test('a coin goes to the own address, is confirmed block by block, and is in the balance', async ({ visit, say, customer }) => {
  const deposit = await new DepositPage(visit).open('pages/deposit/index')
  await deposit.toCoin('USDT', 'TRC20')
  await expect(deposit.content.getByText(/^T[1-9A-HJ-NP-Za-km-z]{33}$/)).toBeVisible()
  await deposit.pay('25')
  await deposit.isCredited()
  for (const step of ['step.seen', 'step.credited'] as const)
    await expect(deposit.sheet.getByRole('listitem').filter({ hasText: say('deposits', step) })).toBeVisible()
  await expect(
    deposit.sheet.getByRole('listitem').filter({ hasText: say('deposits', 'step.confirming', { num: '3', of: '3' }) }),
  ).toBeVisible()
  expect(await customer.call(wallets.one, { walletType: 'US_WALLET' })).toMatchObject({ balance: '50025.00' })
})

test.describe('whoever has an account of their own hands in pictures', () => {
  test.use({ registered: true })

  test('a coin on its way is shown by a screenshot, which stays with the deposit', async ({ page, visit, customer }) => {
    const deposit = await new DepositPage(visit).open('pages/deposit/index')
    await deposit.toCoin('USDT', 'TRC20')
    await deposit.showSent('25', await drawPaper(page))
    await expect(deposit.sheet.getByRole('status')).toBeVisible()
    const { list } = await customer.call(deposits.list, {})
    expect(list).toMatchObject([{ channelId: 'USDT-TRC20', txHash: null, proofImg: expect.stringMatching(/^\/web\/file\//) }])
  })

  test('a transfer with the own reference and its receipt is matched and credited', async ({ page, visit, say, customer }) => {
    const deposit = await new DepositPage(visit).open('pages/deposit/index')
    await deposit.toBank()
    await expect(deposit.content.getByText(new RegExp(`^RD${customer.user.id}\\d\\d$`))).toBeVisible()
    await deposit.prove('50000', await drawPaper(page))
    await deposit.isCredited()
    // The picture that was sent as proof can be looked at again.
    await expect(deposit.sheet.getByRole('img', { name: say('deposits', 'proof') })).toBeVisible()
    expect(await customer.call(wallets.one, { walletType: 'BALANCE' })).toMatchObject({ balance: '50000.00' })
  })
})
