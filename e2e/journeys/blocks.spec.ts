import { blocks } from '@rueda/contract/blocks.ts'
import { positions } from '@rueda/contract/positions.ts'
import { BlocksPage } from '../pages/blocks.ts'
import { ProfilePage } from '../pages/profile.ts'
import { expect, test } from '../staff.ts'

/** Blocks on a server whose permission this journey gives: it takes an account of a week. */
/** A share of a few dollars, of which a customer's practice money buys ten thousand. */
const SHARE = 'Birchwater Stores'

test('a block is bought at a firm price once it is allowed, and stays locked', async ({ visit, say, page, customer, quickServer }) => {
  const profile = await (await new ProfilePage(visit).open('pages/profile/index')).isShown()
  await profile.content.getByRole('link', { name: say('titles', 'blocks') }).click()
  const desk = await new BlocksPage(visit).isShown()
  await desk.stock(SHARE).click()
  await expect(desk.sheet.getByRole('link', { name: say('blocks', 'permission.apply') })).toBeVisible()

  await quickServer.permitBlocks(customer.user.id)
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
