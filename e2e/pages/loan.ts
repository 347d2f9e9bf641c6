import { type Locator, expect } from '@playwright/test'
import { Screen } from './screen.ts'

const HOLD_MS = 600

/** The loans: what they cost, the form, the loan that is open, its repayment and the records. */
export class LoanPage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('titles', 'loan'))
  }

  get amount(): Locator {
    return this.content.getByRole('textbox').first()
  }

  get password(): Locator {
    return this.sheet.getByLabel(this.say('accounts', 'pay.title'))
  }

  /** Chooses the term of so many days. */
  async chooseTerm(days: string): Promise<void> {
    await this.content.getByRole('button', { name: new RegExp(`^${days} `, 'u') }).click()
  }

  /** Pledges the cash of the wallet in dollars, this much of it. */
  async pledgeCash(amount: string): Promise<void> {
    const name = this.say('common', 'wallet.US_WALLET')
    const field = this.content.getByRole('textbox', { name })
    if (!(await field.isVisible()))
      await this.content.getByRole('button', { name: this.say('loans', 'collateral.add').replace('{{name}}', name) }).click()
    await field.fill(amount)
  }

  /** Goes from the form over its review, with the transaction password, to the request. */
  async ask(payPassword: string): Promise<void> {
    await this.content.getByRole('checkbox').check()
    await this.content.getByRole('button', { name: this.say('loans', 'review'), exact: true }).click()
    await this.password.fill(payPassword)
    await this.hold('review.hold')
  }

  async hold(words: 'review.hold' | 'repay.hold'): Promise<void> {
    const button = this.sheet.getByRole('button', { name: this.say('loans', words), exact: true })
    await button.hover()
    await this.page.mouse.down()
    await this.page.waitForTimeout(HOLD_MS)
    await this.page.mouse.up()
  }

  /** Pays everything back from the wallet in dollars. */
  async repayAll(): Promise<void> {
    await this.content.getByRole('link', { name: this.say('loans', 'repay') }).click()
    await this.shows(this.say('titles', 'repayment'))
    await this.content.getByRole('button', { name: this.say('common', 'act.continue') }).click()
    await expect(this.sheet.getByText(this.say('loans', 'repay.frees'))).toBeVisible()
    await this.hold('repay.hold')
  }
}
