import type { Page } from '@playwright/test'

/**
 * Buttons, links and fields whose hit area is under 44 by 44 pixels. The area is what answers a press, which may be
 * larger than what is drawn, so the corners of the area are asked and not the box of the element. Links inside a
 * sentence are as high as their line, as everywhere.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const REACH = 21.5
    const hits = (control: Element, x: number, y: number): boolean => {
      const found = document.elementFromPoint(x, y)
      return found !== null && (control.contains(found) || found.closest('label')?.contains(control) === true)
    }
    const shown = (control: Element): boolean => {
      const { width, height, top, left, right, bottom } = control.getBoundingClientRect()
      if (width < 2 || height < 2 || top < REACH || bottom > innerHeight - REACH || left < 0 || right > innerWidth) return false
      return hits(control, left + width / 2, top + height / 2)
    }
    const inSentence = (control: Element): boolean => control.tagName === 'A' && getComputedStyle(control).display === 'inline'
    const reaches = (control: Element): boolean => {
      const { left, top, width, height } = control.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const across = width >= 44 || (hits(control, x - REACH, y) && hits(control, x + REACH, y))
      const down = height >= 44 || (hits(control, x, y - REACH) && hits(control, x, y + REACH))
      return across && down
    }
    const controls = [
      ...document.querySelectorAll(
        'button, a[href], [role=tab], [role=switch], [role=radio], input:not([type=hidden]):not(.sr-only), textarea',
      ),
    ]
    return controls
      .filter((control) => shown(control) && !inSentence(control) && !reaches(control))
      .map((control) => {
        const { width, height } = control.getBoundingClientRect()
        return `${control.tagName.toLowerCase()} "${control.getAttribute('aria-label') ?? control.textContent?.trim() ?? ''}" is ${Math.round(width)} × ${Math.round(height)}`
      })
  })
