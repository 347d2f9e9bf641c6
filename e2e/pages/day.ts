import type { Locator } from '@playwright/test'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { Screen } from './screen.ts'

/** The finished days of a market, and the page of one of them. */
export class DayPage extends Screen {
  async visitDays(): Promise<this> {
    await this.open('pages/trust/days')
    return this.shows(this.say('titles', 'marketDays'))
  }

  async visitDay(market: string, date: string): Promise<this> {
    await this.open(`pages/trust/day?market=${market}&date=${date}`)
    return this.shows(this.say('titles', 'marketDay'))
  }

  async choose(date: string): Promise<this> {
    await this.content.getByRole('link', { name: formatDate(date) }).click()
    return this.shows(this.say('titles', 'marketDay'))
  }

  get drawing(): Locator {
    const card = this.page.locator('section').filter({ has: this.page.getByRole('heading', { name: this.say('trust', 'again.title') }) })
    return card.getByRole('status')
  }

  async drawAgain(code: string): Promise<void> {
    await this.content.getByLabel(this.say('trust', 'again.code')).fill(code)
    await this.content.getByRole('button', { name: this.say('trust', 'again.run') }).click()
  }
}
