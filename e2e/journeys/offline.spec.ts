import { expect, test } from '../journey.ts'
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
