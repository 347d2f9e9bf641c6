import { suitability } from '@rueda/contract/suitability.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { expect, test } from '../journey.ts'
import { ProfilePage } from '../pages/profile.ts'
import { SuitabilityPage } from '../pages/suitability.ts'
import { TicketPage } from '../pages/ticket.ts'
import { TradePage } from '../pages/trade.ts'

/**
 * A newcomer types an order in a future and is led to the questions: fails them and reads why, leaves, goes on where it was left, passes, and
 * finds the order as it was typed, and places it.
 */
const FUTURE = 'SBTC-2026H'
test.use({ suitable: false })

test('a newcomer answers the questions on the way to the first future', async ({ visit, say, page, customer }) => {
  await customer.call(transfers.create, { fromWalletType: 'STOCK', toWalletType: 'FUTURE', amount: '10000' })
  const ticket = await new TicketPage(visit).openIn('FUT', FUTURE)
  await ticket.quantity.fill('1')
  await expect(ticket.fact(say('orders', 'margin.margin'))).toContainText(/\d/)
  const way = page.getByRole('link', { name: say('orders', 'blocker.questions') })
  await way.click()

  const questions = await new SuitabilityPage(visit).isShown()
  await questions.says(say('suitability', 'intro.tries', { count: 2, num: 2 }))
  await questions.begin()
  await expect(page.getByRole('button', { name: say('suitability', 'choose') })).toBeDisabled()
  const mistakes = await questions.answerFrom(1, 3)
  await questions.ends('failed', 5)
  for (const id of mistakes) await questions.explains(id)
  await questions.backToOrder()
  await expect(ticket.quantity).toHaveValue('1')
  await way.click()

  // What was answered is there after leaving, and the questions are the same.
  await questions.begin()
  const first = await questions.choose(true)
  await questions.next()
  await questions.isAt(2)
  await page.reload()
  await page.getByRole('button', { name: say('suitability', 'continue') }).click()
  await questions.isAt(2)
  await page.getByRole('button', { name: say('suitability', 'previous') }).click()
  expect(await questions.question()).toBe(first)
  await questions.next()
  await questions.answerFrom(2, 2)
  await questions.ends('passed', 6)
  await questions.backToOrder()

  await expect(ticket.quantity).toHaveValue('1')
  const review = await ticket.review()
  await review.hold('buy')
  await review.ends('filled')
  const trade = await review.inTrade(TradePage)
  await trade.choose('holdings')
  await expect(page.getByText(FUTURE).first()).toBeVisible()
})

test('two failures pause for a day, and the profile says until when', async ({ visit, say, page, customer }) => {
  const questions = await new SuitabilityPage(visit).open('pages/setting/suitability')
  await questions.begin()
  await questions.answerFrom(1, 8)
  await questions.ends('failed', 0)
  await questions.begin('again')
  await questions.answerFrom(1, 3)
  await questions.ends('failed', 5)
  await questions.says(say('suitability', 'state.paused'))
  await expect(page.getByRole('button', { name: say('suitability', 'again') })).toBeHidden()
  expect(await customer.call(suitability.state, {})).toMatchObject({ status: 'paused', triesLeft: 0 })

  const profile = await (await new ProfilePage(visit).open('pages/profile/index')).isShown()
  const [before = ''] = say('suitability', 'state.pausedUntil').split('{{date}}')
  await profile.content.getByRole('link', { name: new RegExp(`${say('profile', 'menu.suitability')}.*${before}`) }).click()
  await questions.isShown()
  await questions.says(say('suitability', 'result.last'))
})
