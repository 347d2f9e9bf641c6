import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { textLanguages } from '@rueda/text/keys.ts'
import { expect, test } from './journey.ts'
import { type ScreenState, atRest, furnish, guestStates, settled, show, statesOf } from './screens.ts'
import { smallTargets } from './targets.ts'
import { wordsOf } from './words.ts'

/**
 * What holds on every screen there is: nothing in the console, no request refused, nothing a person with a screen
 * reader or a small telephone would stumble over.
 */
const SEVERE = ['serious', 'critical']

type Theme = 'dark' | 'light'
// The two themes differ in their colours alone; the rest is looked at once.
const RULES_OF_COLOUR = ['color-contrast']

/**
 * What is wrong with the screen as it stands. A screen is alive: a price may go stale or a button be busy again while it is
 * looked at, and a colour on its way from one to another is neither. So a rule that is broken must still be broken by the same
 * element at a second look.
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
  const axe = new AxeBuilder({ page })
  const { violations } = await (theme === 'dark' ? axe : axe.withRules(RULES_OF_COLOUR)).analyze()
  return new Map(
    violations
      .filter(({ impact }) => SEVERE.includes(impact ?? ''))
      .flatMap(({ id, help, nodes }) =>
        nodes.map(
          ({ html, target, failureSummary }) => [`${id} ${target.join(' ')}`, `${id}: ${help}: ${html} ${failureSummary}`] as const,
        ),
      ),
  )
}

async function visitAll(page: Page, states: readonly ScreenState[], visit: (state: ScreenState) => Promise<void>): Promise<void> {
  await page.goto('/')
  await settled(page)
  for (const state of states) {
    await show(page, state)
    await visit(state)
  }
}

for (const theme of ['dark', 'light'] as const satisfies readonly Theme[]) {
  test.describe(`in the ${theme} theme`, () => {
    test.use({ settings: { theme } })

    test('every screen of a customer is quiet and accessible', async ({ page, customer, complaints, say }) => {
      test.slow()
      await visitAll(page, statesOf(await furnish(customer)), async ({ name, title }) => {
        await expect(page).toHaveTitle(`${say('titles', title)} · Rueda`)
        expect.soft(await findings(page, theme), name).toEqual([])
        expect.soft(complaints.unexpected(), name).toEqual([])
        complaints.forget()
      })
    })

    test.describe('for a guest', () => {
      test.use({ signedIn: false })

      test('every public screen is quiet and accessible', async ({ page, complaints }) => {
        await visitAll(page, guestStates(), async ({ name }) => {
          expect.soft(await findings(page, theme), name).toEqual([])
          expect.soft(complaints.unexpected(), name).toEqual([])
          complaints.forget()
        })
      })
    })
  })
}

const NARROWEST = { width: 320, height: 640 }

/** Everything that sticks out to the right of what holds it, other than rows that are made to scroll sideways. */
const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrollers = [document.documentElement, ...document.querySelectorAll('main')]
    return scrollers
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ tagName, scrollWidth }) => `${tagName} is ${scrollWidth} px wide`)
  })

for (const language of textLanguages) {
  test.describe(`in ${language}`, () => {
    test.use({ language, viewport: NARROWEST })

    test(`nothing scrolls sideways on the narrowest telephone (${language})`, async ({ page, customer }) => {
      await visitAll(page, statesOf(await furnish(customer)), async ({ name, title }) => {
        await expect(page).toHaveTitle(`${wordsOf(language)('titles', title)} · Rueda`)
        expect.soft(await overflow(page), `${name} in ${language}`).toEqual([])
      })
    })
  })
}

test('whatever is pressed can be pressed with a thumb: 44 by 44 pixels', async ({ page, customer }) => {
  await visitAll(page, statesOf(await furnish(customer)), async ({ name }) => {
    expect.soft(await smallTargets(page), name).toEqual([])
  })
})
