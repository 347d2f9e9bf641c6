import type { Page } from '@playwright/test'
import { watchlist } from '@rueda/contract/watchlist.ts'
import { hold } from '../customer.ts'
import { chooseElsewhere } from '../device.ts'
import { expect, test } from '../journey.ts'
import { MAX_SHIFT, countShifts, shiftOf } from '../layout-shift.ts'
import { Chart } from '../pages/chart.ts'
import { HomePage } from '../pages/home.ts'
import { QuotePage } from '../pages/quote.ts'
import { settled } from '../screens.ts'

/** What holds on every page alike: the bars and their measures, addresses, and how the page moves (screen-checks.md 7). */
const TABS = ['home', 'market', 'trade', 'watchlist', 'profile'] as const
const PATHS = ['', 'pages/market/index', 'pages/trade/index', 'pages/watchlist/index', 'pages/profile/index'] as const
const [NAVBAR_PX, TABBAR_PX, EDGE_PX] = [60, 50, 15]
const MONTH_OF_TRADING_DAYS = 15
const STOCK = { code: 'ARDV', name: 'Aurora Devices' }

const go = async (page: Page, path: string): Promise<void> => {
  await page.goto(`/#/${path}`)
  await settled(page)
}

test('the five main pages have a bar of 60 pixels, tabs of 50 and an edge of 15', async ({ page }) => {
  for (const path of PATHS) {
    await go(page, path)
    const measured = await page.evaluate(() => {
      const [bar, tabs] = [document.querySelector('header > div'), document.querySelector('nav ul')]
      const inset = document.querySelector('header > div')
      const padding = inset === null ? '' : getComputedStyle(inset).paddingInlineStart
      return [bar?.getBoundingClientRect().height, tabs?.getBoundingClientRect().height, Number.parseFloat(padding)]
    })
    expect(measured, path).toEqual([NAVBAR_PX, TABBAR_PX, EDGE_PX])
  }
})

test('the tabs stand in their order, and the chosen one says so with a filled icon', async ({ page, say }) => {
  for (const [at, path] of PATHS.entries()) {
    await go(page, path)
    const tabs = page.getByRole('navigation', { name: say('common', 'tabs') }).getByRole('link')
    await expect(tabs).toHaveText(TABS.map((tab) => say('common', `tab.${tab}`)))
    const chosen = tabs.nth(at)
    await expect(chosen).toHaveAttribute('aria-current', 'page')
    await expect(tabs.and(page.locator('[aria-current]'))).toHaveCount(1)
    const fills = await tabs.evaluateAll((links) => links.map((link) => getComputedStyle(link.querySelector('svg') ?? link).fill))
    expect(fills.filter((fill) => fill !== 'none')).toHaveLength(1)
    expect(fills[at]).not.toBe('none')
  }
})

test('on a tablet the app stands in the middle, 480 pixels wide', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  for (const path of PATHS) {
    await go(page, path)
    const box = await page.getByRole('main').boundingBox()
    // The line on either side belongs to the 480.
    expect(Math.round(box?.width ?? 0), path).toBe(478)
    expect(Math.round(box?.x ?? 0), path).toBe(145)
  }
})

test('a tab keeps where it was scrolled to', async ({ page, visit }) => {
  const home = await new HomePage(visit).visitHome()
  await settled(page)
  await home.scrollTo(200)
  await home.tab('market', HomePage)
  await expect(page).toHaveURL(/market/u)
  await home.tab('home', HomePage)
  await expect.poll(() => home.scrolled()).toBe(200)
})

test('a tab leads to what was chosen on it', async ({ page, visit, say }) => {
  const home = await new HomePage(visit).visitHome()
  await home.tab('market', HomePage)
  await page.getByRole('tab', { name: say('market', 'market.FUT') }).click()
  await page.getByRole('tab', { name: say('market', 'tab.months') }).click()
  await home.tab('home', HomePage)
  await home.tab('market', HomePage)
  await expect(page.getByRole('tab', { name: say('market', 'tab.months') })).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(/market=FUT/u)
})

test('the last line of a quote scrolls above the bar with its buttons', async ({ visit, page, say }) => {
  const quote = await new QuotePage(visit).openStock(STOCK.code, STOCK.name)
  await quote.chartIsThere()
  await settled(page)
  const end = await quote.content.evaluate((main) => {
    main.scrollTop = main.scrollHeight
    const last = [...main.querySelectorAll('*')].map((element) => element.getBoundingClientRect().bottom)
    return { content: Math.max(...last), room: main.getBoundingClientRect().bottom }
  })
  const bar = await page.getByRole('link', { name: new RegExp(`^${say('quotes', 'buy')} `) }).boundingBox()
  expect(end.content).toBeLessThanOrEqual(end.room)
  expect(end.room).toBeLessThanOrEqual(bar?.y ?? 0)
})

test('prices and changes are written in digits of one width', async ({ page, customer }) => {
  await hold(customer, STOCK.code, '5')
  for (const secuCode of [STOCK.code, 'CBHB', 'BRBF']) await customer.call(watchlist.add, { secuCode })
  for (const path of ['pages/watchlist/index', 'pages/trade/index', `pages/quote/stock?code=${STOCK.code}&market=US&source=0`]) {
    await go(page, path)
    const loose = await page.getByRole('main').evaluate((main) => {
      const words = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      let seen = 0
      for (let word = words.nextNode(); word !== null; word = words.nextNode()) {
        const text = word.textContent?.trim() ?? ''
        if (!/^[+−▲▼$]?\$?\d[\d.]*,\d+%?$/u.test(text) || word.parentElement === null) continue
        seen += 1
        if (!getComputedStyle(word.parentElement).fontVariantNumeric.includes('tabular-nums')) found.push(text)
      }
      return { found, seen }
    })
    expect(loose.seen, path).toBeGreaterThan(0)
    expect(loose.found, path).toEqual([])
  }
})

test('where motion is not wanted, nothing moves', async ({ page, customer }) => {
  await hold(customer, STOCK.code, '5')
  for (const path of [...PATHS, `pages/quote/stock?code=${STOCK.code}&market=US&source=0`]) {
    await page.goto(`/#/${path}`)
    const moving = await page.evaluate(async () => {
      const found = new Set<string>()
      const until = performance.now() + 1_500
      while (performance.now() < until) {
        for (const animation of document.getAnimations()) {
          const isFade = animation instanceof CSSTransition && animation.transitionProperty === 'opacity'
          if (!isFade) found.add(animation instanceof CSSTransition ? animation.transitionProperty : 'animation')
        }
        await new Promise(requestAnimationFrame)
      }
      return [...found]
    })
    expect(moving, path).toEqual([])
  }
})

test('a page that fills late does not jump', async ({ page, customer }) => {
  await hold(customer, STOCK.code, '5')
  await countShifts(page)
  for (const path of [...PATHS, `pages/quote/stock?code=${STOCK.code}&market=US&source=0`]) {
    await page.goto('about:blank')
    await go(page, path)
    expect.soft(await shiftOf(page), path).toBeLessThan(MAX_SHIFT)
  }
})

test('a toast covers no button of the page', async ({ page, visit, say }) => {
  await new QuotePage(visit).openStock(STOCK.code, STOCK.name)
  await settled(page)
  await page.getByRole('button', { name: say('quotes', 'menu'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('quotes', 'menu.share') })
    .click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const toast = page.locator('[data-sonner-toast]')
  await expect(toast).toBeVisible()
  const covered = await toast.evaluate((shown) => {
    const box = shown.getBoundingClientRect()
    const meets = (other: DOMRect) => other.left < box.right && other.right > box.left && other.top < box.bottom && other.bottom > box.top
    return [...document.querySelectorAll('footer a, footer button, header button, nav a')]
      .filter((button) => button.checkVisibility() && meets(button.getBoundingClientRect()))
      .map((button) => button.textContent)
  })
  expect(covered).toEqual([])
})

test('a sheet that is closed gives the focus back to what opened it', async ({ page, say }) => {
  await go(page, `pages/quote/stock?code=${STOCK.code}&market=US&source=0`)
  const opener = page.locator('#screen').getByRole('button', { name: say('charts', 'settings') })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(opener).toBeFocused()
})

test('the chart is said in a sentence, and can be read as a table', async ({ page, visit, say }) => {
  await new QuotePage(visit).openStock(STOCK.code, STOCK.name)
  const chart = new Chart(visit)
  await chart.chooseRange('1M')
  await settled(page)
  await expect(page.getByRole('main').getByRole('figure').locator('figcaption')).toHaveText(/^1M: \D*\d+,\d\d \D*\d+,\d\d, [+−]?\d+,\d\d%/u)
  await page.getByRole('button', { name: say('quotes', 'chart.asTable') }).click()
  const rows = page.getByRole('dialog').getByRole('row')
  await expect(rows.first()).toBeVisible()
  expect(await rows.count()).toBeGreaterThan(MONTH_OF_TRADING_DAYS)
  // The newest bar still moves; the one before it is finished.
  const finished = (await rows.nth(2).getByRole('cell').allTextContents()).filter((cell) => /^\d+,\d\d$/u.test(cell))
  await page.keyboard.press('Escape')
  await chart.slider.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await expect(chart.slider).toHaveAttribute('aria-valuetext', new RegExp(`, ${finished.at(-1) ?? 'a close'},`, 'u'))
})

test('the colours of rise and fall change at once with the palette, and that of errors stays', async ({ page, say }) => {
  await go(page, `pages/quote/stock?code=${STOCK.code}&market=US&source=0`)
  const filled = (word: 'buy' | 'sell') =>
    page.getByRole('link', { name: new RegExp(`^${say('quotes', word)} `) }).evaluate((link) => getComputedStyle(link).backgroundColor)
  const change = () =>
    page
      .locator('#screen .num svg')
      .first()
      .evaluate((arrow) => getComputedStyle(arrow).color)
  const danger = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--danger'))
  const before = { buy: await filled('buy'), sell: await filled('sell'), change: await change(), danger: await danger() }
  await chooseElsewhere(page, { updown: 'blue-orange' })
  await expect.poll(() => filled('buy')).not.toBe(before.buy)
  await expect.poll(() => filled('sell')).not.toBe(before.sell)
  await expect.poll(change).not.toBe(before.change)
  expect(await danger()).toBe(before.danger)
})

for (const signedIn of [false, true]) {
  test.describe(signedIn ? 'to a customer' : 'to a visitor', () => {
    test.use({ signedIn })

    // The words of trading come beside those of the start.
    for (const [place, address, shown, most] of [
      ['home', '/', 'main a[href*="quote/stock"]', 1],
      ['a quote', `/#/pages/quote/stock?code=${STOCK.code}&market=US&source=0`, 'main canvas', 2],
      ['a ticket', `/#/pages/payment/stock?code=${STOCK.code}&market=US&source=0`, 'main input', 2],
    ] as const) {
      test(`${place} needs no more words than come with it`, async ({ page }) => {
        const files = new Set<string>()
        page.on('request', (request) => (/assets\/es-[^/]*\.js$/u.test(request.url()) ? files.add(request.url()) : 0))
        // What is fetched when nothing else is to be done is not fetched here.
        await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
        await page.goto(address)
        await settled(page)
        await expect(page.locator(shown).first()).toBeVisible()
        expect(files.size).toBe(most)
      })
    }
  })
}
