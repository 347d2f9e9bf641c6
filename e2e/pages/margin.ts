import { type Locator, expect } from '@playwright/test'
import { Screen } from './screen.ts'

/** The sheet of a holding on margin: money from the wallet into the position. */
export class AddMarginPage extends Screen {
  get amount(): Locator {
    return this.sheet.getByRole('textbox')
  }

  async add(amount: string): Promise<void> {
    await this.amount.fill(amount)
    await this.sheet.getByRole('button', { name: this.say('positions', 'margin.add') }).click()
    await expect(this.sheet).toBeHidden()
  }
}
