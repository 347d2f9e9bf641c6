import type { Locator } from '@playwright/test'
import { Screen } from './screen.ts'

export class WatchlistPage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('watchlist', 'title'))
  }

  row(name: string): Locator {
    return this.content.getByRole('link', { name: new RegExp(name) })
  }
}
