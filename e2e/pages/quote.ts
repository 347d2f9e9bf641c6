import { type Locator, expect } from '@playwright/test'
import { Screen } from './screen.ts'
import { TicketPage } from './ticket.ts'

export class QuotePage extends Screen {
  isShown(name: string): Promise<this> {
    return this.shows(name)
  }

  async openStock(code: string, name: string): Promise<this> {
    await this.open(`pages/quote/stock?code=${code}&market=US&source=0`)
    return this.isShown(name)
  }

  /** The line under the name. */
  get subtitle(): Locator {
    return this.page.locator('header h1 + p')
  }

  async chartIsThere(): Promise<void> {
    await expect(this.content.getByRole('figure')).toBeVisible()
    await expect(this.content.getByRole('tab', { name: this.say('quotes', 'tab.summary') })).toBeVisible()
  }

  async chooseTab(name: 'summary' | 'news' | 'company'): Promise<void> {
    await this.content.getByRole('tab', { name: this.say('quotes', `tab.${name}`) }).click()
  }

  async watch(name: string): Promise<void> {
    await this.page.getByRole('button', { name: this.say('quotes', 'star.add', { name }) }).click()
    await this.isWatched(name)
  }

  async isWatched(name: string): Promise<void> {
    await expect(this.page.getByRole('button', { name: this.say('quotes', 'star.remove', { name }) })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  }

  async isNotWatched(name: string): Promise<void> {
    await expect(this.page.getByRole('button', { name: this.say('quotes', 'star.add', { name }) })).toHaveAttribute('aria-pressed', 'false')
  }

  async buy(): Promise<TicketPage> {
    await this.page.getByRole('link', { name: new RegExp(`^${this.say('quotes', 'buy')} [\\d.,]+$`) }).click()
    return new TicketPage(this.visit)
  }

  /** Expects the card of the holding under the chart. */
  async holds(quantity: string): Promise<void> {
    await expect(this.content.getByText(this.say('quotes', 'position.held'))).toBeVisible()
    await expect(this.content.getByText(quantity, { exact: true }).first()).toBeVisible()
  }
}
