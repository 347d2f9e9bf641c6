import { sayIn } from '../../apps/console/src/app/words/all.ts'
import { expect, test } from '../journey.ts'
import { oneTimePassword } from '../one-time-password.ts'
import { startServer } from '../server.ts'

const say = sayIn('es')
const SETUP_LINK = /\/console\/#\/setup\/\S+/u

/** A new server prints a link; its opener chooses a password and an authenticator app, and needs both from then on. */
test('the first staff account is set up from the link of the start, and comes in with both factors', async ({ page, complaints }) => {
  test.slow()
  const server = await startServer()
  try {
    await expect.poll(() => SETUP_LINK.test(server.said())).toBe(true)
    const link = `${server.address}${SETUP_LINK.exec(server.said())?.[0] ?? ''}`
    await page.goto(link)
    const secret = (await page.getByRole('main').locator('code').textContent()) ?? ''
    await page.getByLabel(say('signIn.email')).fill('ana@rueda.test')
    await page.getByLabel(say('setup.name')).fill('Ana Ruiz')
    await page.getByLabel(say('signIn.password'), { exact: true }).fill('a wheel turns all night')
    await page.getByLabel(say('signIn.code')).fill(oneTimePassword(secret))
    await page.getByRole('button', { name: say('setup.finish') }).click()
    await expect(page.getByRole('heading', { level: 1, name: say('nav.dashboard') })).toBeVisible()

    await page.getByRole('button', { name: say('app.signOut') }).click()
    const signIn = async (code: string) => {
      await page.getByLabel(say('signIn.email')).fill('ana@rueda.test')
      await page.getByLabel(say('signIn.password'), { exact: true }).fill('a wheel turns all night')
      await page.getByLabel(say('signIn.code')).fill(code)
      await page.getByRole('button', { name: say('signIn.enter') }).click()
    }
    await signIn('')
    await expect(page.getByRole('alert')).toBeVisible()
    await signIn(oneTimePassword(secret, 1))
    await expect(page.getByRole('heading', { level: 1, name: say('nav.dashboard') })).toBeVisible()

    await page.goto(`${server.address}/console/`)
    await page.goto(link)
    await expect(page.getByRole('alert')).toBeVisible()
    expect(complaints.unexpected()).toEqual([])
  } finally {
    // Pages that are open ask for their figures again and again; a server that stops under them is no fault of theirs.
    await page.goto('about:blank')
    await server.stop()
  }
})

/** A first account from the settings has a password and no second factor yet: signing in leads to the page for one, and says so. */
test('the first sign-in of an account from the settings goes to the set-up, and ends inside', async ({ page, complaints }) => {
  test.slow()
  const [email, password] = ['ana@rueda.test', 'a wheel turns all night']
  const server = await startServer({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password })
  // The console asks whether somebody is signed in, and nobody is.
  complaints.expect(/401/u)
  try {
    await page.goto(`${server.address}/console/`)
    await page.getByLabel(say('signIn.email')).fill(email)
    await page.getByLabel(say('signIn.password'), { exact: true }).fill(password)
    await page.getByRole('button', { name: say('signIn.enter') }).click()
    await expect(page.getByRole('heading', { level: 1, name: say('setup.title') })).toBeVisible()
    const secret = (await page.getByRole('main').locator('code').textContent()) ?? ''
    await page.getByLabel(say('signIn.code')).fill(oneTimePassword(secret))
    await page.getByRole('button', { name: say('setup.finish') }).click()
    await expect(page.getByRole('heading', { level: 1, name: say('nav.dashboard') })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: say('nav.dashboard') })).toBeVisible()
    expect(complaints.unexpected()).toEqual([])
  } finally {
    // Pages that are open ask for their figures again and again; a server that stops under them is no fault of theirs.
    await page.goto('about:blank')
    await server.stop()
  }
})
