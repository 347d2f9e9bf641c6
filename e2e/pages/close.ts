import type { Locator } from '@playwright/test'
import { OrderSheet } from './order-sheet.ts'
import { Screen } from './screen.ts'

export class ClosePage extends Screen {
  get quantity(): Locator {
    return this.content.getByRole('textbox', { name: this.say('orders', 'review.quantity'), exact: true })
  }

  isShown(): Promise<this> {
    return this.shows(this.say('orders', 'close.title'))
  }

  /** Reviews the close of the whole position, whose quantity stands in the form already. */
  async reviewAll(): Promise<OrderSheet> {
    await this.page.getByRole('button', { name: this.say('orders', 'blocker.reviewSell') }).click()
    return new OrderSheet(this.visit).isShown()
  }

  async review(quantity: string): Promise<OrderSheet> {
    await this.quantity.fill(quantity)
    await this.page.getByRole('button', { name: this.say('orders', 'blocker.reviewSell') }).click()
    return new OrderSheet(this.visit).isShown()
  }
}
