import { expect, test } from '../journey.ts'
import { HomePage } from '../pages/home.ts'

/** Somebody looks for what they mean and not for how it is written here: misspelt, in words of their own, and pages as well as instruments. */
test.use({ signedIn: false })

test('a misspelt name finds its share, which opens', async ({ visit }) => {
  const search = await (await new HomePage(visit).visitHome()).toSearch()
  await search.find('auorra devices', 'Aurora Devices')
})

test('another word for it finds a contract, and a page of the app', async ({ visit, say, page }) => {
  const search = await (await new HomePage(visit).visitHome()).toSearch()
  await search.look('crudo')
  await expect(search.results.first()).toContainText(say('instruments', 'future.SCL'))
  await search.look('comisiones')
  await expect(search.results.first()).toContainText(say('titles', 'fees'))
  await search.results.first().click()
  await expect(page.getByRole('heading', { level: 1, name: say('titles', 'fees') })).toBeVisible()
})

test('what nothing is called is answered with words that find something', async ({ visit, say }) => {
  const search = await (await new HomePage(visit).visitHome()).toSearch()
  await search.look('zzzzzz')
  await search.says(say('search', 'none', { typed: 'zzzzzz' }))
  await search.content.getByRole('button', { name: say('search', 'try.gold') }).click()
  await expect(search.results.first()).toContainText('XAUUSD')
})
