import { expect } from '@playwright/test'
import { Screen } from './screen.ts'

/** A list of instruments, each row a link to its quote. */
export class ListPage extends Screen {
  private get rows() {
    return this.content.locator('a[href*="pages/quote/"]')
  }

  /** The names of two neighbours that are in view. */
  async names(): Promise<[string, string]> {
    await expect(this.rows.nth(1)).toBeVisible()
    const inView = await this.rows.evaluateAll((rows) =>
      rows
        .filter((row) => row.getBoundingClientRect().top > 200)
        .map((row) => new URLSearchParams(row.getAttribute('href')?.split('?')[1]).get('name') ?? ''),
    )
    const [first = '', second = ''] = inView
    return [first, second]
  }

  async choose(name: string): Promise<void> {
    await this.rows.filter({ hasText: name }).first().click()
  }
}
