import AxeBuilder from '@axe-core/playwright'
import { type Page, expect } from '@playwright/test'
import { chooseElsewhere } from './device.ts'
import { settled } from './screens.ts'

/** In the place of the checks' own code, for a page that has it. */
const NOTHING = ';'

/**
 * The checks of accessibility for a page without frames of other origins. What takes most of the time is left out: no second page is opened
 * to finish them, rules that hold are not recorded, and a page that was checked before is not given their code again.
 */
export async function axeOf(page: Page): Promise<AxeBuilder> {
  const hasChecks = await page.evaluate(() => 'axe' in window)
  return new AxeBuilder(hasChecks ? { page, axeSource: NOTHING } : { page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
}

/** Whatever anybody would stumble over on the page as it stands, of any impact, in the dark and in the light. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const theme of ['dark', 'light'] as const) {
    await chooseElsewhere(page, { theme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await settled(page)
    const { violations } = await (await axeOf(page)).analyze()
    found.push(...violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`))
  }
  return found
}
