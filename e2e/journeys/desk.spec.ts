import type { Locator } from '@playwright/test'
import { orders } from '@rueda/contract/orders.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { watchlist } from '@rueda/contract/watchlist.ts'
import { violationsInBothThemes } from '../axe.ts'
import { hold, rest } from '../customer.ts'
import { expect, loseAnswers, test } from '../journey.ts'
import { DeskPage } from '../pages/desk.ts'
import { settled } from '../screens.ts'

/** The workspace on a wide screen: everything of trading beside each other, by mouse and by keyboard. */
const DESK = { width: 1440, height: 900 }
const STOCK = { code: 'ARDV', name: 'Aurora Devices' }
const OTHER = { code: 'CBHB', name: 'Cobalt Harbor' }
/** Longer than a button is held to confirm. */
const PAST_A_HOLD_MS = 600

test.use({ viewport: DESK })

/** True if all of it can be seen without scrolling. */
async function isInView(part: Locator): Promise<boolean> {
  const box = await part.boundingBox()
  return box !== null && box.y >= 0 && box.y + box.height <= DESK.height && box.x >= 0 && box.x + box.width <= DESK.width
}

/** How far the last figures of a table's rows reach under what stays at their end while it scrolls. */
const coveredIn = (table: Locator): Promise<number> =>
  table.evaluate((shown) =>
    Math.max(
      ...[...shown.querySelectorAll('tr')].map((row) => {
        const [last, end] = [...row.children].slice(-2).map((cell) => cell.getBoundingClientRect())
        return Math.max(0, Math.floor((last?.right ?? 0) - (end?.left ?? 0)))
      }),
    ),
  )

test('an order by keyboard alone: digits begin the quantity, Enter reviews, Ctrl+Enter confirms', async ({ page, visit, say }) => {
  const desk = await new DeskPage(visit).openStock(STOCK.code, STOCK.name)
  await expect(desk.quantity).toBeVisible()
  await settled(page)
  await page.keyboard.press('s')
  await expect(desk.side('sell')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('b')
  await expect(desk.side('buy')).toHaveAttribute('aria-selected', 'true')
  await expect(desk.quantity).toBeVisible()
  await page.keyboard.type('20')
  await expect(desk.quantity).toHaveValue('20')
  await expect(desk.reviewButton).toBeEnabled()
  await page.keyboard.press('Enter')
  await desk.orderSheet.isShown()
  await expect(desk.orderSheet.holdButton('buy')).toBeEnabled()
  // It confirms once it has been on screen for as long as a hold takes.
  await page.waitForTimeout(500)
  await page.keyboard.press('Control+Enter')
  await desk.orderSheet.ends('filled')
  await page.keyboard.press('Escape')
  await expect(desk.sheet).toBeHidden()
  await expect(desk.row('positions', STOCK.code)).toContainText('20')
  await desk.chooseTable('executions')
  await expect(desk.row('executions', say('orders', 'tag.buy'))).toContainText('20')
})

test('an answer that is lost leads to a list with the order that was filled, and the sheet is gone', async ({
  page,
  visit,
  say,
  complaints,
}) => {
  await loseAnswers(page, orders.create, complaints)
  const desk = await new DeskPage(visit).openStock(STOCK.code, STOCK.name)
  await desk.quantity.fill('4')
  await desk.reviewButton.click()
  await desk.orderSheet.isShown()
  await desk.orderSheet.hold('buy')
  await desk.orderSheet.sheet.getByRole('button', { name: say('orders', 'result.orders') }).click()
  await expect(desk.sheet).toBeHidden()
  await expect(desk.row('orders', STOCK.code)).toContainText('4')
})

test('no figure of the positions lies under the buttons at the end of its row, with large amounts either', async ({
  page,
  visit,
  customer,
}) => {
  await hold(customer, STOCK.code, '100')
  // What a large holding would say; only the answer is of this size, because no practice account buys as much.
  await page.route('**/position/me', async (route) => {
    const answered = (await (await route.fetch()).json()) as { data: { list: object[] } }
    const large = { quantity: '98765', avgPrice: '1234.56', costAmount: '3529000.00', marketValue: '3405417.20', todayProfit: '-65432.10' }
    await route.fulfill({
      json: { ...answered, data: { ...answered.data, list: answered.data.list.map((row) => ({ ...row, ...large })) } },
    })
  })
  const desk = await new DeskPage(visit).openStock(STOCK.code, STOCK.name)
  const row = desk.row('positions', STOCK.code)
  await expect(row).toContainText('98.765')
  const edges = await row.evaluate((line) => [...line.querySelectorAll('td')].slice(-2).map((cell) => cell.getBoundingClientRect()))
  expect(edges[0]?.right).toBeLessThanOrEqual((edges[1]?.left ?? 0) + 1)
})

test('no time of an order and no reference of a movement lies under what stands at the end of its row', async ({
  page,
  visit,
  customer,
  say,
}) => {
  await hold(customer, STOCK.code, '100')
  await rest(customer, STOCK.code, '30', '10')
  await customer.call(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'STOCK', amount: '250' })
  const desk = await new DeskPage(visit).openStock(STOCK.code, STOCK.name)
  await desk.chooseTable('orders')
  await expect(desk.row('orders', STOCK.code)).toContainText('30,00')
  expect(await coveredIn(desk.table('orders'))).toBe(0)
  await page.goto('/#/pages/profile/transaction')
  const movements = page.getByRole('table')
  await expect(movements.getByRole('row', { name: say('common', 'wallet.STOCK') }).first()).toBeVisible()
  expect(await coveredIn(movements)).toBe(0)
})

test('a level of the book sets the limit, the line of the order is dragged, and the order taken back from its table', async ({
  page,
  visit,
  customer,
  say,
}) => {
  const desk = await new DeskPage(visit).openStock(STOCK.code, STOCK.name)
  const level = await desk.asks.first().getAttribute('href')
  const asked = new URLSearchParams(level?.split('?')[1]).get('price') ?? ''
  await desk.asks.first().click()
  await expect.poll(async () => Number((await desk.limit.inputValue()).replace(',', '.'))).toBe(Number(asked))

  await rest(customer, STOCK.code, '30', '10')
  await desk.chooseTable('orders')
  await expect(desk.row('orders', STOCK.code)).toContainText('30,00')
  // A year has prices this far from today's.
  await desk
    .pane('chart')
    .getByRole('tab', { name: say('quotes', 'range.1Y') })
    .click()
  await desk.dragLineUp(40)
  await expect(desk.sheet.getByRole('heading', { name: say('orders', 'amend.title') }).first()).toBeVisible()
  const limit = desk.sheet.getByRole('textbox', { name: say('orders', 'price.limit') })
  const dragged = await limit.inputValue()
  expect(Number(dragged.replace(',', '.'))).toBeGreaterThan(30)
  // Letting the line go has changed nothing yet.
  expect((await customer.call(orders.list, { working: 1 })).list.map(({ price }) => Number(price))).toEqual([30])
  await limit.fill('30,50')
  await desk.sheet.getByRole('button', { name: say('orders', 'amend.review') }).click()
  await desk.sheet.getByRole('button', { name: say('orders', 'amend.hold') }).hover()
  await page.waitForTimeout(500)
  await page.keyboard.press('Control+Enter')
  await expect(desk.sheet).toBeHidden()
  await expect(desk.row('orders', STOCK.code)).toContainText('30,50')
  await desk
    .row('orders', STOCK.code)
    .getByRole('button', { name: say('desk', 'cancel') })
    .click()
  await desk.sheet.getByRole('button', { name: say('orders', 'detail.cancel'), exact: true }).click()
  await expect(desk.sheet).toBeHidden()
  await expect(desk.pane('tables').getByText(say('desk', 'orders.none'))).toBeVisible()
})

test('a position is closed beside its chart, and letters are keys even where a figure is typed', async ({ page, visit, customer, say }) => {
  await hold(customer, STOCK.code, '25')
  const desk = await new DeskPage(visit).openStock(STOCK.code, STOCK.name)
  await desk.quantity.fill('7')
  await page.keyboard.press('s')
  await expect(desk.side('sell')).toHaveAttribute('aria-selected', 'true')
  await desk
    .row('positions', STOCK.code)
    .getByRole('link', { name: say('desk', 'close') })
    .click()
  await desk.shows(STOCK.name)
  await expect(desk.table('positions')).toBeVisible()
  await expect(desk.pane('chart').getByRole('figure')).toBeVisible()
  await expect(desk.pane('ticket').getByRole('button').last()).toBeEnabled()
})

test('the keys that open a review confirm nothing, and neither do keys after it was put away', async ({ page, visit, customer }) => {
  const desk = await new DeskPage(visit).openStock(STOCK.code, STOCK.name)
  // The sheets' own code is there once one was opened.
  await page.keyboard.press('?')
  await expect(desk.sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(desk.sheet).toBeHidden()
  await page.keyboard.type('9')
  await expect(desk.reviewButton).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(desk.sheet).toBeHidden()
  // Held down, keys repeat: those that opened the review stay what they were, however long they are held.
  await page.keyboard.down('Enter')
  await desk.orderSheet.isShown()
  await page.waitForTimeout(PAST_A_HOLD_MS)
  await page.keyboard.down('Control')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.keyboard.up('Control')
  await expect(desk.orderSheet.holdButton('buy')).toBeEnabled()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Enter')
  await expect(desk.sheet).toBeHidden()
  expect((await customer.call(orders.list, {})).total).toBe(0)
})

test('what one does stays as it was arranged: columns of a table and the width of the list', async ({ page, visit, customer, say }) => {
  await hold(customer, STOCK.code, '25')
  const desk = await new DeskPage(visit).openStock(STOCK.code, STOCK.name)
  const today = desk.table('positions').getByRole('columnheader', { name: say('desk', 'column.today') })
  await expect(today).toBeVisible()
  await desk
    .table('positions')
    .getByRole('button', { name: say('desk', 'columns') })
    .click()
  await desk.sheet.getByRole('switch', { name: say('desk', 'column.today') }).click()
  await page.keyboard.press('Escape')
  await expect(today).toBeHidden()

  const divider = page.getByRole('separator', { name: say('desk', 'width') }).first()
  const width = Number(await divider.getAttribute('aria-valuenow'))
  await divider.focus()
  await page.keyboard.press('ArrowRight')
  await expect(divider).toHaveAttribute('aria-valuenow', String(width + 16))
  await page.reload()
  await expect(divider).toHaveAttribute('aria-valuenow', String(width + 16))
  await expect(desk.row('positions', STOCK.code)).toBeVisible()
  await expect(today).toBeHidden()
  await divider.dblclick()
  await expect(divider).toHaveAttribute('aria-valuenow', String(width))
})

test('the arrows go through the list, and every pane follows', async ({ page, visit, customer }) => {
  for (const { code } of [STOCK, OTHER]) await customer.call(watchlist.add, { secuCode: code })
  const desk = await new DeskPage(visit).openStock(STOCK.code, STOCK.name)
  await expect(desk.instrument(STOCK.code)).toHaveAttribute('aria-current', 'true')
  const first = await desk.pane('list').getByRole('listitem').first().getByRole('link').getAttribute('aria-current')
  await page.keyboard.press(first === 'true' ? 'ArrowDown' : 'ArrowUp')
  await desk.shows(OTHER.name)
  await expect(desk.instrument(OTHER.code)).toHaveAttribute('aria-current', 'true')
  await expect(page).toHaveURL(new RegExp(`code=${OTHER.code}`))
})

test('price, chart, ticket, five levels and four positions are in view at once', async ({ visit, customer, page }) => {
  for (const code of [STOCK.code, OTHER.code, 'BRBF', 'CRTX']) await hold(customer, code, '2')
  const desk = await new DeskPage(visit).openStock(STOCK.code, STOCK.name)
  await expect(desk.table('positions').getByRole('row')).toHaveCount(5)
  await settled(page)
  const chart = desk.pane('chart').getByRole('figure')
  const parts = [
    desk.heading(STOCK.name),
    chart,
    desk.quantity,
    desk.pane('ticket').getByRole('button').last(),
    desk.asks.nth(4),
    desk.table('positions').getByRole('row').nth(4),
  ]
  for (const part of parts) expect(await isInView(part), String(part)).toBe(true)
  expect((await chart.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(420)
  // Nothing sticks out sideways.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(DESK.width)
})

test('a pane in a window of its own follows the instrument in view, and leads it', async ({ page, visit, customer, context, say }) => {
  for (const { code } of [STOCK, OTHER]) await customer.call(watchlist.add, { secuCode: code })
  const desk = await new DeskPage(visit).openStock(STOCK.code, STOCK.name)
  const windowOf = async (pane: 'chart' | 'list') => {
    const opening = context.waitForEvent('page')
    await page.getByRole('button', { name: say('desk', 'window') }).click()
    await desk.sheet.getByRole('button', { name: say('desk', pane) }).click()
    return new DeskPage({ page: await opening, say })
  }
  const chart = await windowOf('chart')
  await chart.shows(STOCK.name)
  await expect(chart.page.getByRole('navigation')).toHaveCount(0)
  await desk.instrument(OTHER.code).click()
  await desk.shows(OTHER.name)
  await chart.shows(OTHER.name)
  const list = await windowOf('list')
  await list.page.getByRole('link', { name: new RegExp(`^${STOCK.code}`) }).click()
  await desk.shows(STOCK.name)
  await chart.shows(STOCK.name)
})

test.describe('as a guest', () => {
  test.use({ signedIn: false })

  test('the market is listed, and what needs an account says so', async ({ visit, say }) => {
    const desk = await new DeskPage(visit).openStock(STOCK.code, STOCK.name)
    await expect(desk.pane('list').getByRole('listitem').nth(10)).toBeVisible()
    await expect(desk.asks.first()).toBeVisible()
    await expect(desk.pane('ticket').getByRole('link', { name: say('orders', 'blocker.login') })).toBeVisible()
    await desk.chooseTable('positions')
    await expect(desk.pane('tables')).toContainText(say('desk', 'login'))
    await desk.chooseList('holdings')
    await expect(desk.pane('list')).toContainText(say('desk', 'list.login'))
  })
})

test('nobody stumbles over the workspace, in either theme', async ({ page, visit, customer }) => {
  await hold(customer, STOCK.code, '25')
  await rest(customer, STOCK.code, '30', '10')
  const desk = await new DeskPage(visit).openStock(STOCK.code, STOCK.name)
  await expect(desk.row('positions', STOCK.code)).toBeVisible()
  expect(await violationsInBothThemes(page)).toEqual([])
})
