import type { Page } from '@playwright/test'
import { register } from '../customer.ts'
import { expect, test } from '../journey.ts'
import { HomePage } from '../pages/home.ts'
import { LoginPage } from '../pages/login.ts'
import { SecurityPage } from '../pages/security.ts'

test.use({ signedIn: false })

/** The browser's own virtual device, which keeps passkeys and is unlocked at once. */
async function giveDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a passkey is made, logs in without a password, and is taken away', async ({ visit, say, page, customer, baseURL }) => {
  // Passkeys belong to a name, and an address is none.
  const address = (baseURL ?? '').replace('127.0.0.1', 'localhost')
  await giveDevice(page)
  const member = await register(baseURL ?? '', `passkey.${customer.user.id}@example.org`)
  await page.goto(`${address}/#/pages/auth/login`)
  const login = await new LoginPage(visit).isShown()
  await login.logIn(member.email, member.password)
  await new HomePage(visit).isShown()
  await page.goto(`${address}/#/pages/setting/security`)
  const factor = await (await new SecurityPage(visit).isShown()).toTwoFactor()
  await factor.addPasskey('My phone')
  await expect(factor.content.getByText('My phone')).toBeVisible()

  await page.evaluate(() => localStorage.removeItem('rueda.session'))
  // From nowhere: a page that needs a session would be led back to after logging in.
  await page.goto('about:blank')
  await page.goto(`${address}/#/pages/auth/login`)
  await (await new LoginPage(visit).isShown()).logInWithPasskey()
  await new HomePage(visit).isShown()
  await page.goto(`${address}/#/pages/setting/security`)
  const again = await (await new SecurityPage(visit).isShown()).toTwoFactor()
  await again.removePasskey('My phone')
  await expect(again.content.getByText('My phone')).toBeHidden()
  await again.says(say('security', 'passkey.add'))
})
