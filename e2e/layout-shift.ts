import type { Page } from '@playwright/test'

const SLOW_MS = 600

/** The most that a page may move while it fills, as point 23 of the checklist of screens allows. */
export const MAX_SHIFT = 0.05

/** Answers every request late, and counts what moves on the pages that are opened from now on. */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifted: number[] = []
    Object.assign(window, { shifted })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifted.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.route('**/web/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
    await route.continue().catch(() => undefined)
  })
}

/** How much of the page has moved since it was opened. */
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { shifted: number[] }).shifted.reduce((all, one) => all + one, 0))
