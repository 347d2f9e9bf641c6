import { expect, test } from '../journey.ts'
import { LoginPage } from '../pages/login.ts'
import { QuotePage } from '../pages/quote.ts'
import { register } from '../customer.ts'
import { TicketPage } from '../pages/ticket.ts'

/** An order is for the number typed this time, never for that number appended to an old one. */
test('a new ticket is empty, whatever was typed into the one before', async ({ visit }) => {
  const quote = await new QuotePage(visit).openStock('ARDV', 'Aurora Devices')
  const ticket = await quote.buy()
  await ticket.press('1', '2')
  await expect(ticket.quantity).toHaveValue('12')
  await ticket.back()
  await quote.isShown('Aurora Devices')
  await quote.buy()
  await expect(ticket.quantity).toHaveValue('')
  await ticket.press('3')
  await expect(ticket.quantity).toHaveValue('3')
})

test('going back to a ticket finds what was typed, says so, and the first digit replaces it', async ({ visit, page, say }) => {
  const quote = await new QuotePage(visit).openStock('ARDV', 'Aurora Devices')
  const ticket = await quote.buy()
  await ticket.press('1', '2')
  await ticket.toQuote()
  await quote.isShown('Aurora Devices')
  await page.goBack()
  await expect(ticket.quantity).toHaveValue('12')
  await ticket.says(say('orders', 'kept'))
  await ticket.press('3')
  await expect(ticket.quantity).toHaveValue('3')
  await ticket.press('4')
  await expect(ticket.quantity).toHaveValue('34')
  await expect(page.getByText(say('orders', 'kept'))).toBeHidden()
})

test('the same holds on a keyboard, and a kept draft can be thrown away', async ({ visit, page, say }) => {
  const ticket = await new TicketPage(visit).openStock('ARDV')
  await ticket.quantity.fill('12')
  await page.reload()
  await ticket.says(say('orders', 'kept'))
  await ticket.quantity.click()
  await page.keyboard.type('45')
  await expect(ticket.quantity).toHaveValue('45')
  await page.reload()
  await expect(ticket.quantity).toHaveValue('45')
  await page.getByRole('button', { name: say('orders', 'kept.clear') }).click()
  await expect(ticket.quantity).toHaveValue('')
})

test('a share of what is possible makes way for a digit too', async ({ visit, page }) => {
  const ticket = await new TicketPage(visit).openStock('ARDV')
  await page.getByRole('button', { name: '50%', exact: true }).click()
  await expect(ticket.quantity).not.toHaveValue('')
  await ticket.press('7')
  await expect(ticket.quantity).toHaveValue('7')
})

test.describe('for a guest', () => {
  test.use({ signedIn: false })

  test('signing in for an order leads back to it as it was typed', async ({ visit, say, customer, baseURL }) => {
    const member = await register(baseURL ?? '', `typed-first.${customer.user.id}@example.org`)
    const ticket = await new TicketPage(visit).openStock('ARDV')
    await ticket.press('1', '2')
    await ticket.signIn()
    await new LoginPage(visit).logIn(member.email, member.password)
    await expect(ticket.quantity).toHaveValue('12')
    await ticket.says(say('orders', 'kept'))
  })
})

test('our digits make way while another field is typed in, and write into the size again after it', async ({ visit, page }) => {
  const ticket = await new TicketPage(visit).openStock('ARDV')
  await ticket.atLimit('30')
  await expect(ticket.limit).toBeFocused()
  const seven = page.getByRole('button', { name: '7', exact: true })
  await expect(seven).toBeHidden()
  await ticket.quantity.focus()
  await seven.click()
  await expect(ticket.quantity).toHaveValue('7')
  await expect(ticket.limit).toHaveValue('30')
})
