import { reference } from '@rueda/contract/reference.ts'
import { expect, test } from '../journey.ts'

/** The market page: one tab for each market there is, with its session, its lists and its rankings. */
test.use({ signedIn: false })

test('every market has a tab that leads to its instruments', async ({ page, customer, say }) => {
  const markets = await customer.call(reference.markets, {})
  await page.goto('/#/pages/market/index')
  const tabs = page.getByRole('tablist', { name: say('market', 'markets') }).getByRole('tab')
  await expect(tabs).toHaveCount(markets.length)
  for (const { market } of markets) {
    const tab = tabs.filter({ hasText: say('market', `market.${market}`) })
    await expect(tab).toContainText(say('market', 'session.open'))
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await expect(page.locator(`#screen a[href*="market=${market}"]`).first()).toBeVisible()
  }
})

test('a ranking is in the order it names, and stays on the way back', async ({ page, say }) => {
  await page.goto('/#/pages/market/index')
  const lists = page.getByRole('tablist', { name: say('market', 'lists') })
  await lists.getByRole('tab', { name: say('market', 'tab.losers') }).click()
  await expect(page).toHaveURL(/tab=losers/u)
  const rows = page.locator('#screen a[href*="pages/quote/stock"]')
  await expect(rows.first()).toBeVisible()
  await rows.first().click()
  await expect(page).toHaveURL(/quote\/stock/u)
  await page.goBack()
  await expect(lists.getByRole('tab', { name: say('market', 'tab.losers') })).toHaveAttribute('aria-selected', 'true')
})
