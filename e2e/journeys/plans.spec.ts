import { plans } from '@rueda/contract/plans.ts'
import { hold } from '../customer.ts'
import { expect, test } from '../journey.ts'
import { PlanPage } from '../pages/plan.ts'
import { ProfilePage } from '../pages/profile.ts'
import { TradePage } from '../pages/trade.ts'

/** A recurring buy from the profile: what it costs before it begins, changed, paused, resumed and ended; and dividends that are reinvested. */
const STOCK = { code: 'ARDV', name: 'Aurora Devices' }

test('a plan is begun with its cost in sight, changed, paused, resumed and ended', async ({ visit, say, customer }) => {
  const profile = await (await new ProfilePage(visit).open('pages/profile/index')).isShown()
  await profile.content.getByRole('link', { name: say('titles', 'plans') }).click()
  const page = await new PlanPage(visit).isShown()
  await page.says(say('plans', 'empty.open'))
  await page.beginFor(STOCK.name, STOCK.code)

  // The button leads to the amount while there is none, and says what is too little.
  await page.sheet.getByRole('button', { name: say('common', 'f.amount.missing') }).click()
  await expect(page.amount).toBeFocused()
  await page.amount.fill('1')
  await expect(page.sheet.getByRole('button', { name: say('plans', 'amount.tooLittle').split('{{')[0] ?? '' })).toBeVisible()
  await page.amount.fill('40')
  await page.sheet.getByRole('tab', { name: say('plans', 'rhythm.week') }).click()
  // Half a dollar of forty is dear, and is said before the button.
  await expect(page.sheet.getByText('$0,50')).toBeVisible()
  await expect(page.sheet.getByText(say('plans', 'fee.high').replace('{{percent}}', '1,25%'))).toBeVisible()
  await expect(page.sheet.getByText('$2.080,00')).toBeVisible()
  // Nothing begins before all of it was read once more.
  await page.review()
  await expect(page.sheet.getByText(`${STOCK.name} (${STOCK.code})`)).toBeVisible()
  await expect(page.sheet.getByText('$40,00')).toBeVisible()
  await expect(page.sheet.getByText(say('plans', 'pauses'))).toBeVisible()
  expect((await customer.call(plans.list, {})).list).toEqual([])
  await page.hold()
  await expect(page.sheet).toBeHidden()
  expect((await customer.call(plans.list, {})).list).toMatchObject([{ amount: '40.00', rhythm: 'week', day: 1, status: 'active' }])

  await page.openPlan(STOCK.name)
  await page.says(say('plans', 'runs.none'))
  await page.press('change')
  await page.amount.fill('200')
  await page.review()
  await page.hold('review.holdChange')
  await expect(page.sheet.getByText('$200,00')).toBeVisible()
  await page.press('pause')
  await expect(page.sheet.getByText(say('plans', 'state.paused'))).toBeVisible()
  await page.press('resume')
  await expect(page.sheet.getByText(say('plans', 'state.active'))).toBeVisible()
  await page.press('end')
  await page.press('end')
  await page.says(say('plans', 'empty.open'))
  expect((await customer.call(plans.list, {})).list).toMatchObject([{ amount: '200.00', status: 'ended' }])
})

test('the dividends of a holding are reinvested from its details', async ({ visit, say, customer }) => {
  await hold(customer, STOCK.code, '10')
  const page = await new TradePage(visit).openTrade()
  await page.inFull(STOCK.name)
  const reinvest = page.sheet.getByRole('switch', { name: say('plans', 'reinvest') })
  await reinvest.click()
  await expect(reinvest).toBeChecked()
  expect((await customer.call(plans.list, {})).list).toMatchObject([{ kind: 'reinvestment', stockCode: STOCK.code, status: 'active' }])
  await reinvest.click()
  await expect(reinvest).not.toBeChecked()
})
