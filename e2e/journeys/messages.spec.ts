import { hold } from '../customer.ts'
import { expect, test } from '../journey.ts'
import { AlertsPage } from '../pages/alerts.ts'
import { HomePage } from '../pages/home.ts'
import { MessagesPage } from '../pages/messages.ts'
import { QuotePage } from '../pages/quote.ts'

/** Messages to the customer: a filled order counts on the bell while nobody reloads, and alerts are kept and switched. */
const STOCK = { code: 'ARDV', name: 'Aurora Devices' }

test('a fill is told, counted, opened and read', async ({ visit, page, say, customer }) => {
  await new HomePage(visit).visitHome()
  await expect(page.getByRole('link', { name: say('common', 'bellUnread', { num: '1' }) })).toBeVisible()
  await hold(customer, STOCK.code, '3')
  await page.getByRole('link', { name: say('common', 'bellUnread', { num: '2' }) }).click()

  const messages = await new MessagesPage(visit).isShown()
  const bought = say('messages', 'order.bought.title', { code: STOCK.code })
  await messages.isUnread(bought)
  await messages.openMessage(bought)
  await expect(page.getByRole('link', { name: say('messages', 'open.order') })).toBeVisible()
  await messages.back()
  await messages.isUnread(say('messages', 'account.welcome.title'))
  await messages.markAllRead()
  await new HomePage(visit).visitHome()
  await expect(page.getByRole('link', { name: say('common', 'bell'), exact: true })).toBeVisible()
})

test('an alert is made on the quote, kept, and switched off', async ({ visit, say }) => {
  await new QuotePage(visit).openStock(STOCK.code, STOCK.name)
  const alerts = new AlertsPage(visit)
  await alerts.create('900')
  await alerts.open('pages/alert/index')
  const condition = say('alerts', 'when.above', { level: '900,00' })
  await expect(alerts.alert(condition)).toHaveAttribute('aria-checked', 'true')
  await alerts.turn(condition, false)
  await alerts.turn(condition, true)
})
