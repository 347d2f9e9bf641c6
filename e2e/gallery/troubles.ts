import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { type ScreenState, open as openState, show } from '../screens.ts'
import { type Sitting, type Studio, open } from './studio.ts'

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

/** Hangs every state in every trouble, on a wall of its own in the folder; returns how many pictures that were. */
export async function hangTroubles(studio: Studio, sitting: Sitting, states: readonly ScreenState[], folder: string): Promise<number> {
  for (const [name, bring] of Object.entries(troubles) as [string, Trouble][]) {
    const [page, context] = await open(studio, sitting)
    const wall = join(folder, `${sitting.language}-${sitting.size}-${name}`)
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
