import { type Locator, expect } from '@playwright/test'
import { type PageModel, Screen } from './screen.ts'

/** The review of an order and, in the same sheet, its result. */
export class OrderSheet extends Screen {
  async isShown(): Promise<this> {
    await expect(this.sheet.getByRole('heading', { name: this.say('orders', 'review.title') })).toBeVisible()
    return this
  }

  /** A line of the receipt, by what its label begins with: a rate may follow. */
  row(label: string): Locator {
    const begins = new RegExp(`^${label.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`)}`, 'u')
    return this.sheet.getByRole('term').filter({ hasText: begins })
  }

  /** A line of the sheet, its label with its value. */
  fact(label: string): Locator {
    return this.sheet.locator('dl > div', { has: this.page.getByText(label, { exact: true }) }).last()
  }

  holdButton(side: 'buy' | 'sell'): Locator {
    return this.sheet.getByRole('button', { name: this.say('orders', side === 'buy' ? 'review.holdBuy' : 'review.holdSell'), exact: true })
  }

  /** Presses the button and keeps it pressed. */
  async press(side: 'buy' | 'sell'): Promise<void> {
    const button = this.holdButton(side)
    await expect(button).toBeEnabled()
    // A sheet that still slides in would slip away under the pointer.
    await button.hover()
    await this.page.mouse.down()
  }

  /** Keeps the button pressed until the order is on its way. */
  async hold(side: 'buy' | 'sell'): Promise<void> {
    await this.press(side)
    await expect(this.holdButton(side)).toBeHidden()
    await this.page.mouse.up()
  }

  async ends(state: 'filled' | 'working'): Promise<void> {
    await expect(this.sheet.getByRole('status').filter({ hasText: this.say('orders', `result.${state}`) })).toBeVisible()
  }

  async done(): Promise<void> {
    await this.sheet.getByRole('button', { name: this.say('orders', 'result.done') }).click()
    await expect(this.sheet).toBeHidden()
  }

  async inTrade<Model>(Model: PageModel<Model>): Promise<Model> {
    await this.sheet.getByRole('button', { name: this.say('orders', 'result.trade') }).click()
    await expect(this.sheet).toBeHidden()
    return new Model(this.visit)
  }
}
