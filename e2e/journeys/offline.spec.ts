import { expect, test } from '../journey.ts'
import { HomePage } from '../pages/home.ts'
import { TicketPage } from '../pages/ticket.ts'

/** Without a connection the screen says so, keeps what it has, sends nothing, and comes back by itself. */
test('the connection goes and comes back in the middle of a ticket', async ({ visit, page, context, say, complaints }) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|WebSocket/)
  const ticket = await new TicketPage(visit).openStock('ARDV')
  await ticket.quantity.fill('5')
  await ticket.receiptIsThere()

  await context.setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: say('ui', 'offlineData', { time: '' }) })).toBeVisible()
  await expect(page.getByRole('button', { name: say('ui', 'offline'), exact: true })).toBeDisabled()

  await context.setOffline(false)
  await expect(page.getByRole('status').filter({ hasText: say('ui', 'connected') })).toBeVisible()
  await expect(ticket.quantity).toHaveValue('5')
  await ticket.receiptIsThere()
})

/** A page that was first asked for without a connection opens once there is one, by itself, and nothing is loaded anew. */
test('a page that had not been loaded comes with the connection', async ({ visit, page, context, say, complaints }) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch/)
  await new HomePage(visit).visitHome()
  await page.evaluate(() => Object.assign(window, { stayed: true }))

  await context.setOffline(true)
  await page.getByRole('link', { name: say('common', 'tab.watchlist') }).click()
  const retry = page.getByRole('button', { name: say('ui', 'retry') })
  await expect(retry).toBeVisible()
  await retry.click()
  await expect(retry).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: say('titles', 'watchlist') })).toBeVisible()
  await expect(retry).toBeHidden()
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
})

test('a page of a build that the server replaced brings the new build', async ({ visit, page, say, complaints }) => {
  complaints.expect(/404|Failed to fetch/)
  await new HomePage(visit).visitHome()
  await page.route('**/assets/Watchlist-*.js', (route) => route.fulfill({ status: 404, body: '' }), { times: 1 })
  await page.getByRole('link', { name: say('common', 'tab.watchlist') }).click()
  await expect(page.getByRole('heading', { name: say('titles', 'watchlist') })).toBeVisible()
})
