import { expect } from '@playwright/test'
import type { MiningRound } from '@rueda/contract/mining.ts'
import { Screen } from './screen.ts'

export class MiningPage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('titles', 'mining'))
  }

  async start(): Promise<void> {
    await this.page.getByRole('button', { name: this.say('mining', 'start') }).click()
  }

  async stop(): Promise<void> {
    await this.page.getByRole('button', { name: this.say('mining', 'stop') }).click()
    await expect(this.sheet.getByText(this.say('mining', 'stop.text'))).toBeVisible()
    await this.sheet.getByRole('button', { name: this.say('mining', 'stop') }).click()
  }

  /** The state that stands in the card at the top. */
  async stands(status: MiningRound['status']): Promise<void> {
    await expect(this.content.getByRole('status').filter({ hasText: this.say('status', `mining.${status}`) })).toBeVisible()
  }

  /** Does the sum of the last round again, in the browser. */
  async checks(): Promise<void> {
    await this.content.getByRole('button', { name: this.say('mining', 'check.again') }).click()
    await expect(this.content.getByText(this.say('mining', 'check.below'))).toBeVisible()
    await expect(this.content.getByText(this.say('mining', 'check.same'))).toBeVisible()
  }
}
