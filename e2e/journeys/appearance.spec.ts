import { expect, test } from '../journey.ts'
import { ProfilePage } from '../pages/profile.ts'
import { RegisterPage } from '../pages/register.ts'
import { SettingsPage } from '../pages/settings.ts'
import { wordsOf } from '../words.ts'

/** Language, theme and palette hold at once and stay. */
test.describe('in the middle of registering', () => {
  test.use({ signedIn: false })

  test('another language keeps the page and what was typed', async ({ visit, page, say }) => {
    const hash = 'pages/auth/register?invite=ABCD1234'
    const register = await (await new RegisterPage(visit).open(hash)).isShown()
    await register.email.fill('polyglot@example.org')
    await page.getByRole('button', { name: say('common', 'language') }).click()
    await page.getByRole('dialog').getByRole('radio', { name: 'English' }).click()

    const english = new RegisterPage({ page, say: wordsOf('en') })
    await english.isShown()
    await expect(english.email).toHaveValue('polyglot@example.org')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
    expect(page.url()).toContain(`#/${hash}`)
  })
})

/** What is there before any script of the app has run is of the chosen colour, whatever the system prefers. */
for (const [theme, other] of [
  ['dark', 'light'],
  ['light', 'dark'],
] as const) {
  test.describe(`who chose ${theme} on a ${other} system`, () => {
    test.use({ settings: { theme }, colorScheme: other })

    test('sees no flash of the other before the app is there', async ({ page, complaints }) => {
      complaints.expect(/ERR_FAILED/)
      await page.route('**/assets/*.js', (route) => route.abort('failed'))
      await page.goto('/', { waitUntil: 'domcontentloaded' })
      const { ground, chosen } = await page.evaluate(() => {
        const root = getComputedStyle(document.documentElement)
        document.body.style.color = root.getPropertyValue('--bg')
        return { ground: root.backgroundColor, chosen: getComputedStyle(document.body).color }
      })
      expect(ground).toBe(chosen)
      expect(ground).toBe(theme === 'dark' ? 'rgb(11, 14, 20)' : 'rgb(244, 246, 250)')
    })
  })
}

test('theme and palette hold at once and after a reload', async ({ visit, page }) => {
  const settings = await (await new ProfilePage(visit).open('pages/profile/index')).toSettings()
  const root = page.locator('html')
  await settings.chooseTheme('dark')
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await settings.choosePalette('blue-orange')
  await expect(root).toHaveAttribute('data-updown', 'blue-orange')
  await page.reload()
  await settings.isShown()
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await expect(root).toHaveAttribute('data-updown', 'blue-orange')
  await settings.chooseTheme('light')
  await expect(root).toHaveAttribute('data-theme', 'light')
})

test('a language chosen in the settings speaks at once', async ({ visit, page }) => {
  const settings = await new SettingsPage(visit).open('pages/setting/index')
  await settings.chooseLanguage('日本語')
  await new SettingsPage({ page, say: wordsOf('ja') }).isShown()
  await expect(page).toHaveTitle(new RegExp(wordsOf('ja')('titles', 'settings')))
})
