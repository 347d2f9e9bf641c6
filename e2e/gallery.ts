import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type Page, chromium } from '@playwright/test'
import { launchOptions } from '../tools/browser.ts'
import { root } from '../tools/root.ts'
import { buildApps } from '../tools/browser-apps.ts'
import { type Customer, passSuitability, practise } from './customer.ts'
import { keptOnDevice } from './device.ts'
import { type ScreenState, atRest, furnish, guestStates, open as openState, settled, show, statesOf } from './screens.ts'
import { startServer } from './server.ts'

/**
 * `npm run gallery`: a picture of every screen in every state, in both themes, on a telephone and on a desk, and of every
 * screen while it loads, after it failed, with old prices and offline, into `gallery/`. With `--readme` the one picture of
 * the README, `docs/screenshot.png`, instead.
 */
type Theme = 'dark' | 'light'
type Size = Readonly<{ name: string; viewport: Readonly<{ width: number; height: number }> }>
const PHONE: Size = { name: 'phone', viewport: { width: 390, height: 844 } }
const DESK: Size = { name: 'desk', viewport: { width: 1440, height: 900 } }
const folder = join(root, 'gallery')

type Studio = Readonly<{ browser: Browser; address: string }>
type Sitting = Readonly<{ size: Size; theme: Theme; customer: Customer | null; language?: 'es' | 'en'; sharpness?: number }>

async function open(
  { browser, address }: Studio,
  { size, theme, customer, language = 'es', sharpness = 1 }: Sitting,
): Promise<[Page, BrowserContext]> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: size.viewport,
    deviceScaleFactor: sharpness,
    locale: 'es-AR',
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: address, localStorage: keptOnDevice(language, { theme }, customer) }] },
  })
  const page = await context.newPage()
  await page.goto('/')
  await settled(page)
  return [page, context]
}

async function hang(studio: Studio, sitting: Sitting, states: readonly ScreenState[]): Promise<number> {
  const [page, context] = await open(studio, sitting)
  const wall = join(folder, `${sitting.size.name}-${sitting.theme}`)
  mkdirSync(wall, { recursive: true })
  for (const state of states) {
    await show(page, state)
    await atRest(page)
    await page.screenshot({ path: join(wall, `${state.name}.png`) })
  }
  await context.close()
  return states.length
}

/** Screens while they wait, after they failed, with old prices and without a network. */
const troubles = {
  loading: async (page, _context, take) => {
    await page.route(API, () => undefined)
    await take(async (state) => {
      await openState(page, state)
      // A screen that reads nothing has nothing to wait for.
      await page
        .locator('[aria-busy=true]:not(.invisible)')
        .first()
        .waitFor({ timeout: SKELETONS_SHOWN_WITHIN_MS })
        .catch(() => undefined)
    })
  },
  failed: async (page, _context, take) => {
    await page.route(API, (route) => route.fulfill({ status: 500, json: { code: 9000, msg: '', data: null, venue: 'SIM' } }))
    await take((state) => show(page, state))
  },
  stale: async (page, _context, take) => {
    await page.clock.install()
    await take(async (state) => {
      await show(page, state)
      // The page's clock goes ahead once and stays ahead: every later price is old by as much.
      if (state.isFirst) await page.clock.fastForward(OLD_MS)
      await page.waitForTimeout(SECOND_STEP_MS)
    })
  },
  offline: async (page, context, take) => {
    await take(async (state) => {
      await context.setOffline(false)
      await show(page, state)
      await context.setOffline(true)
      await page.waitForTimeout(SECOND_STEP_MS)
    })
  },
} as const satisfies Record<string, Trouble>

type Take = (reach: (state: ScreenState & Readonly<{ isFirst: boolean }>) => Promise<void>) => Promise<void>
type Trouble = (page: Page, context: BrowserContext, take: Take) => Promise<void>

const API = '**/web/**'
/** Skeletons come after a fifth of a second, later on a busy machine; everything that repeats each second has come after one. */
const SKELETONS_SHOWN_WITHIN_MS = 2_000
const SECOND_STEP_MS = 1_200
const OLD_MS = 120_000

async function hangTroubles(studio: Studio, customer: Customer, states: readonly ScreenState[]): Promise<number> {
  for (const [name, bring] of Object.entries(troubles) as [string, Trouble][]) {
    const [page, context] = await open(studio, { size: PHONE, theme: 'dark', customer })
    const wall = join(folder, `${PHONE.name}-${name}`)
    mkdirSync(wall, { recursive: true })
    await bring(page, context, async (reach) => {
      await page.goto('/')
      for (const [at, state] of states.entries()) {
        await reach({ ...state, isFirst: at === 0 })
        await page.screenshot({ path: join(wall, `${state.name}.png`) })
      }
    })
    await context.close()
  }
  return Object.keys(troubles).length * states.length
}

async function gallery(studio: Studio): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const customer = await practise(studio.address)
  await passSuitability(customer)
  const states = statesOf(await furnish(customer))
  let pictures = 0
  for (const size of [PHONE, DESK]) {
    for (const theme of ['dark', 'light'] as const) {
      pictures += await hang(studio, { size, theme, customer }, states)
      pictures += await hang(studio, { size, theme, customer: null }, guestStates())
    }
  }
  pictures += await hangTroubles(studio, customer, states)
  console.log(`${pictures} pictures in ${folder}`)
}

const SHOWN = ['start', 'quote-stock', 'payment-stock-market']
const GAP_PX = 28

/** Home, a quote and a ticket beside each other, in English. */
async function readme(studio: Studio): Promise<void> {
  const customer = await practise(studio.address)
  await passSuitability(customer)
  const states = statesOf(await furnish(customer)).filter(({ name }) => SHOWN.includes(name))
  const [page, context] = await open(studio, { size: PHONE, theme: 'dark', customer, language: 'en' })
  const pictures: string[] = []
  for (const state of states) {
    await show(page, state)
    await atRest(page)
    pictures.push((await page.screenshot()).toString('base64'))
  }
  await page.setViewportSize({
    width: PHONE.viewport.width * states.length + GAP_PX * (states.length + 1),
    height: PHONE.viewport.height + GAP_PX * 2,
  })
  const frames = pictures.map((picture) => `<img src="data:image/png;base64,${picture}">`).join('')
  await page.setContent(
    `<style>body{margin:0;padding:${GAP_PX}px;display:flex;gap:${GAP_PX}px;background:#0a0d13}img{border-radius:24px;outline:1px solid #2a3140}</style>${frames}`,
  )
  await page.screenshot({ path: join(root, 'docs', 'screenshot.png') })
  await context.close()
  console.log('docs/screenshot.png')
}

const given = process.env['RUEDA_ADDRESS']
if (!given) await buildApps()
const server = given ? { address: given, stop: () => Promise.resolve() } : await startServer()
const browser = await chromium.launch(await launchOptions())
try {
  const studio = { browser, address: server.address }
  await (process.argv.includes('--readme') ? readme(studio) : gallery(studio))
} finally {
  await browser.close()
  await server.stop()
}
