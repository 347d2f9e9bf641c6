import { type Locator, expect } from '@playwright/test'
import { OrderSheet } from './order-sheet.ts'
import { Screen } from './screen.ts'

export class TicketPage extends Screen {
  async openStock(code: string, query = ''): Promise<this> {
    return this.open(`pages/payment/stock?code=${code}&market=US&source=0${query}`)
  }

  /** Opens the ticket of any other market: its path, and the name of the instrument in the address. */
  async openIn(market: 'AR' | 'TW' | 'FUT' | 'FX', code: string): Promise<this> {
    const path = { AR: 'stock', TW: 'stock', FUT: 'future', FX: 'forex' }[market]
    return this.open(`pages/payment/${path}?code=${code}&market=${market}`)
  }

  get quantity(): Locator {
    return this.content.getByRole('textbox', { name: this.say('orders', 'unit.quantity'), exact: true })
  }

  get limit(): Locator {
    return this.content.getByRole('textbox', { name: this.say('orders', 'price.limit'), exact: true })
  }

  /** Turns the big number into money and types it. */
  async byAmount(amount: string): Promise<void> {
    await this.content.getByRole('button', { name: `${this.say('orders', 'unit.label')}: ${this.say('orders', 'unit.amount')}` }).click()
    await this.content.getByRole('textbox', { name: this.say('orders', 'unit.amount'), exact: true }).fill(amount)
  }

  async atLimit(price: string): Promise<void> {
    await this.content.getByRole('tab', { name: this.say('orders', 'type.limit'), exact: true }).click()
    await this.limit.fill(price)
  }

  /** Adds a take profit and a stop loss to the purchase. */
  async leaveAt(takeProfit: string, stopLoss: string): Promise<void> {
    await this.content.getByRole('switch', { name: this.say('orders', 'exits.label') }).click()
    await this.exit('takeProfit').fill(takeProfit)
    await this.exit('stopLoss').fill(stopLoss)
  }

  exit(name: 'takeProfit' | 'stopLoss'): Locator {
    return this.content.getByRole('textbox', { name: this.say('orders', `exits.${name}`), exact: true })
  }

  /** A line of the receipt. */
  fact(label: string): Locator {
    return this.content.locator('dl > div', { has: this.page.getByText(label, { exact: true }) }).last()
  }

  /** The button of the bar under the ticket, whatever its text. */
  get way(): Locator {
    return this.page.getByRole('button', { name: this.say('orders', 'blocker.reviewBuy') })
  }

  /** Presses keys of our own keypad. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.content.getByRole('button', { name: key, exact: true }).click()
  }

  async toQuote(): Promise<void> {
    await this.page.getByRole('link', { name: this.say('orders', 'quote.open') }).click()
  }

  async signIn(): Promise<void> {
    await this.page.getByRole('link', { name: this.say('orders', 'blocker.login') }).click()
  }

  async receiptIsThere(): Promise<void> {
    await expect(this.way).toBeEnabled()
  }

  async review(): Promise<OrderSheet> {
    await this.way.click()
    return new OrderSheet(this.visit).isShown()
  }
}
