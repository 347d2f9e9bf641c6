import { orders } from '@rueda/contract/orders.ts'
import { expect, test } from '../journey.ts'
import type { OrderSheet } from '../pages/order-sheet.ts'
import { TicketPage } from '../pages/ticket.ts'
import type { Visit } from '../pages/screen.ts'

/** The hold that confirms an order: 350 ms by pointer or key, one tap for those who chose it, and never by accident. */
const HOLD_MS = 350

async function reviewed(visit: Visit): Promise<OrderSheet> {
  const ticket = await new TicketPage(visit).openStock('ARDV')
  await ticket.quantity.fill('3')
  return ticket.review()
}

test('fires at 350 milliseconds and not before', async ({ visit, page, say }) => {
  await page.clock.install()
  const sheet = await reviewed(visit)
  const sent: string[] = []
  page.on('request', (request) => (request.url().endsWith(orders.create.path) ? sent.push(request.url()) : 0))
  await expect(sheet.holdButton('buy')).toBeEnabled()
  await page.clock.pauseAt(Date.now() + HOLD_MS)
  await sheet.press('buy')
  await page.clock.runFor(HOLD_MS - 1)
  expect(sent).toHaveLength(0)
  await page.clock.runFor(1)
  await expect(sheet.sheet.getByRole('button', { name: say('ui', 'sending') }).or(sheet.sheet.getByRole('status'))).toBeVisible()
  expect(sent).toHaveLength(1)
  await page.mouse.up()
  await page.clock.resume()
  await sheet.ends('filled')
})

test('letting go early cancels and says so; the order can still be held', async ({ visit, page, say }) => {
  const sheet = await reviewed(visit)
  await sheet.press('buy')
  await page.mouse.up()
  await sheet.says(say('ui', 'holdOn'))
  await expect(sheet.holdButton('buy')).toBeVisible()
  await sheet.hold('buy')
  await sheet.ends('filled')
})

test('slipping off the finger cancels', async ({ visit, page, say }) => {
  const sheet = await reviewed(visit)
  const box = await sheet.holdButton('buy').boundingBox()
  await sheet.press('buy')
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2 + 11, (box?.y ?? 0) + (box?.height ?? 0) / 2)
  await sheet.says(say('ui', 'holdOn'))
  await page.mouse.up()
})

test('the keyboard holds Enter', async ({ visit, page }) => {
  const sheet = await reviewed(visit)
  await sheet.holdButton('buy').focus()
  await page.keyboard.down('Enter')
  await sheet.ends('filled')
  await page.keyboard.up('Enter')
})

test('assistive technology activates at once', async ({ visit }) => {
  const sheet = await reviewed(visit)
  await sheet.holdButton('buy').dispatchEvent('click', { detail: 0 })
  await sheet.ends('filled')
})

test('one tap is enough for whoever chose it, and the choice is kept', async ({ visit, say, page }) => {
  const sheet = await reviewed(visit)
  await sheet.sheet.getByRole('button', { name: say('ui', 'oneTap') }).click()
  await page.reload()
  const again = await reviewed(visit)
  await again.sheet.getByRole('button', { name: say('orders', 'side.buy'), exact: true }).click()
  await again.ends('filled')
})
