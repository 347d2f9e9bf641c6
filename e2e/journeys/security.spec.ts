import { register } from '../customer.ts'
import { expect, test } from '../journey.ts'
import { HomePage } from '../pages/home.ts'
import { LoginPage } from '../pages/login.ts'
import { ProfilePage } from '../pages/profile.ts'
import { SecurityPage } from '../pages/security.ts'

test.use({ signedIn: false })

test('a transaction password is chosen, forgotten and replaced, and money then stays for a day', async ({
  visit,
  say,
  page,
  customer,
  baseURL,
}) => {
  const member = await register(baseURL ?? '', `careful.${customer.user.id}@example.org`)
  const login = await new LoginPage(visit).open('pages/auth/login')
  await login.logIn(member.email, member.password)
  const profile = await (await new HomePage(visit).isShown()).tab('profile', ProfilePage)
  const settings = await profile.toSettings()
  await settings.content.getByRole('link', { name: say('settings', 'security.centre') }).click()
  const security = await new SecurityPage(visit).isShown()
  await security.says(say('accounts', 'security.pending'))

  const first = await security.toPayPassword()
  await first.choose(member.password, 'pay.title')
  await first.says(say('refusals', 'password.format'))
  await first.choose('clave-de-salida', 'pay.title')
  await security.isShown()
  await security.says(say('accounts', 'security.set'))

  const change = await security.toPayPassword()
  await change.forget()
  await change.choose('otra-de-salida', 'pay.new')
  await security.isShown()
  const [before = ''] = say('accounts', 'security.cooling').split('{{time}}')
  await expect(page.getByText(before)).toBeVisible()
})
