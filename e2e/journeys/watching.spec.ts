import { watchlist } from '@rueda/contract/watchlist.ts'
import { expect, test } from '../journey.ts'
import { QuotePage } from '../pages/quote.ts'
import { WatchlistPage } from '../pages/watchlist.ts'

/** The star shows at once, is kept by the server, and goes back with a message when the server could not be reached. */
const STOCK = { code: 'ARDV', name: 'Aurora Devices' }
const OTHER = { code: 'CBHB', name: 'Cobalt Harbor' }
const SAVE = `**/web${watchlist.add.path}`

test('the star is filled before the server has answered, and stays', async ({ visit, page }) => {
  const answered = Promise.withResolvers<void>()
  await page.route(SAVE, async (route) => {
    await answered.promise
    await route.continue()
  })
  const quote = await new QuotePage(visit).openStock(STOCK.code, STOCK.name)
  const saved = page.waitForResponse(SAVE)
  await quote.watch(STOCK.name)
  answered.resolve()
  await saved
  await page.reload()
  await quote.isWatched(STOCK.name)
  const list = await new WatchlistPage(visit).open('pages/watchlist/index')
  await expect(list.row(STOCK.name)).toBeVisible()
})

test('it goes back when it could not be saved', async ({ visit, page, say, complaints }) => {
  complaints.expect(/ERR_FAILED/)
  const refused = Promise.withResolvers<void>()
  await page.route(SAVE, async (route) => {
    await refused.promise
    await route.abort('failed')
  })
  const quote = await new QuotePage(visit).openStock(STOCK.code, STOCK.name)
  await quote.watch(STOCK.name)
  refused.resolve()
  await quote.isNotWatched(STOCK.name)
  await quote.says(say('quotes', 'star.failed'))
})

test('it shows at once even before the list of watched instruments has been read', async ({ visit, page }) => {
  const read = Promise.withResolvers<void>()
  await page.route(`**/web${watchlist.list.path}*`, async (route) => {
    await read.promise
    await route.continue()
  })
  const quote = await new QuotePage(visit).openStock(STOCK.code, STOCK.name)
  await quote.watch(STOCK.name)
  read.resolve()
  await quote.isWatched(STOCK.name)
})

test('a list is made from the star, arranged, shared, and kept by whoever gets the link', async ({ visit, page, say, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const star = (name: string) => page.getByRole('button', { name: say('quotes', 'star.add', { name }) })
  const quote = await new QuotePage(visit).openStock(STOCK.code, STOCK.name)
  await star(STOCK.name).click({ button: 'right' })
  await quote.sheet.getByRole('button', { name: say('quotes', 'lists.new') }).click()
  await quote.sheet.getByLabel(say('quotes', 'lists.name')).fill('Largo plazo')
  await quote.sheet.getByRole('button', { name: say('quotes', 'lists.create') }).click()
  const onList = quote.sheet.getByRole('switch', { name: 'Largo plazo' })
  await expect(onList).toBeChecked()
  await page.keyboard.press('Escape')

  await quote.openStock(OTHER.code, OTHER.name)
  await star(OTHER.name).click({ button: 'right' })
  await onList.click()
  await expect(onList).toBeChecked()
  await page.keyboard.press('Escape')
  // The star itself is the usual list's.
  await quote.isNotWatched(OTHER.name)

  const list = new WatchlistPage(visit)
  await list.open('pages/watchlist/manage')
  await list.choose('Largo plazo')
  await expect(list.managed).toContainText([OTHER.name, STOCK.name])
  await list.moveDown(OTHER.name)
  await expect(list.managed).toContainText([STOCK.name, OTHER.name])
  await page.waitForLoadState('networkidle')
  await page.reload()
  await expect(list.managed).toContainText([STOCK.name, OTHER.name])
  await list.content.getByRole('button', { name: new RegExp(say('watchlist', 'list.share')) }).click()
  await list.says(say('quotes', 'menu.copied'))
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(decodeURIComponent(link).split('#')[1]).toBe('/pages/watchlist/shared?name=Largo+plazo&codes=US.ARDV,US.CBHB')

  await page.goto(link)
  await list.shows(say('watchlist', 'shared'))
  await expect(list.row(STOCK.name)).toBeVisible()
  await page.getByRole('button', { name: say('watchlist', 'shared.keep') }).click()
  // One's own list has this name already.
  await list.sheet.getByRole('button', { name: say('quotes', 'lists.create') }).click()
  await expect(list.sheet.getByLabel(say('quotes', 'lists.name'))).toHaveAttribute('aria-invalid', 'true')
  await list.sheet.getByLabel(say('quotes', 'lists.name')).fill('De Juan')
  await list.sheet.getByRole('button', { name: say('quotes', 'lists.create') }).click()
  await list.isShown()
  await expect(list.content.getByRole('tab', { name: /^De Juan/u, selected: true })).toBeVisible()
  await expect(list.row(OTHER.name)).toBeVisible()
})
