import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

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
