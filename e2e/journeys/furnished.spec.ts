import { expect, test } from '../journey.ts'
import { type ScreenState, furnish, settled, show, statesOf } from '../screens.ts'

/** The screens in the pictures and checks have content to show. */
const DESK = { width: 1440, height: 900 }

const stateIn = (states: readonly ScreenState[], name: string): ScreenState => {
  const found = states.find((state) => state.name === name)
  if (found === undefined) throw new Error(`no state is called ${name}`)
  return found
}

test('tickets have their instrument and a receipt, a search its results', async ({ page, customer, say }) => {
  const states = statesOf(await furnish(customer))
  await page.goto('/')
  await settled(page)
  for (const name of ['payment-stock-market', 'payment-future', 'payment-forex']) {
    await show(page, stateIn(states, name))
    const receipt = page
      .getByRole('main')
      .locator('dl')
      .filter({ hasText: say('orders', 'receipt.fee') })
    await expect(receipt.first(), name).toContainText(/\d/)
  }
  const results = page.getByRole('main').locator('a[href*="pages/quote/"]')
  await show(page, stateIn(states, 'search-index-empty'))
  await show(page, stateIn(states, 'search-index-results'))
  await expect(page.getByRole('searchbox')).toHaveValue('a')
  await expect(results.first()).toBeVisible()
  await show(page, stateIn(states, 'search-index-nothing'))
  await expect(page.getByRole('searchbox')).toHaveValue('zzzzzz')
})

test.describe('on a desk', () => {
  test.use({ viewport: DESK })

  test('a screen is not settled before the workspace has its content', async ({ page }) => {
    let isDelayed = false
    await page.route('**/assets/Workspace*', async (route) => {
      isDelayed = true
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await route.continue()
    })
    await page.goto('/#/pages/quote/stock?code=ARDV&market=US&source=0')
    await settled(page)
    expect(isDelayed).toBe(true)
    expect(await page.getByRole('heading', { level: 1, name: 'Aurora Devices' }).isVisible()).toBe(true)
  })
})
