import { expect, test } from '../journey.ts'
import { ListPage } from '../pages/list.ts'
import { QuotePage } from '../pages/quote.ts'

/** An instrument opens with its price and chart first, whatever was scrolled before; going back leads to where one was. */
test.use({ signedIn: false })

test('an instrument opens at its top, also after another one was scrolled', async ({ visit }) => {
  const list = await new ListPage(visit).open('pages/product/popular')
  await list.scrollTo(200)
  const left = await list.scrolled()
  const [first, second] = await list.names()
  await list.choose(first)
  const quote = await new QuotePage(visit).isShown(first)
  expect(await quote.scrolled()).toBe(0)
  await quote.scrollTo(300)
  await quote.back()
  await expect.poll(() => list.scrolled()).toBe(left)
  await list.choose(second)
  const other = await new QuotePage(visit).isShown(second)
  await other.chartIsThere()
  expect(await other.scrolled()).toBe(0)
})

test('going back from the ticket finds the page where it was, also after a tab was chosen there', async ({ visit }) => {
  const quote = await new QuotePage(visit).openStock('ARDV', 'Aurora Devices')
  await quote.chartIsThere()
  await quote.chooseTab('company')
  await quote.chooseTab('summary')
  await quote.scrollTo(300)
  const left = await quote.scrolled()
  await quote.buy()
  await expect(quote.page).toHaveURL(/payment/)
  await quote.back()
  await quote.isShown('Aurora Devices')
  await expect.poll(() => quote.scrolled()).toBe(left)
})

test('once the price is scrolled away the navbar shows it', async ({ visit }) => {
  const quote = await new QuotePage(visit).openStock('ARDV', 'Aurora Devices')
  await quote.chartIsThere()
  await expect(quote.subtitle).toHaveText(/^ARDV/)
  await quote.scrollTo(300)
  await expect(quote.subtitle).toHaveText(/^\d+,\d+.*%/)
  await quote.scrollTo(0)
  await expect(quote.subtitle).toHaveText(/^ARDV/)
})
