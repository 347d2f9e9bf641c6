import { blocks } from '@rueda/contract/blocks.ts'
import { positions } from '@rueda/contract/positions.ts'
import { test as base, expect } from '../journey.ts'
import { BlocksPage } from '../pages/blocks.ts'
import { ProfilePage } from '../pages/profile.ts'
import { SERVER_TIMEOUT_MS } from '../quick-reviews.ts'
import { type TestServer, startServer } from '../server.ts'

/** Blocks on a server that can give the permission at once: it takes an account of a week. */
const test = base.extend<object, { blockServer: TestServer }>({
  blockServer: [
    async ({ browserName: _ }, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: SERVER_TIMEOUT_MS },
  ],
  baseURL: async ({ blockServer }, use) => use(blockServer.address),
})
/** A share of a few dollars, of which a customer's practice money buys ten thousand. */
const SHARE = 'Birchwater Stores'

test('a block is bought at a firm price once it is allowed, and stays locked', async ({ visit, say, page, customer, blockServer }) => {
  const profile = await (await new ProfilePage(visit).open('pages/profile/index')).isShown()
  await profile.content.getByRole('link', { name: say('titles', 'blocks') }).click()
  const desk = await new BlocksPage(visit).isShown()
  await desk.stock(SHARE).click()
  await expect(desk.sheet.getByRole('link', { name: say('blocks', 'permission.apply') })).toBeVisible()

  await blockServer.permitBlocks(customer.user.id)
  await page.reload()
  await desk.isShown()
  await desk.stock(SHARE).click()
  await desk.sheet.getByRole('button', { name: say('blocks', 'ask') }).click()
  await expect(desk.sheet.getByRole('timer')).toBeVisible()
  await expect(desk.sheet.getByText(say('blocks', 'r.unlock'))).toBeVisible()
  await desk.hold('buy')
  await expect(desk.sheet.getByRole('status')).toHaveText(say('blocks', 'result.filled'))
  expect((await customer.call(positions.holding, { type: 5 })).list).toMatchObject([{ lockedQuantity: '10000', availableQuantity: '0' }])
  expect(await customer.call(blocks.locks, {})).toMatchObject([{ stockCode: 'BRST', quantity: '10000' }])

  await desk.sheet.getByRole('button', { name: say('blocks', 'result.mine') }).click()
  await expect(page.getByText(say('blocks', 'mine.locks'))).toBeVisible()
  await expect(page.getByText(say('blocks', 'mine.orders'))).toBeVisible()
})
