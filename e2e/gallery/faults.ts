import type { Page } from '@playwright/test'

/**
 * What a picture shows that it should not: a part that still loads, one that failed, or a pane with nothing in it. It is looked at right after
 * the picture was taken, so that what loads while the page is at rest is found too.
 */
export const faults = (page: Page, { mayBeEmpty = false, mayFail = false } = {}): Promise<string[]> =>
  page.evaluate(
    (may) => {
      const PANES = 'main, section, [role=region], [role=tabpanel]'
      const PICTURES = 'img, svg, canvas, video, iframe, input, textarea'
      const isSeen = (element: Element): boolean => {
        const { width, height } = element.getBoundingClientRect()
        return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
      }
      const seen = (selector: string): Element[] => [...document.querySelectorAll(selector)].filter(isSeen)
      const nameOf = (element: Element): string => element.getAttribute('aria-label') ?? element.tagName.toLowerCase()
      const isBlank = (pane: Element): boolean =>
        (pane as HTMLElement).innerText.trim() === '' && ![...pane.querySelectorAll(PICTURES)].some(isSeen)
      return [
        ...seen('[aria-busy=true]').map((element) => `still loads: ${nameOf(element)}`),
        ...(may.fail ? [] : seen('[data-failed]')).map((element) => `failed: ${(element as HTMLElement).innerText.trim()}`),
        ...seen(PANES)
          .filter(isBlank)
          .map((element) => `has nothing in it: ${nameOf(element)}`),
        ...(may.beEmpty ? [] : seen('[data-empty]')).map((element) => `is empty: ${(element as HTMLElement).innerText.trim()}`),
      ]
    },
    { beEmpty: mayBeEmpty, fail: mayFail },
  )
