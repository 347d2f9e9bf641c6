import { accounts } from '@rueda/contract/accounts.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { ask, hold, rest } from '../customer.ts'
import { expect, test } from '../journey.ts'
import { HomePage } from '../pages/home.ts'
import { LoanPage } from '../pages/loan.ts'
import { LoginPage } from '../pages/login.ts'
import { PracticePage } from '../pages/practice.ts'
import { ProfilePage } from '../pages/profile.ts'
import { RegisterPage } from '../pages/register.ts'
import { TradePage } from '../pages/trade.ts'

/** A visitor who does not want to register has an account with money in one press. */
test.use({ signedIn: false })

test('a practice account in one press from home', async ({ visit }) => {
  const home = await new HomePage(visit).visitHome()
  await home.practise()
  await home.hasBalance('100.000,00')
})

test('from the login it leads back to where one wanted to go', async ({ visit, say }) => {
  const login = await new LoginPage(visit).open('pages/auth/login?return=%2Fpages%2Ftrade%2Findex')
  await login.practise()
  const trade = await new TradePage(visit).isShown()
  await trade.says(say('positions', 'holding.empty'))
})

test.describe('an account that was practised with', () => {
  test.use({ signedIn: true })

  test('says at the logout what is lost, and is kept by registering: same number, positions and orders', async ({
    visit,
    say,
    page,
    customer,
    baseURL,
  }) => {
    await hold(customer, 'ARDV', '3')
    await rest(customer, 'ARDV', '30', '10')
    const email = `kept.${customer.user.id}@example.org`
    const profile = await new ProfilePage(visit).open('pages/profile/index')
    const register = await profile.keepInsteadOfLogout()
    await register.confirmEmail(email)
    await register.choosePassword('wheel-of-fortune', 'keep.submit')
    await profile.isShown()
    await expect(page.getByText(say('profile', 'practiceWhy'))).toBeHidden()

    const { token, user } = await ask(baseURL ?? '', null, accounts.login, { username: email, password: 'wheel-of-fortune' })
    expect(user.id).toBe(customer.user.id)
    expect((await ask(baseURL ?? '', token, positions.holding, {})).list.map(({ quantity }) => quantity)).toEqual(['3'])
    expect((await ask(baseURL ?? '', token, orders.list, { working: 1 })).total).toBe(1)

    const login = await profile.logOut()
    await login.logIn(email, 'wheel-of-fortune')
    const trade = await new TradePage(visit).open('pages/trade/index')
    await trade.says('Aurora Devices')
  })

  test('registers on the way to a loan, and is back at the loan', async ({ visit, say, customer }) => {
    const loan = await (await new LoanPage(visit).open('pages/loan/index')).isShown()
    await expect(loan.content.getByText(say('accounts', 'keep.first.loan'))).toBeVisible()
    await expect(loan.content.getByText(say('accounts', 'keep.then'))).toBeVisible()
    await loan.content.getByRole('link', { name: say('accounts', 'keep.register') }).click()
    const register = new RegisterPage(visit)
    await register.confirmEmail(`lent.${customer.user.id}@example.org`)
    await register.choosePassword('wheel-of-fortune', 'keep.submit')
    await loan.isShown()
    await expect(loan.content.getByText(say('cards', 'gate.identity.loan'))).toBeVisible()
  })

  test('can be left all the same', async ({ visit, say, page }) => {
    const profile = await new ProfilePage(visit).open('pages/profile/index')
    await profile.losePractice()
    await expect(page.getByRole('heading', { level: 1, name: say('accounts', 'login.title') })).toBeVisible()
  })

  test('begins again: its positions are closed, the money is new, and it waits a week for the next time', async ({
    visit,
    say,
    page,
    customer,
  }) => {
    await hold(customer, 'ARDV', '3')
    const practice = await (await new PracticePage(visit).open('pages/practice/index')).isShown()
    await expect(practice.content.getByText(say('practice', 'positions'))).toBeVisible()
    await practice.beginAgain()
    await practice.says(say('practice', 'done'))
    await expect(page.getByRole('button', { name: new RegExp(say('practice', 'from').replace('{{date}}', ''), 'u') })).toBeVisible()
    expect((await customer.call(positions.holding, {})).total).toBe(0)
    const home = await new HomePage(visit).visitHome()
    await home.hasBalance('100.000,00')
  })
})
