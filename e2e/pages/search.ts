import type { Locator } from '@playwright/test'
import { QuotePage } from './quote.ts'
import { Screen } from './screen.ts'

export class SearchPage extends Screen {
  async look(typed: string): Promise<void> {
    await this.page.getByRole('searchbox', { name: this.say('search', 'field') }).fill(typed)
  }

  /** What was found, from the first on. */
  get results(): Locator {
    return this.content.getByRole('link')
  }

  async find(typed: string, name: string): Promise<QuotePage> {
    await this.look(typed)
    await this.content.getByRole('link', { name }).click()
    return new QuotePage(this.visit).isShown(name)
  }
}
