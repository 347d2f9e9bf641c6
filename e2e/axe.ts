import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * The checks of accessibility for a page without frames of other origins: nothing is opened beside the page to end them, and of rules that
 * hold nothing is written down, which together take most of their time.
 */
export const axeOf = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
