import type { Page } from '@playwright/test'
import { expect, test } from '../journey.ts'
import { HomePage } from '../pages/home.ts'

/**
 * Somebody who has never been here, on a phone, without an account: practice money, a share of those others look at, and a purchase with its
 * receipt. Method: every press that the browser hears is counted, whoever makes it; typing is not one, and a button that is held is one.
 */
const MAX_TAPS = 8
test.use({ signedIn: false, suitable: false, viewport: { width: 390, height: 844 } })

for (const language of ['es', 'en'] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test(`a newcomer buys a first share in at most eight taps (${language})`, async ({ page, visit, say }) => {
      const taps = await countTaps(page)
      const home = await new HomePage(visit).visitHome()
      await home.practise()
      await home.hasBalance(language === 'es' ? '100.000,00' : '100,000.00')

      const quote = await home.firstShare()
      const ticket = await quote.buy()
      await ticket.quantity.click()
      await page.keyboard.type('2')
      const order = await ticket.review()
      await order.hold('buy')
      await order.ends('filled')
      await expect(order.row(say('orders', 'receipt.fee'))).toBeVisible()

      expect(taps.counted()).toBeGreaterThan(0)
      expect(taps.counted()).toBeLessThanOrEqual(MAX_TAPS)
    })
  })
}

async function countTaps(page: Page): Promise<Readonly<{ counted: () => number }>> {
  let taps = 0
  await page.exposeFunction('countOneTap', () => void (taps += 1))
  await page.addInitScript(() => {
    const { countOneTap } = window as unknown as { countOneTap: () => void }
    document.addEventListener('pointerdown', () => countOneTap(), { capture: true })
  })
  return { counted: () => taps }
}
