import { expect, test } from '../staff.ts'
import { wordsOf } from '../words.ts'

/** Goal: two persons announce other commissions, and a customer reads them, with their day, before they hold. */
test('a step for who trades much is announced by two persons and read by everybody', async ({ staffOf, browser, quickServer }) => {
  const asker = await staffOf(['product'], { language: 'es', theme: 'light' })
  const { page, say } = asker
  await page.goto('/console/#/fees')
  await page.getByRole('button', { name: say('fees.propose') }).click()
  const market = page.getByRole('region', { name: 'US' })
  await market.getByRole('button', { name: say('fees.addTier') }).click()
  const step = page.getByRole('group', { name: say('fees.tierOf', { market: 'US', tier: 2 }) })
  await step.getByLabel(say('fees.fromIn', { unit: 'USD' })).fill('100000')
  await step.getByLabel(`${say('fees.ratePercent')} · ${say('fees.scope.everything')}`).fill('0.02')
  await page.getByRole('button', { name: say('reason.maintenance') }).click()
  await page.getByRole('button', { name: say('fees.announce') }).click()
  await expect(page.getByText(say('two.waiting'))).toBeVisible()

  const other = await staffOf(['product'], { language: 'en' })
  await other.page.goto('/console/#/approvals')
  await other.page.getByRole('row', { name: new RegExp(other.say('power.fees.change'), 'u') }).click()
  await other.page.getByRole('button', { name: other.say('approvals.approve') }).click()
  await expect(other.page.getByText(other.say('two.done'))).toBeVisible()
  await other.page.goto('/console/#/fees')
  await expect(other.page.getByText(other.say('fees.state.coming'), { exact: true })).toBeVisible()

  const anybody = await browser.newContext({ locale: 'es-AR', viewport: { width: 390, height: 844 } })
  const visitor = await anybody.newPage()
  await visitor.goto(`${quickServer.address}/#/pages/fees/index?market=US`)
  const text = wordsOf('es')
  const coming = text('fees', 'commissions.coming', { date: String.raw`\d\d/\d\d/\d{4}` })
  await expect(visitor.getByText(new RegExp(coming, 'u'))).toBeVisible()
  const stepFrom = text('fees', 'commissions.stepFrom', { volume: String.raw`.*100\.000,00.*` })
  await expect(visitor.getByText(new RegExp(stepFrom, 'u'))).toBeVisible()
  await anybody.close()
})
