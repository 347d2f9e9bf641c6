import { type Locator, expect } from '@playwright/test'
import { Screen } from './screen.ts'

/** The form for a transfer, its review and result in one sheet, and the earlier transfers. */
export class TransferPage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('titles', 'transfer'))
  }

  get amount(): Locator {
    return this.content.getByRole('textbox')
  }

  /** The button of the bar under the form, when nothing is in the way. */
  get way(): Locator {
    return this.page.getByRole('button', { name: this.say('transfers', 'button.review') })
  }

  async review(): Promise<void> {
    await this.way.click()
    await expect(this.sheet.getByRole('heading', { name: this.say('transfers', 'review.title') })).toBeVisible()
  }

  /** Keeps the button pressed until the transfer is on its way. */
  async hold(): Promise<void> {
    const button = this.sheet.getByRole('button', { name: this.say('transfers', 'review.hold'), exact: true })
    await expect(button).toBeEnabled()
    await button.hover()
    await this.page.mouse.down()
    await expect(button).toBeHidden()
    await this.page.mouse.up()
  }

  async ends(state: 'done' | 'pending' | 'cancelled'): Promise<void> {
    await expect(this.sheet.getByRole('status').filter({ hasText: this.say('transfers', `result.${state}`) })).toBeVisible()
  }

  async done(): Promise<void> {
    await this.sheet.getByRole('button', { name: this.say('common', 'act.done') }).click()
    await expect(this.sheet).toBeHidden()
  }

  async backToOrder(): Promise<void> {
    await this.sheet.getByRole('button', { name: this.say('common', 'back.order') }).click()
  }

  transfer(from: string, to: string): Locator {
    return this.content.getByRole('button', { name: new RegExp(`^${this.say('transfers', 'route', { from, to })}`) })
  }
}
