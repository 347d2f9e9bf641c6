import type { Page, Request } from '@playwright/test'
import { textLanguages } from '@rueda/text/keys.ts'
import { axeOf } from './axe.ts'
import { chooseElsewhere } from './device.ts'
import { expect, test } from './journey.ts'
import { TWICE, setTextSize, unreadable } from './large-text.ts'
import { MANY_PAGES_MS, type ScreenState, atRest, furnish, guestStates, pagesOf, settled, show, statesOf } from './screens.ts'
import { smallTargets } from './targets.ts'
import { wordsOf } from './words.ts'

/**
 * Checks every screen there is: nothing in the console, no request refused, nothing a person with a screen reader, a thumb
 * or a small telephone would stumble over, in either theme and any language. Each screen is opened once and then looked at
 * in every way; some of the screens go into each test, so that two browsers share them.
 */
const PARTS = [1, 2, 3, 4, 5, 6] as const
type Theme = 'dark' | 'light'
// The two themes differ in their colours alone; the rest is looked at once.
const RULES_OF_COLOUR = ['color-contrast']

/**
 * Returns the faults of the screen as it stands. A screen is alive: a price may go stale or a button be busy again while it
 * is looked at, and a colour on its way from one to another is neither. So a rule that is broken must still be broken by
 * the same element at a second look.
 */
async function findings(page: Page, theme: Theme): Promise<string[]> {
  const first = await look(page, theme)
  if (first.size === 0) return []
  const second = await look(page, theme)
  return [...second].filter(([place]) => first.has(place)).map(([, words]) => words)
}

/** The broken rules with the element that breaks each, and what there is to say about it. */
async function look(page: Page, theme: Theme): Promise<ReadonlyMap<string, string>> {
  await settled(page)
  await atRest(page)
  const axe = await axeOf(page)
  const { violations } = await (theme === 'dark' ? axe : axe.withRules(RULES_OF_COLOUR)).analyze()
  return new Map(
    violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, target, failureSummary }) => [`${id} ${target.join(' ')}`, `${id}: ${help}: ${html} ${failureSummary}`] as const),
    ),
  )
}

async function visitAll(
  page: Page,
  states: readonly ScreenState[],
  visit: (state: ScreenState, at: number) => Promise<void>,
): Promise<void> {
  await page.goto('/')
  await settled(page)
  for (const [at, state] of states.entries()) {
    await show(page, state)
    await visit(state, at)
  }
}

/** Returns the faults of the screen in the dark, and those of its colours in the light. */
async function findingsInBothThemes(page: Page): Promise<string[]> {
  const dark = await findings(page, 'dark')
  await chooseElsewhere(page, { theme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  const light = await findings(page, 'light')
  await chooseElsewhere(page, { theme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  return [...dark, ...light.map((finding) => `in the light: ${finding}`)]
}

const NARROWEST = { width: 320, height: 640 }
const TELEPHONE = { width: 390, height: 844 }

/** Everything that sticks out to the right of what holds it, other than rows that are made to scroll sideways. */
const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrollers = [document.documentElement, ...document.querySelectorAll('main')]
    return scrollers
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ tagName, scrollWidth }) => `${tagName} is ${scrollWidth} px wide`)
  })

/** Waits until the server has answered all that the page has asked; words of the server come in the language that was asked in. */
function answersTo(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let allAnswered: () => void = () => undefined
  const end = (request: Request): void => {
    open.delete(request)
    if (open.size === 0) allAnswered()
  }
  page.on('request', (request) => void (request.url().includes('/web/') ? open.add(request) : 0))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return () => new Promise((resolve) => (open.size === 0 ? resolve() : (allAnswered = resolve)))
}

type Language = (typeof textLanguages)[number]
const OTHERS = textLanguages.filter((each) => each !== 'es')
const SAMPLED_LANGUAGES = 2

/** All languages for the sampled pages, or for all with `EVERY_PAGE=1`; two for each other screen, in turn. The last is the one it goes on in. */
const languagesFor = (at: number, isSampled: boolean): readonly Language[] => {
  const some = Array.from({ length: SAMPLED_LANGUAGES }, (_, each) => OTHERS[(at * SAMPLED_LANGUAGES + each) % OTHERS.length] ?? 'en')
  return [...(isSampled ? OTHERS : some), 'es']
}

/** Looks at the screen in these languages on the narrowest telephone: its title is in that language, and nothing scrolls sideways. */
async function inLanguages(
  page: Page,
  { name, title }: ScreenState,
  languages: readonly Language[],
  answers: () => Promise<void>,
): Promise<void> {
  await page.setViewportSize(NARROWEST)
  for (const language of languages) {
    await chooseElsewhere(page, { language })
    await page.waitForFunction((expected) => document.title === expected, `${wordsOf(language)('titles', title)} · Rueda`)
    await answers()
    await settled(page)
    expect.soft(await overflow(page), `${name} in ${language}`).toEqual([])
  }
  await page.setViewportSize(TELEPHONE)
}

/** Looks at the screen with text of twice its size, in a language of small marks above and below the line too. */
async function withLargeText(page: Page, state: ScreenState): Promise<void> {
  await setTextSize(page, TWICE)
  for (const language of ['th', 'es'] as const) {
    await chooseElsewhere(page, { language })
    // Whoever has chosen it opens the page with it.
    await show(page, state)
    expect.soft(await overflow(page), `${state.name} in ${language} at 200 %`).toEqual([])
    expect.soft(await unreadable(page), `${state.name} in ${language} at 200 %`).toEqual([])
  }
  await setTextSize(page, null)
}

/** Loads the page again: it has the same address and the same title. */
async function loadedAgain(page: Page, { name }: ScreenState): Promise<void> {
  const [title, address] = [await page.title(), page.url()]
  await page.reload()
  await settled(page)
  expect.soft(page.url(), name).toBe(address)
  await expect.soft(page, name).toHaveTitle(title)
}

test.describe('every screen is quiet, accessible, made for thumbs, and fits the narrowest telephone in every language', () => {
  test.use({ settings: { theme: 'dark' }, viewport: TELEPHONE })

  for (const part of PARTS) {
    test(`part ${part} of ${PARTS.length}`, async ({ page, customer, complaints, say }) => {
      test.setTimeout(MANY_PAGES_MS)
      const answers = answersTo(page)
      const all = statesOf(await furnish(customer))
      const sampled = new Set(pagesOf(all).map(({ name }) => name))
      const states = all.filter((_, index) => index % PARTS.length === part - 1)
      await visitAll(page, states, async (state, at) => {
        const { name, title } = state
        await expect(page).toHaveTitle(`${say('titles', title)} · Rueda`)
        expect.soft(await findingsInBothThemes(page), name).toEqual([])
        expect.soft(await smallTargets(page), name).toEqual([])
        await inLanguages(page, state, languagesFor(part + at, sampled.has(name)), answers)
        if (sampled.has(name)) await withLargeText(page, state)
        await loadedAgain(page, state)
        expect.soft(complaints.unexpected(), name).toEqual([])
        complaints.forget()
      })
    })
  }

  test.describe('for a guest', () => {
    test.use({ signedIn: false })

    test('every public screen', async ({ page, complaints }) => {
      test.setTimeout(MANY_PAGES_MS)
      await visitAll(page, guestStates(), async ({ name }) => {
        expect.soft(await findingsInBothThemes(page), name).toEqual([])
        expect.soft(complaints.unexpected(), name).toEqual([])
        complaints.forget()
      })
    })
  })
})
