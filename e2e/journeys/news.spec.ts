import { articles } from '@rueda/contract/articles.ts'
import { expect, test } from '../journey.ts'
import { HomePage } from '../pages/home.ts'
import { NewsPage } from '../pages/news.ts'
import { QuotePage } from '../pages/quote.ts'

/** News of the simulated day, from home to the quote of what they are about. */
const CLOSE = 'Estados Unidos'

test('the close of the simulated day is read from home to the quote that it mentions', async ({ visit, page, say, customer }) => {
  const closes = async () => (await customer.call(articles.list, { tag: 'market', keyword: CLOSE, lang: 'es' })).list
  await expect.poll(async () => (await closes()).length).toBeGreaterThan(0)
  const title = (await closes())[0]?.title ?? ''

  const home = await new HomePage(visit).visitHome()
  await expect(home.content.getByRole('link', { name: new RegExp(`^${say('articles', 'latest')}: `, 'u') })).toBeVisible()
  await home.content.locator('a[href="#/pages/news/index"]').click()
  const news = await new NewsPage(visit).isShown()
  await news.choose('market')
  await news.search(CLOSE)
  await news.read(title)
  await expect(news.content.getByText(say('articles', 'simulated'))).toBeVisible()

  const text = news.content.getByText(/frente al cierre anterior/u)
  const size = () => text.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
  const usual = await size()
  await news.content.getByRole('button', { name: say('articles', 'larger') }).click()
  await expect.poll(size).toBeGreaterThan(usual)
  await page.reload()
  await news.isRead(title)
  await expect.poll(size).toBeGreaterThan(usual)

  await news.content.getByRole('link', { name: /US500/u }).click()
  const index = await new QuotePage(visit).isShown('US 500 (sim)')
  await index.content.getByRole('link', { name: title }).click()
  await news.isRead(title)
})

test('a stock has the news that mention it', async ({ visit, customer }) => {
  const jumps = async () => (await customer.call(articles.list, { tag: 'company', keyword: 'En el día se movió', lang: 'es' })).list
  await expect.poll(async () => (await jumps()).length).toBeGreaterThan(0)
  const { id = '', title = '' } = (await jumps())[0] ?? {}
  const news = await new NewsPage(visit).open(`pages/news/detail?id=${id}`)
  await news.isRead(title)
  await news.content.locator('a[href^="#/pages/quote/stock"]').click()
  const quote = new QuotePage(visit)
  await quote.chooseTab('news')
  await quote.content.getByRole('link', { name: title }).click()
  await news.isRead(title)
})
