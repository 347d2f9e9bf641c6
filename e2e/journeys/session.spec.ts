import { accounts } from '@rueda/contract/accounts.ts'
import type { Page } from '@playwright/test'
import { ask, register } from '../customer.ts'
import { expect, test } from '../journey.ts'
import { HomePage } from '../pages/home.ts'
import { LoginPage } from '../pages/login.ts'
import { ProfilePage } from '../pages/profile.ts'
import { TicketPage } from '../pages/ticket.ts'

/** In, out, in again with a new password, and what happens when the server ends a session while something is typed. */
test.use({ signedIn: false })

const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('rueda.session') ?? '{}') as { state?: { token?: string } }).state?.token ?? '')

test('log in, log out, and a wrong password is told in words', async ({ visit, say, customer, baseURL }) => {
  const member = await register(baseURL ?? '', `in-and-out.${customer.user.id}@example.org`)
  const home = await new HomePage(visit).visitHome()
  const login = await home.toLogin()
  await login.logIn(member.email, 'not-my-password')
  await login.says(say('refusals', 'login.failed'))
  await login.logIn(member.email, member.password)
  await home.hasBalance('100.000,00')
  const profile = await home.tab('profile', ProfilePage)
  const after = await profile.logOut()
  await after.open('pages/profile/index')
  await after.says(say('profile', 'anonymous.title'))
})

test('a forgotten password is replaced with a mailed code', async ({ visit, customer, baseURL }) => {
  const member = await register(baseURL ?? '', `forgetful.${customer.user.id}@example.org`)
  const login = await new LoginPage(visit).open('pages/auth/login')
  const reset = await login.forgotPassword()
  await reset.confirmEmail(member.email)
  await reset.choosePassword('another-wheel')
  await login.isShown()
  await expect(login.user).toHaveValue(member.email)
  await login.logIn(member.email, 'another-wheel')
  await new HomePage(visit).hasBalance('100.000,00')
})

test('a session that ends in the middle of an order leads back to it, as it was typed', async ({
  visit,
  say,
  page,
  customer,
  baseURL,
  complaints,
}) => {
  complaints.expect(/401/)
  const member = await register(baseURL ?? '', `interrupted.${customer.user.id}@example.org`)
  const login = await new LoginPage(visit).open(
    `pages/auth/login?return=${encodeURIComponent('/pages/payment/stock?code=ARDV&market=US&source=0')}`,
  )
  await login.logIn(member.email, member.password)
  const ticket = new TicketPage(visit)
  await ticket.quantity.fill('77')
  await ticket.receiptIsThere()

  await ask(baseURL ?? '', await tokenOf(page), accounts.logout, {})
  await login.isShown()
  await login.says(say('common', 's.expired'))
  await login.logIn(member.email, member.password)
  await expect(ticket.quantity).toHaveValue('77')
  await ticket.receiptIsThere()
})

test('a session that ended while nobody listened is noticed at the next request', async ({
  visit,
  say,
  page,
  customer,
  baseURL,
  complaints,
}) => {
  complaints.expect(/401/)
  await page.routeWebSocket(/push/, (socket) => socket.onMessage(() => undefined))
  const member = await register(baseURL ?? '', `unheard.${customer.user.id}@example.org`)
  const login = await new LoginPage(visit).open(
    `pages/auth/login?return=${encodeURIComponent('/pages/payment/stock?code=ARDV&market=US&source=0&price=30')}`,
  )
  await login.logIn(member.email, member.password)
  const ticket = new TicketPage(visit)
  await ticket.quantity.fill('7')
  await ticket.receiptIsThere()
  await ask(baseURL ?? '', await tokenOf(page), accounts.logout, {})
  await ticket.quantity.fill('78')
  await login.isShown()
  await login.says(say('common', 's.expired'))
  await login.logIn(member.email, member.password)
  await expect(ticket.quantity).toHaveValue('78')
})
