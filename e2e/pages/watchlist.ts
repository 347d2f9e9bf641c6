import { type Locator, expect } from '@playwright/test'
import { Screen } from './screen.ts'

export class WatchlistPage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('watchlist', 'title'))
  }

  row(name: string): Locator {
    return this.content.getByRole('link', { name: new RegExp(name) })
  }

  async choose(list: string): Promise<void> {
    const tab = this.content.getByRole('tab', { name: new RegExp(`^${list}`) })
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
  }

  /** Names of the instruments as they stand on the page for editing. */
  get managed(): Locator {
    return this.content.getByRole('listitem')
  }

  async moveDown(name: string): Promise<void> {
    await this.content.getByRole('button', { name: this.say('watchlist', 'down', { name }) }).click()
  }
}
