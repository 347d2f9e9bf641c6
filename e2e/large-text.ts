import type { Page } from '@playwright/test'

/** Sizes of text as a person sets them in the browser: twice the usual one. */
export const TWICE = 32

/** Sets the size of text, of which every size of the app is a part. */
export const setTextSize = (page: Page, px: number | null): Promise<void> =>
  page.evaluate((size) => void (document.documentElement.style.fontSize = size === null ? '' : `${size}px`), px)

/** Words that lie on other words, and words of buttons that are cut: what nobody can read. */
export const unreadable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const SHARE = 0.3
    const MIN_PX = 3
    type Line = Readonly<{ text: string; element: Element; box: DOMRect }>
    const lines: Line[] = []
    /** What is left of a line by everything around it that cuts what it holds. */
    const seenOf = (whole: DOMRect, element: Element): DOMRect => {
      let { left, right, top, bottom } = whole
      for (let around: Element | null = element; around !== null; around = around.parentElement) {
        if (getComputedStyle(around).overflowX === 'visible') continue
        const edge = around.getBoundingClientRect()
        left = Math.max(left, edge.left)
        right = Math.min(right, edge.right)
        top = Math.max(top, edge.top)
        bottom = Math.min(bottom, edge.bottom)
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
    }
    const words = document.createTreeWalker(document.querySelector('#screen') ?? document.body, NodeFilter.SHOW_TEXT)
    for (let word = words.nextNode(); word !== null; word = words.nextNode()) {
      const element = word.parentElement
      const text = word.textContent?.trim() ?? ''
      if (text === '' || element === null || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      if (element.closest('.sr-only, canvas, svg, [aria-hidden=true], .sticky') !== null) continue
      const range = document.createRange()
      range.selectNodeContents(word)
      for (const whole of range.getClientRects()) {
        const box = seenOf(whole, element)
        if (box.width > MIN_PX && box.height > MIN_PX) lines.push({ text, element, box })
      }
    }
    // Of a line only its letters count, not the room above and below them.
    const letters = ({ box }: Line) =>
      ({ ...box.toJSON(), top: box.top + box.height * 0.25, bottom: box.bottom - box.height * 0.25 }) as DOMRect
    const shared = (one: DOMRect, other: DOMRect): number =>
      Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
      Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top))
    const found = new Set<string>()
    for (const [at, one] of lines.entries()) {
      for (const other of lines.slice(at + 1).filter(({ element }) => element !== one.element)) {
        const [first, second] = [letters(one), letters(other)]
        const least = Math.min(first.width * (first.bottom - first.top), second.width * (second.bottom - second.top))
        if (shared(first, second) > least * SHARE) found.add(`"${one.text.slice(0, 40)}" lies on "${other.text.slice(0, 40)}"`)
      }
    }
    for (const button of document.querySelectorAll('button, a[href]')) {
      const { overflowX } = getComputedStyle(button)
      if (button.checkVisibility() && overflowX !== 'visible' && button.scrollWidth > button.clientWidth + MIN_PX)
        found.add(`"${button.textContent?.slice(0, 40) ?? ''}" is cut`)
    }
    return [...found]
  })
