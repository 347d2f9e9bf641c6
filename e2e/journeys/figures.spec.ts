import type { Locator } from '@playwright/test'
import { hold } from '../customer.ts'
import { expect, test } from '../journey.ts'

/** Every figure says how it came about: on home, of the holdings and of one, in a ticket and in a wallet. */
test('a figure opens what it is made of, down to price and quantity', async ({ page, customer, say }) => {
  await hold(customer, 'ARDV', '20')
  const sheet = page.getByRole('dialog')
  const figures = page.getByTitle(say('common', 'explain'))

  await page.goto('/')
  await figures.first().click()
  await expect(sheet.getByText(say('figures', 'of.positions'))).toBeVisible()
  await sheet.getByText(say('figures', 'of.positions')).click()
  await sheet.getByText(say('figures', 'of.holding')).first().click()
  await expect(sheet.getByText(say('figures', 'of.quantity'))).toBeVisible()
  await close(sheet, say('ui', 'close'))
  await page.getByRole('button', { name: say('home', 'returns.why') }).click()
  await sheet.getByTitle(say('common', 'explain')).first().click()
  await expect(sheet.getByText(say('figures', 'of.timeWeighted')).first()).toBeVisible()
  await close(sheet, say('ui', 'close'))

  await page.goto('/#/pages/trade/index?tab=0')
  await figures.first().click()
  await expect(sheet.getByRole('link', { name: 'ARDV' })).toBeVisible()
  await close(sheet, say('ui', 'close'))

  await page.goto('/#/pages/payment/stock?code=ARDV&market=US&source=0&direction=0')
  await page.getByRole('textbox').first().fill('3')
  const total = page
    .getByRole('main')
    .locator('dl > div')
    .filter({ hasText: say('orders', 'receipt.total') })
  await total.getByTitle(say('common', 'explain')).click()
  await expect(total.getByText(say('figures', 'of.charges'))).toBeVisible()
})

async function close(sheet: Locator, name: string): Promise<void> {
  await sheet.getByRole('button', { name, exact: true }).click()
  await expect(sheet).toBeHidden()
}
