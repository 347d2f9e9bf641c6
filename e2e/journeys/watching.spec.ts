import { watchlist } from '@rueda/contract/watchlist.ts'
import { expect, test } from '../journey.ts'
import { QuotePage } from '../pages/quote.ts'
import { WatchlistPage } from '../pages/watchlist.ts'

/** The star shows at once, is kept by the server, and goes back with a message when the server could not be reached. */
const STOCK = { code: 'ARDV', name: 'Aurora Devices' }
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
