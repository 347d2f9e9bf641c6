import { type Locator, expect } from '@playwright/test'
import { Screen } from './screen.ts'

/** New shares: the list of offerings, the prospectus, the subscription and the proof of the draw. */
export class SubscriptionPage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('titles', 'newStocks'))
  }

  get quantity(): Locator {
    return this.content.getByRole('textbox')
  }

  /** From the first open offering to its form. */
  async subscribe(): Promise<void> {
    await this.content
      .getByRole('link', { name: this.say('subscriptions', 'subscribe'), exact: true })
      .first()
      .click()
    await this.shows(this.say('titles', 'subscribe'))
  }

  async agree(): Promise<void> {
    for (const box of await this.content.getByRole('checkbox').all()) await box.check()
  }

  async hold(): Promise<void> {
    const button = this.content.getByRole('button', { name: this.say('subscriptions', 'hold'), exact: true })
    await button.hover()
    await this.page.mouse.down()
    await this.page.waitForTimeout(HOLD_MS)
    await this.page.mouse.up()
  }

  /** The customer's own, with the newest open. */
  async openMine(): Promise<void> {
    await this.content.getByRole('link', { name: this.say('subscriptions', 'tab.mine') }).click()
    await this.isShown()
    await this.content
      .getByRole('button', { name: this.say('status', 'subscription.waiting') })
      .first()
      .click()
    await expect(this.sheet).toBeVisible()
  }

  async openProof(): Promise<void> {
    await this.sheet.getByRole('link', { name: this.say('subscriptions', 'fairness.open') }).click()
    await this.shows(this.say('titles', 'ipoFairness'))
  }
}

const HOLD_MS = 600
