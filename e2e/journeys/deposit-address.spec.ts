import { expect, test } from '../journey.ts'
import { DepositPage } from '../pages/deposit.ts'
import { readCode } from '../qr-code.ts'

/** The address of a coin: it shows when its network was chosen by hand, and what is copied is exactly it. */
const TRON = /^T[1-9A-HJ-NP-Za-km-z]{33}$/u

test('no network is chosen beforehand, and the least amount stands above the address', async ({ visit, page, say }) => {
  const deposit = await new DepositPage(visit).open('pages/deposit/wallet?coin=USDT')
  await expect(deposit.content.getByText(say('deposits', 'chooseNetwork'))).toBeVisible()
  await expect(deposit.content.getByRole('button', { name: 'TRC20', exact: true })).toHaveAttribute('aria-pressed', 'false')
  await expect(deposit.content.getByText(TRON)).toHaveCount(0)
  await expect(deposit.content.getByRole('img')).toHaveCount(0)

  await deposit.content.getByRole('button', { name: 'TRC20', exact: true }).click()
  await deposit.content.getByRole('checkbox').check()
  const rule = (label: string) => deposit.content.locator('dl > div', { has: page.getByText(label, { exact: true }) })
  const least = rule(say('deposits', 'least'))
  const confirmations = rule(say('deposits', 'confirmed'))
  const picture = deposit.content.getByRole('img', { name: /USDT/u })
  const top = async (part: typeof picture) => (await part.boundingBox())?.y ?? 0
  await expect(least).toContainText('1,00')
  await expect(confirmations).toContainText(/\b3\b/u)
  for (const above of [least, confirmations]) expect(await top(above)).toBeLessThan(await top(picture))
})

for (const theme of ['dark', 'light'] as const)
  test.describe(`in the ${theme} theme`, () => {
    test.use({ settings: { theme } })

    test('a camera reads the address out of its picture, and nothing else', async ({ visit, page }) => {
      const deposit = await new DepositPage(visit).open('pages/deposit/index')
      await deposit.toCoin('USDT', 'TRC20')
      const shown = (await deposit.content.getByText(TRON).textContent()) ?? ''
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      expect(await readCode(page, deposit.content.getByRole('img', { name: /USDT/u }))).toBe(shown)
    })
  })

test('what is copied is the address, and is said', async ({ visit, page, context, say }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const deposit = await new DepositPage(visit).open('pages/deposit/index')
  await deposit.toCoin('USDT', 'TRC20')
  const shown = (await deposit.content.getByText(TRON).textContent()) ?? ''
  await deposit.content.getByRole('button', { name: new RegExp(`^${say('ui', 'copy')}: `, 'u') }).click()
  await expect(page.getByText(say('ui', 'copied'), { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown)
})
