import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { MAX_SHIFT, countShifts, shiftOf } from './layout-shift.ts'
import { MANY_PAGES_MS, type ScreenState, furnish, pagesOf, settled, statesOf } from './screens.ts'

/**
 * Pages on a bad network: every fifth one, and all of them where `EVERY_PAGE=1` is set. Without an answer it says so and tries again when it is asked to; without a connection it keeps
 * what it has and says of when that is; on a slow one it holds the places of what comes, so that nothing jumps.
 */
const PARTS = [1, 2] as const
const ALL = '**/web/**'

/** Pages that need nothing of the server to be of use. */
const OF_THEMSELVES = [
  'about-licences',
  'auth-register',
  'download-index',
  'ipo-fairness',
  'kycverify-idcard',
  'kycverify-passport',
  'setting-index',
  'setting-loginpwd',
  'trust-index',
  'webview-index-missing',
]

/** The pages for one of the parts. */
const partOf = (states: readonly ScreenState[], part: number): ScreenState[] =>
  pagesOf(states).filter((_, index) => index % PARTS.length === part - 1)

async function openAnew(page: Page, { hash }: ScreenState): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`/#/${hash}`)
  await settled(page)
}

/** What did not load is a button that tries again; it may be gone already, because the page tries by itself too. */
async function tryAgain(page: Page): Promise<void> {
  const retry = page.locator('[data-failed] button')
  await expect(async () => {
    if ((await retry.count()) > 0) await retry.first().click({ timeout: 500 })
    await settled(page)
    expect(await retry.count()).toBe(0)
  }).toPass({ timeout: 20_000 })
}

for (const part of PARTS) {
  test(`the pages looked at say that nothing answers, and recover: part ${part} of ${PARTS.length}`, async ({
    page,
    context,
    customer,
    complaints,
    say,
  }) => {
    test.setTimeout(MANY_PAGES_MS)
    complaints.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch/)
    for (const state of partOf(statesOf(await furnish(customer)), part)) {
      await page.route(ALL, (route) => route.abort('failed'))
      await openAnew(page, state)
      const failed = await page.locator('[data-failed]').count()
      expect.soft(failed > 0 || OF_THEMSELVES.includes(state.name), `${state.name} says that nothing answers`).toBe(true)
      await page.unroute(ALL)
      await tryAgain(page)

      const before = (await page.locator('#screen').innerText()).length
      await context.setOffline(true)
      await expect.soft(page.getByRole('status').filter({ hasText: say('ui', 'offlineData', { time: '' }) }), state.name).toBeVisible()
      // What is alive still moves a little; what was read is all there.
      expect.soft((await page.locator('#screen').innerText()).length, `${state.name} keeps what it has`).toBeGreaterThan(before * 0.9 - 20)
      await context.setOffline(false)
      expect.soft(complaints.unexpected(), state.name).toEqual([])
      complaints.forget()
    }
  })

  test(`none of the pages looked at jumps on a slow network: part ${part} of ${PARTS.length}`, async ({ page, customer }) => {
    test.setTimeout(MANY_PAGES_MS)
    await countShifts(page)
    for (const state of partOf(statesOf(await furnish(customer)), part)) {
      await openAnew(page, state)
      expect.soft(await shiftOf(page), state.name).toBeLessThan(MAX_SHIFT)
    }
  })
}
