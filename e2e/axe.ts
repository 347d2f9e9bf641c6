import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * The checks of accessibility for a page without frames of other origins: no second page is opened to finish them, and
 * rules that hold are not recorded, because the two take most of the time.
 */
export const axeOf = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
