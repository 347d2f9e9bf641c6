import { rmSync } from 'node:fs'
import type { Browser, BrowserContext } from '@playwright/test'
import { dayAlpha, dayKeyOf } from '@rueda/proof/day.ts'
import { vrfDraw, vrfProve } from '@rueda/proof/vrf.ts'
import { type ServerProcess, newDataFolder, startServerProcess } from '../../tools/server-process.ts'
import { practise } from '../customer.ts'
import { keptOnDevice } from '../device.ts'
import { expect, listen, test } from '../journey.ts'
import { DayPage } from '../pages/day.ts'
import { LiabilitiesPage } from '../pages/liabilities.ts'
import { TrustPage } from '../pages/trust.ts'
import { wordsOf } from '../words.ts'

/**
 * `docs/rules/proof.md` P.23: days that nobody chose, on a device that has seen the key of days in the log, and what a house that lies about one of
 * them gets. A server without a seed, which opens as a day ends.
 */
test.describe.configure({ mode: 'serial' })

const say = wordsOf('es')
const DATE = '2026-11-19'
const DAY_SAID_MS = 200_000
const OTHER_SECRET = new Uint8Array(32).fill(9)
const SETTINGS = { SIM_CLOCK: 'scaled:1@2026-11-20T04:59:15Z' }
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

type Memory = Awaited<ReturnType<BrowserContext['storageState']>>
let server: ServerProcess
let dataFolder: string
let memory: Memory

async function device(browser: Browser, storageState: Memory) {
  const context = await browser.newContext({
    ...{ storageState, baseURL: server.address, viewport: { width: 390, height: 844 }, serviceWorkers: 'block' as const },
  })
  const page = await context.newPage()
  return { context, page, dayPage: new DayPage({ page, say }), trustPage: new TrustPage({ page, say }) }
}

test.beforeAll(async () => {
  test.setTimeout(DAY_SAID_MS)
  dataFolder = newDataFolder('rueda-e2e-days-')
  server = await startServerProcess({ DATA_DIR: dataFolder, PORT: '0', ...SETTINGS })
  // Somebody whom the house owes something as the day ends.
  await practise(server.address)
  memory = { cookies: [], origins: [{ origin: server.address, localStorage: keptOnDevice('es', {}, null) }] }
  const isSaid = async () => {
    const answer = await fetch(`${server.address}/trust/days/US/${DATE}`)
    return ((await answer.json()) as { entry?: number | null }).entry ?? null
  }
  await expect.poll(isSaid, { timeout: DAY_SAID_MS }).not.toBeNull()
})
test.afterAll(async () => {
  await server.end('SIGKILL')
  rmSync(dataFolder, { recursive: true, force: true })
})

test('a finished day is proven, and its minutes are drawn again on the device', async ({ browser }) => {
  test.slow()
  const { context, page, dayPage, trustPage } = await device(browser, memory)
  const complaints = listen(page)
  await trustPage.visitTrust()
  await trustPage.checks('days')
  await trustPage.finds(trustPage.claim('days'), 'found.days')
  await dayPage.visitDays()
  await dayPage.choose(DATE)
  await expect(dayPage.content.getByText(say('trust', 'day.proven'))).toBeVisible()
  // The market's clock is not the real one.
  await expect(dayPage.content.getByText(say('trust', 'day.unclaimed.clock.text'))).toBeVisible()
  await dayPage.drawAgain('ARDV')
  await expect(dayPage.drawing).toContainText(/1\.440/u, { timeout: 60_000 })
  await expect(dayPage.drawing).toContainText(say('trust', 'again.customers', { customers: '0' }))
  expect(complaints.unexpected()).toEqual([])
  memory = await context.storageState()
  await context.close()
})

const LIES = [
  ['another key of the day', 'day.fault.key', (day: object) => ({ ...day, key: 'ab'.repeat(32) })],
  [
    'a day drawn with another key',
    'day.fault.proof',
    (day: object) => {
      const alpha = dayAlpha({ market: 'US', date: DATE, beacon: null })
      const output = vrfDraw(OTHER_SECRET, alpha)
      return { ...day, proof: hex(vrfProve(OTHER_SECRET, alpha)), output: hex(output), key: hex(dayKeyOf(output)) }
    },
  ],
  ['an engine that the log does not name', 'day.fault.entry', (day: object) => ({ ...day, engine: 'cd'.repeat(32) })],
  ['another entry in the place of the engine', 'day.fault.engine', (day: object) => ({ ...day, engineEntry: 0 })],
] as const

for (const [name, fault, lie] of LIES) {
  test(`${name} is found`, async ({ browser }) => {
    const { context, page, dayPage } = await device(browser, memory)
    await page.route(`**/trust/days/US/${DATE}`, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: lie((await answer.json()) as object) })
    })
    await dayPage.visitDay('US', DATE)
    await expect(dayPage.content.getByText(say('trust', fault))).toBeVisible()
    await context.close()
  })
}

test('another key of days than the one that was seen is found, whatever the house proves with it', async ({ browser }) => {
  const { context, page, dayPage, trustPage } = await device(browser, memory)
  // Another entry of the log in its place.
  await page.route('**/trust/keys', async (route) => {
    const answer = await route.fetch()
    const keys = (await answer.json()) as { vrf: object }
    await route.fulfill({ json: { ...keys, vrf: { ...keys.vrf, entry: 0 } } })
  })
  await dayPage.visitDay('US', DATE)
  await expect(dayPage.content.getByText(say('trust', 'day.keyChanged'))).toBeVisible()
  await trustPage.visitTrust()
  await trustPage.checks('days')
  await trustPage.finds(trustPage.claim('days'), 'found.days.key')
  await context.close()
})

test('what the house owed as the day ended is in the log, and a sum that is not is found', async ({ browser }) => {
  test.slow()
  const { context, page } = await device(browser, memory)
  const complaints = listen(page)
  const isSaid = async () => {
    const night = (await (await fetch(`${server.address}/trust/liabilities/${DATE}`)).json()) as {
      liabilities?: { entry: number | null }[]
    }
    return night.liabilities?.map(({ entry }) => entry !== null) ?? []
  }
  await expect.poll(isSaid, { timeout: DAY_SAID_MS }).toEqual([true])
  const liabilities = await new LiabilitiesPage({ page, say }).visitLiabilities()
  await expect(liabilities.currency('USD')).toContainText('100.000,00')
  await expect(liabilities.currency('USD')).toContainText(say('trust', 'nights.bank'))
  await liabilities.comparesWithLog()
  await liabilities.finds('nights.sameHeld', { num: '1', of: '1' })

  await page.route(`**/trust/liabilities/${DATE}`, async (route) => {
    const answer = await route.fetch()
    const night = (await answer.json()) as { liabilities: { total: string }[] }
    for (const each of night.liabilities) each.total = String(BigInt(each.total) + 1n)
    await route.fulfill({ response: answer, json: night })
  })
  await liabilities.visitLiabilities()
  await page.reload()
  await liabilities.comparesWithLog()
  await liabilities.finds('nights.other', { asset: 'USD' })
  expect(complaints.unexpected()).toEqual([])
  await context.close()
})
