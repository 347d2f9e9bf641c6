import { orders } from '@rueda/contract/orders.ts'
import { expect, loseAnswers, test } from '../journey.ts'
import { TicketPage } from '../pages/ticket.ts'
import { TradePage } from '../pages/trade.ts'

/** One confirmation is one order, whatever the finger or the network does. */
const CREATE = `**/web${orders.create.path}`

test('holding again while it is being sent makes no second order', async ({ visit, page, say, customer }) => {
  const ticket = await new TicketPage(visit).openStock('ARDV')
  await ticket.quantity.fill('4')
  const sheet = await ticket.review()
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await page.route(CREATE, async (route) => {
    asked.resolve()
    await answered.promise
    await route.continue()
  })
  await sheet.hold('buy')
  await asked.promise
  const sending = sheet.sheet.getByRole('button', { name: say('ui', 'sending') })
  await sending.dispatchEvent('click', { detail: 0 })
  await sending.hover({ force: true })
  await page.mouse.down()
  answered.resolve()
  await sheet.ends('filled')
  await page.mouse.up()
  expect((await customer.call(orders.list, {})).total).toBe(1)
})

test('a request that the network sends twice is one order with one answer', async ({ visit, page, customer }) => {
  await page.route(CREATE, async (route) => {
    const [first, second] = await Promise.all([route.fetch(), route.fetch()])
    expect(await second.json()).toMatchObject({ data: ((await first.json()) as { data: object }).data })
    await route.fulfill({ response: first })
  })
  const ticket = await new TicketPage(visit).openStock('ARDV')
  await ticket.quantity.fill('4')
  const sheet = await ticket.review()
  await sheet.hold('buy')
  await sheet.ends('filled')
  expect((await customer.call(orders.list, {})).total).toBe(1)
})

/** What stays in reach has as much of its own ground above the button. */
const GROUND_ABOVE = 8

test('the last line of a review is not covered by its button', async ({ visit, say }) => {
  const ticket = await new TicketPage(visit).openStock('ARDV')
  await ticket.quantity.fill('3')
  const sheet = await ticket.review()
  const lastLine = sheet.sheet.getByText(say('orders', 'review.final'))
  const [text, button] = [await lastLine.boundingBox(), await sheet.holdButton('buy').boundingBox()]
  expect((text?.y ?? Infinity) + (text?.height ?? 0) + GROUND_ABOVE).toBeLessThanOrEqual(button?.y ?? 0)
})

test('an answer that is lost is told as unknown, and the order is found among the orders', async ({
  visit,
  page,
  say,
  customer,
  complaints,
}) => {
  await loseAnswers(page, orders.create, complaints)
  const ticket = await new TicketPage(visit).openStock('ARDV')
  await ticket.quantity.fill('4')
  const sheet = await ticket.review()
  await sheet.hold('buy')
  await expect(sheet.sheet.getByRole('heading', { name: say('orders', 'result.unknown') })).toBeVisible()
  await expect(sheet.sheet.getByRole('button', { name: say('orders', 'review.holdBuy') })).toHaveCount(0)
  await sheet.sheet.getByRole('button', { name: say('orders', 'result.orders') }).click()
  const trade = await new TradePage(visit).isShown()
  await trade.chooseEnded()
  await expect(trade.order('ARDV')).toHaveCount(1)
  expect((await customer.call(orders.list, {})).total).toBe(1)
})
