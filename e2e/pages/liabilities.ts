import { type Locator, expect } from '@playwright/test'
import type { TextKey } from '@rueda/text/keys.ts'
import { Screen } from './screen.ts'

const READ = { timeout: 45_000 }

/** What the house said by night that it owes everybody. */
export class LiabilitiesPage extends Screen {
  async visitLiabilities(): Promise<this> {
    await this.open('pages/trust/liabilities')
    return this.shows(this.say('titles', 'liabilities'))
  }

  async comparesWithLog(): Promise<void> {
    await this.content.getByRole('button', { name: this.say('trust', 'nights.compare') }).click()
  }

  async finds(key: Extract<TextKey<'trust'>, `nights.${string}`>, values: Readonly<Record<string, string>>): Promise<void> {
    await expect(this.content.getByRole('status').filter({ hasText: this.say('trust', key, values) })).toBeVisible(READ)
  }

  currency(code: string): Locator {
    return this.content.getByRole('region', { name: code })
  }
}
