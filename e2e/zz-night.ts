import { rmSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { launchOptions } from '../tools/browser.ts'
import { newDataFolder, startServerProcess } from '../tools/server-process.ts'
import { hold, practise } from './customer.ts'
import { keptOnDevice } from './device.ts'

const dataFolder = newDataFolder('rueda-zz-')
const server = await startServerProcess({ DATA_DIR: dataFolder, SIM_SEED: 'journeys', SIM_CLOCK: 'scaled:60@2026-03-10T03:40:00Z' })
const browser = await chromium.launch(await launchOptions())
try {
  const customer = await practise(server.address)
  await hold(customer, 'ARDV', '3')
  await new Promise((r) => setTimeout(r, 25_000))
  await new Promise((r) => setTimeout(r, 62_000))
  for (const [language, theme, width, height] of [['es', 'dark', 390, 844], ['de', 'light', 1440, 900]] as const) {
    const context = await browser.newContext({ viewport: { width, height }, serviceWorkers: 'block', colorScheme: theme,
      storageState: { cookies: [], origins: [{ origin: server.address, localStorage: keptOnDevice(language, { theme } as never, customer) }] } })
    const page = await context.newPage()
    page.on('console', (m) => m.type() === 'error' && console.log('console', m.text()))
    await page.goto(`${server.address}/#/pages/trust/index`)
    await page.waitForTimeout(6000)
    const buttons = page.getByRole('button', { name: language === 'es' ? /^Comprobar ahora/u : /^Jetzt prüfen/u })
    console.log('buttons', await buttons.count())
    for (let i = 0; i < await buttons.count(); i += 1) { await buttons.nth(i).click(); await page.waitForTimeout(2500) }
    await page.waitForTimeout(4000)
    await page.screenshot({ path: `/tmp/trust-${language}.png`, fullPage: true })
    console.log((await page.locator('main').innerText()).split('\n').filter((l) => /\d{4}|:/u.test(l)).join('\n'))
    await context.close()
  }
} finally {
  await browser.close()
  await server.end('SIGTERM')
  rmSync(dataFolder, { recursive: true, force: true })
}
