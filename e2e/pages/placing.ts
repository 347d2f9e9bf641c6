import { type Locator, expect } from '@playwright/test'
import { Screen } from './screen.ts'

/** Placings: the window, the card of the open one with its form, and the customer's own. */
export class PlacingPage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('titles', 'placings'))
  }

  get quantity(): Locator {
    return this.sheet.getByRole('textbox')
  }

  /** Opens the form of the placing that is open. */
  async apply(): Promise<void> {
    await this.content
      .getByRole('button', { name: this.say('subscriptions', 'subscribe'), exact: true })
      .first()
      .click()
    await expect(this.sheet).toBeVisible()
  }

  async hold(): Promise<void> {
    await this.sheet.getByRole('button', { name: this.say('subscriptions', 'hold'), exact: true }).hover()
    await this.page.mouse.down()
    await this.page.waitForTimeout(HOLD_MS)
    await this.page.mouse.up()
  }

  /** From the result to the customer's own, with the newest open. */
  async openMine(): Promise<void> {
    await this.sheet.getByRole('link', { name: this.say('titles', 'placingRecords') }).click()
    await this.shows(this.say('titles', 'placingRecords'))
    await this.content
      .getByRole('button', { name: this.say('status', 'subscription.waiting') })
      .first()
      .click()
    await expect(this.sheet).toBeVisible()
  }
}

const HOLD_MS = 600
