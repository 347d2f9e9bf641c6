import type { Page } from '@playwright/test'
import { expect, test } from '../journey.ts'
import { QuotePage } from '../pages/quote.ts'
import { settled } from '../screens.ts'

/** For whoever uses the keyboard alone or has the screen read aloud: the focus is always seen, and live prices do not chatter. */
const STOCK = { code: 'ARDV', name: 'Aurora Devices', query: 'code=ARDV&market=US&source=0' }
const PAGES_WITH_BARS = [
  '',
  `pages/quote/stock?${STOCK.query}`,
  `pages/payment/stock?${STOCK.query}&direction=0`,
  'pages/profile/index',
  'pages/setting/index',
] as const
const [MIN_STEPS, MAX_STEPS] = [5, 120]
const MOMENT = { timeout: 1_000, intervals: [20, 50, 100] }

/** Where the focus is, and what lies over its middle, if that is something else; null once the focus has left the page. */
const coveredFocus = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (focused === null || focused === document.body) return null
    const { left, top, width, height } = focused.getBoundingClientRect()
    // Of what is taller than the page its upper edge is looked at.
    const found = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, innerHeight / 4))
    const isSeen = found !== null && (focused.contains(found) || found.contains(focused) || found.closest('label')?.contains(focused))
    return isSeen === true ? '' : `${focused.outerHTML.slice(0, 120)} under ${found?.outerHTML.slice(0, 80) ?? 'nothing'}`
  })

test('the focus is never under a bar', async ({ page }) => {
  test.slow()
  for (const path of PAGES_WITH_BARS) {
    await page.goto(`/#/${path}`)
    await settled(page)
    const covered: string[] = []
    let steps = 0
    for (; steps < MAX_STEPS; steps += 1) {
      await page.keyboard.press('Tab')
      if ((await coveredFocus(page)) === null) break
      // What scrolls into view, and a keypad that closes, take a moment.
      await expect
        .poll(() => coveredFocus(page), MOMENT)
        .toBe('')
        .catch(async () => covered.push((await coveredFocus(page)) ?? ''))
    }
    expect.soft(steps, path).toBeGreaterThan(MIN_STEPS)
    expect.soft(covered, path).toEqual([])
  }
})

const LISTENED_MS = 11_000

test('live prices are not read aloud while they move', async ({ visit, page }) => {
  await new QuotePage(visit).openStock(STOCK.code, STOCK.name)
  await settled(page)
  const [said, moved] = await page.evaluate(async (listened) => {
    const spoken = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], [role=log]'
    let [words, changes] = [0, 0]
    const watch = new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement
        changes += 1
        if (element?.closest(spoken) !== null && element?.closest('[aria-live=off]') === null) words += 1
      }
    })
    watch.observe(document.body, { subtree: true, childList: true, characterData: true })
    await new Promise((resolve) => setTimeout(resolve, listened))
    return [words, changes] as const
  }, LISTENED_MS)
  expect(moved).toBeGreaterThan(5)
  expect(said).toBeLessThanOrEqual(1)
})

/** What WCAG 1.4.11 asks of icons and of the edges of controls. */
const MIN_CONTRAST = 3

test('icons and the edges of fields stand out three to one, in either theme', async ({ page }) => {
  for (const theme of ['dark', 'light'] as const) {
    for (const path of PAGES_WITH_BARS) {
      await page.goto(`/#/${path}`)
      await settled(page)
      await page.evaluate((chosen) => document.documentElement.setAttribute('data-theme', chosen), theme)
      const faint = await page.evaluate((least) => {
        const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
        type Colour = readonly [number, number, number, number]
        const read = (css: string): Colour => {
          if (canvas === null) throw new Error('There is no canvas.')
          canvas.clearRect(0, 0, 1, 1)
          canvas.fillStyle = css
          canvas.fillRect(0, 0, 1, 1)
          const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data
          return [red, green, blue, alpha / 255]
        }
        const over = (top: Colour, below: Colour): Colour => {
          const mix = (at: 0 | 1 | 2) => top[at] * top[3] + below[at] * (1 - top[3])
          return [mix(0), mix(1), mix(2), 1]
        }
        const behind = (element: Element | null): Colour => {
          if (element === null) return [255, 255, 255, 1]
          const own = read(getComputedStyle(element).backgroundColor)
          return own[3] === 1 ? own : over(own, behind(element.parentElement))
        }
        const light = (colour: Colour): number => {
          const [red, green, blue] = colour.map((part) => {
            const share = part / 255
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
          })
          return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
        }
        const contrast = (one: Colour, other: Colour): number => {
          const [high = 0, low = 0] = [light(one), light(other)].sort((a, b) => b - a)
          return (high + 0.05) / (low + 0.05)
        }
        const seen = [...document.querySelectorAll('button svg, a svg')].filter((icon) => icon.checkVisibility())
        const faintIcons = seen
          .filter(
            (icon) =>
              icon.closest('[aria-disabled=true], :disabled') === null && icon.querySelector('path, line, polyline, circle, rect') !== null,
          )
          .filter((icon) => icon.closest('[data-logo]') === null)
          .map((icon) => ({
            icon,
            ratio: contrast(over(read(getComputedStyle(icon).color), behind(icon.parentElement)), behind(icon.parentElement)),
          }))
          .filter(({ ratio }) => ratio < least)
          .map(({ icon, ratio }) => `icon ${ratio.toFixed(2)} ${icon.parentElement?.outerHTML.slice(0, 90) ?? ''}`)
        const fields = [...document.querySelectorAll('input:not(.sr-only):not([type=hidden]), textarea')].filter((field) =>
          field.checkVisibility(),
        )
        const faintFields = fields
          .map((field) => {
            let box: Element | null = field
            for (let level = 0; box !== null && level < 4 && Number.parseFloat(getComputedStyle(box).borderTopWidth) === 0; level += 1)
              box = box.parentElement
            const edge =
              box === null
                ? 0
                : contrast(over(read(getComputedStyle(box).borderTopColor), behind(box.parentElement)), behind(box.parentElement))
            return { field, edge }
          })
          .filter(({ edge }) => edge < least)
          .map(({ field, edge }) => `field ${edge.toFixed(2)} ${field.outerHTML.slice(0, 120)}`)
        return [...faintIcons, ...faintFields]
      }, MIN_CONTRAST)
      expect.soft(faint, `${path} ${theme}`).toEqual([])
    }
  }
})
