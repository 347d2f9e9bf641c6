import type { Locator } from '@playwright/test'
import { messages } from '@rueda/contract/messages.ts'
import { watchlist } from '@rueda/contract/watchlist.ts'
import { violationsInBothThemes } from '../axe.ts'
import { hold } from '../customer.ts'
import { keptOnDevice } from '../device.ts'
import { expect, test } from '../journey.ts'
import { DeskPage } from '../pages/desk.ts'
import { settled } from '../screens.ts'

/** The pages beside trading on a wide screen: lists as tables, account and help beside each other, and a layout that follows its account. */
const DESK = { width: 1440, height: 900 }
const STOCK = { code: 'ARDV', name: 'Aurora Devices' }
const OTHER = { code: 'CBHB', name: 'Cobalt Harbor' }

test.use({ viewport: DESK })

test('home: a keyboard comes first to a way past the rail, and prices stand at the edge of their card', async ({ page, visit, say }) => {
  await new DeskPage(visit).open('')
  await settled(page)
  const skip = page.getByRole('link', { name: say('desk', 'skip') })
  // The rail comes by itself, beside a page that may be there before it.
  await expect(skip).toBeAttached()
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#screen')).toBeFocused()
  await expect(page).toHaveURL(/#\/$/u)
  const list = page.getByRole('tabpanel', { name: say('home', 'movers.active') })
  await expect(list.getByRole('link').first()).toBeVisible()
  const gap = await list.evaluate((panel) => {
    const price = panel.querySelector('a > :last-child')
    return panel.getBoundingClientRect().right - (price?.getBoundingClientRect().right ?? 0)
  })
  expect(Math.abs(gap)).toBeLessThanOrEqual(1)
})

test('messages are a table: sorted, gone through with the arrows, and read at its side', async ({ page, visit, customer, say }) => {
  await hold(customer, STOCK.code, '2')
  await expect.poll(async () => (await customer.call(messages.list, {})).total).toBeGreaterThan(1)
  await new DeskPage(visit).open('pages/notice/index')
  const table = page.getByRole('table', { name: say('titles', 'messages') })
  await expect(table.getByText(say('desk', 'order.newest'))).toBeVisible()
  await settled(page)
  const rows = table.locator('tbody').getByRole('button')
  await rows.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('heading', { name: say('messages', 'account.welcome.title') })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  // It was read by being opened, and the place in the table was kept.
  await expect(rows.nth(1)).toBeFocused()
  await table.getByRole('button', { name: say('desk', 'column.message') }).click()
  await expect(table.getByText(say('desk', 'order.newest'))).toBeHidden()
})

test('statements are tables: a month is found, opened, and its movements say where they come from', async ({
  page,
  visit,
  customer,
  say,
}) => {
  await hold(customer, STOCK.code, '2')
  await new DeskPage(visit).open('pages/statement/index')
  const months = page.getByRole('table', { name: say('titles', 'statements') })
  await months.locator('tbody').getByRole('link').first().click()
  const movements = page.getByRole('table', { name: say('statements', 'movements') })
  await expect(movements.getByText(say('desk', 'order.oldest'))).toBeVisible()
  await expect(page.getByRole('table', { name: say('statements', 'balances') })).toBeVisible()
  await movements.locator('tbody').getByRole('button').first().press('Enter')
  await expect(page.getByRole('dialog').getByText(say('wallets', 'statement.reference')).first()).toBeVisible()
  await page.keyboard.press('Escape')
  // Paper has the rows in place of the tables.
  await page.emulateMedia({ media: 'print' })
  await expect(movements).toBeHidden()
})

test('from one page of the account to the next without going back, by keyboard', async ({ page, visit, say }) => {
  await new DeskPage(visit).open('pages/setting/index')
  const sections = page.getByRole('navigation', { name: say('desk', 'sections') })
  const door = (name: string) => sections.getByRole('link', { name, exact: true })
  await expect(door(say('profile', 'menu.settings'))).toHaveAttribute('aria-current', 'page')
  await door(say('profile', 'menu.fees')).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: say('titles', 'fees') })).toBeVisible()
  await expect(door(say('profile', 'menu.fees'))).toHaveAttribute('aria-current', 'page')
  await door(say('profile', 'menu.security')).click()
  await page.getByRole('link', { name: new RegExp(say('accounts', 'devices.title')) }).click()
  await expect(page.getByRole('heading', { level: 1, name: say('titles', 'devices') })).toBeVisible()
  await expect(door(say('profile', 'menu.security'))).toHaveAttribute('aria-current', 'page')
})

test.describe('of an account', () => {
  test.use({ registered: true })

  test('the layout is found on another computer', async ({ page, visit, customer, browser, baseURL, say }) => {
    const desk = await new DeskPage(visit).openStock(STOCK.code, STOCK.name)
    const divider = page.getByRole('separator', { name: say('desk', 'width') }).first()
    const width = Number(await divider.getAttribute('aria-valuenow'))
    const kept = page.waitForResponse(
      (answer) =>
        answer.url().endsWith('/layouts/desk/keep') &&
        answer
          .request()
          .postData()
          ?.includes(String(width + 32)) === true,
    )
    await divider.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await kept
    await expect(desk.pane('list')).toBeVisible()

    const localStorage = keptOnDevice('es', {}, customer)
    const elsewhere = await browser.newContext({
      viewport: DESK,
      storageState: { cookies: [], origins: [{ origin: baseURL ?? '', localStorage }] },
    })
    const there = await elsewhere.newPage()
    await new DeskPage({ page: there, say }).openStock(STOCK.code, STOCK.name)
    await expect(there.getByRole('separator', { name: say('desk', 'width') }).first()).toHaveAttribute('aria-valuenow', String(width + 32))
    await elsewhere.close()
  })
})

for (const size of [DESK, { width: 1920, height: 1080 }]) {
  test.describe(`at ${size.width} by ${size.height}`, () => {
    test.use({ viewport: size })

    async function isInView(part: Locator): Promise<boolean> {
      const box = await part.boundingBox()
      return box !== null && box.y >= 0 && box.y + box.height <= size.height && box.x >= 0 && box.x + box.width <= size.width
    }

    test('total, today, holdings, indices, favourites and what moves are in view on home', async ({ page, visit, customer, say }) => {
      for (const { code } of [STOCK, OTHER]) {
        await hold(customer, code, '2')
        await customer.call(watchlist.add, { secuCode: code })
      }
      await new DeskPage(visit).open('')
      const main = page.locator('#screen')
      await expect(main.getByRole('link', { name: new RegExp(OTHER.name) }).first()).toBeVisible()
      await settled(page)
      const parts = {
        today: main.getByText(say('home', 'today'), { exact: true }).first(),
        deposit: main.getByRole('link', { name: say('home', 'act.deposit') }),
        holdings: main.getByText(say('home', 'held'), { exact: true }).first(),
        indices: main.getByText(say('home', 'indices'), { exact: true }).first(),
        favourites: main.getByRole('link', { name: new RegExp(`^${OTHER.name} ${OTHER.code} `) }).last(),
        movers: main.getByRole('tab').first(),
      }
      for (const [name, part] of Object.entries(parts)) expect(await isInView(part), name).toBe(true)
    })
  })
}

test.describe('on a large screen', () => {
  test.use({ viewport: { width: 1920, height: 1080 } })

  test('ten levels of the book and the whole ticket are in view beside the chart', async ({ page, visit }) => {
    const desk = await new DeskPage(visit).openStock(STOCK.code, STOCK.name)
    await settled(page)
    for (const part of [desk.asks.nth(9), desk.quantity, desk.pane('ticket').getByRole('button').last()]) {
      const box = await part.boundingBox()
      expect(box === null ? Number.NaN : box.y + box.height).toBeLessThanOrEqual(1080)
    }
  })
})

test('nobody stumbles over the tables and the list of sections, in either theme', async ({ page, visit, say }) => {
  await new DeskPage(visit).open('pages/notice/index')
  await expect(page.getByRole('table', { name: say('titles', 'messages') })).toBeVisible()
  expect(await violationsInBothThemes(page)).toEqual([])
})
