import { type Locator, expect } from '@playwright/test'
import type { RobotId } from '@rueda/rules/robots/catalogue.ts'
import { Screen } from './screen.ts'

/** The robots, one of them with its backtest, the sheet that rents it, and the customer's own. */
export class RobotsPage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('titles', 'robots'))
  }

  /** Opens one of the list, and waits for its backtest. */
  async see(robotId: RobotId): Promise<void> {
    await this.content.getByRole('button', { name: this.say('robots', `name.${robotId}`) }).click()
    await this.shows(this.say('robots', `name.${robotId}`))
    await expect(this.content.getByText(this.say('robots', 'stat.trades'))).toBeVisible()
  }

  get capital(): Locator {
    return this.sheet.getByRole('textbox', { name: this.say('robots', 'capital') })
  }

  async hold(): Promise<void> {
    const button = this.sheet.getByRole('button', { name: this.say('robots', 'review.hold'), exact: true })
    await button.hover()
    await this.page.mouse.down()
    await this.page.waitForTimeout(HOLD_MS)
    await this.page.mouse.up()
  }
}

const HOLD_MS = 600
