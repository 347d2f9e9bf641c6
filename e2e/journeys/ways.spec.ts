import { entryOf } from '../../apps/web/src/routes.ts'
import { products } from '../../apps/web/src/shared/products/products.ts'
import { hold } from '../customer.ts'
import { expect, test } from '../journey.ts'
import { HomePage } from '../pages/home.ts'
import { ProfilePage } from '../pages/profile.ts'
import { QuotePage } from '../pages/quote.ts'
import { Screen } from '../pages/screen.ts'
import { TicketPage } from '../pages/ticket.ts'
import { TradePage } from '../pages/trade.ts'
import { nameIn } from '../words.ts'

/** Ways through the app that are not a link: back, a wrong address, the eye. */
const STOCK = { code: 'ARDV', name: 'Aurora Devices' }

test('back leads home when there is nothing before the page', async ({ visit }) => {
  const quote = await new QuotePage(visit).openStock(STOCK.code, STOCK.name)
  await quote.back()
  await new HomePage(visit).isShown()
})

test('back leads to the page whose link was followed', async ({ visit, page, say }) => {
  const search = await (await new HomePage(visit).visitHome()).toSearch()
  const quote = await search.find('aurora', STOCK.name)
  await quote.back()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: say('titles', 'quote') })).toHaveCount(0)
})

test('back closes an open sheet before it leaves the page', async ({ visit, page }) => {
  const ticket = await new TicketPage(visit).openStock(STOCK.code)
  await ticket.quantity.fill('2')
  const sheet = await ticket.review()
  await page.goBack()
  await expect(sheet.sheet).toBeHidden()
  await expect(ticket.quantity).toHaveValue('2')
})

test('an address names its instrument by source, by market or by both, and finds nothing where they disagree', async ({
  visit,
  page,
  say,
}) => {
  const quote = await new QuotePage(visit).open('pages/quote/stock?code=7239&source=7')
  await expect(quote.subtitle).toContainText('TWSE')
  await quote.open('pages/quote/forex?code=EURUSD&source=2')
  await quote.isShown(nameIn(say, { market: 'FX', code: 'EURUSD' }))
  await quote.open('pages/payment/stock?code=7239&market=TW&source=7&direction=1')
  await expect(page.getByText(say('quotes', 'unknown'))).toHaveCount(0)
  await quote.open(`pages/quote/stock?code=${STOCK.code}&market=US&source=7`)
  await expect(quote.content.getByText(say('quotes', 'unknown'))).toBeVisible()
  await quote.open(`pages/payment/stock?code=${STOCK.code}&market=US&source=ARG`)
  await expect(quote.content.getByText(say('orders', 'missing'))).toBeVisible()
})

test('home leads to every product', async ({ visit, page, say }) => {
  const home = await new HomePage(visit).visitHome()
  const doors = page.getByRole('navigation', { name: say('home', 'products') }).getByRole('link')
  for (const { path } of products) {
    await page.locator(`nav a[href="#/${path}"]`).click()
    await home.shows(say('titles', entryOf(path).title))
    await home.visitHome()
  }
  await expect.poll(() => doors.count()).toBeGreaterThan(products.length)
})

test('an address that does not exist says so and leads home', async ({ visit, say }) => {
  const lost = await new Screen(visit).open('pages/nowhere/at-all')
  await lost.shows(say('common', 'notFound.title'))
  await lost.content.getByRole('link', { name: say('common', 'notFound.home') }).click()
  await new HomePage(visit).isShown()
})

test.describe('a guest', () => {
  test.use({ signedIn: false })

  test('is asked to log in by a page for customers, and comes back to it', async ({ visit, page, say }) => {
    const statement = await new Screen(visit).open('pages/profile/transaction')
    await statement.shows(say('accounts', 'login.title'))
    await page.getByRole('button', { name: say('accounts', 'login.practise') }).click()
    await statement.shows(say('wallets', 'statement.title'))
  })
})

test('the eye masks every amount of the account and stays shut', async ({ visit, page, say, customer }) => {
  await hold(customer, STOCK.code, '5')
  const home = await new HomePage(visit).visitHome()
  await page
    .getByRole('button', { name: say('ui', 'hideAmounts') })
    .first()
    .click()
  await expect(home.content.getByText('••••').first()).toBeVisible()
  await expect(home.content.getByText(/99\.\d{3},\d\d/)).toHaveCount(0)

  const trade = await home.tab('trade', TradePage)
  await expect(trade.holding(STOCK.name)).toContainText('••••')
  await expect(trade.content.getByText(/99\.\d{3},\d\d/)).toHaveCount(0)
  const profile = await trade.tab('profile', ProfilePage)
  await expect(profile.content.getByText('••••').first()).toBeVisible()
  await expect(profile.content.getByText(/99\.\d{3},\d\d/)).toHaveCount(0)
  const statement = await profile.toStatement()
  await expect(statement.movements('buy')).toContainText('••••')

  await page.reload()
  await expect(statement.movements('buy')).toContainText('••••')
})
