import { register } from '../customer.ts'
import { expect, test } from '../journey.ts'
import { oneTimePassword } from '../one-time-password.ts'
import { HomePage } from '../pages/home.ts'
import { LoginPage } from '../pages/login.ts'
import { SecurityPage } from '../pages/security.ts'

test.use({ signedIn: false })

test('a second factor is switched on, asked for at the login, recovered without the app, and switched off', async ({
  visit,
  say,
  page,
  customer,
  baseURL,
}) => {
  const member = await register(baseURL ?? '', `factor.${customer.user.id}@example.org`)
  const logIn = async () => {
    const login = await new LoginPage(visit).open('pages/auth/login')
    await login.logIn(member.email, member.password)
    return login
  }
  /** From home, which needs no session: another page would lead to the login by itself, to come back after it. */
  const forgetSession = async () => {
    const home = await new HomePage(visit).open('')
    await home.isShown()
    await page.evaluate(() => localStorage.removeItem('rueda.session'))
    await page.reload()
    await home.isShown()
  }
  await logIn()
  await new HomePage(visit).isShown()
  const security = await new SecurityPage(visit).open('pages/setting/security')
  await security.says(say('security', 'factor.off'))
  const factor = await security.toTwoFactor()
  const key = await factor.begin()
  const codes = await factor.confirm(oneTimePassword(key))
  expect(codes).toHaveLength(10)
  await factor.says(say('security', 'factor.on'))

  await forgetSession()
  const login = await logIn()
  await login.says(say('security', 'login.why'))
  // The code of this half minute has served; the one of the next is taken too.
  await login.giveCode(oneTimePassword(key, 1))
  await new HomePage(visit).isShown()

  await forgetSession()
  await (await logIn()).giveRecoveryCode(codes[0] ?? '')
  await new HomePage(visit).isShown()
  const again = await (await new SecurityPage(visit).open('pages/setting/security')).toTwoFactor()
  await again.says(say('security', 'recovery.left', { num: '9' }))
  await again.remove()
  await again.says(say('security', 'factor.off'))
})
