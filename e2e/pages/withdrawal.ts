import { type Locator, expect } from '@playwright/test'
import { withdrawals } from '@rueda/contract/withdrawals.ts'
import { Screen } from './screen.ts'

/** Long enough, because people decide, jobs carry it out, and the screen asks every few seconds. */
const PATIENTLY = { timeout: 30_000 }

/** The form for a withdrawal to an address, its review and result in one sheet, and the list of withdrawals. */
export class WithdrawalPage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('titles', 'withdrawToWallet'))
  }

  get amount(): Locator {
    return this.content.getByRole('textbox')
  }

  get payPassword(): Locator {
    return this.sheet.getByLabel(this.say('accounts', 'pay.title'), { exact: true })
  }

  /** Requests a withdrawal that needs a mailed code, from the form to the confirmation. */
  async ask(amount: string, payPassword: string): Promise<void> {
    await this.review(amount)
    await this.sheet.getByRole('button', { name: this.say('accounts', 'register.send') }).click()
    await expect(this.sheet.getByLabel(this.say('accounts', 'register.code'), { exact: true })).toHaveValue(/^\d{6}$/)
    await this.confirm(payPassword)
    await expect(this.hold).toBeHidden()
  }

  /** From the form to its review. */
  async review(amount: string): Promise<void> {
    await this.amount.fill(amount)
    await this.content.getByRole('button', { name: this.say('withdrawals', 'continue') }).click()
    await expect(this.sheet.getByRole('heading', { name: this.say('withdrawals', 'review.title') })).toBeVisible()
  }

  /** Gives the transaction password and holds the button until it has been sent. */
  async confirm(payPassword: string): Promise<void> {
    await this.payPassword.fill(payPassword)
    await expect(this.hold).toBeEnabled()
    await this.hold.hover()
    const answered = this.page.waitForResponse(`**/web${withdrawals.apply.path}`)
    await this.page.mouse.down()
    await answered
    await this.page.mouse.up()
  }

  get hold(): Locator {
    return this.sheet.getByRole('button', { name: this.say('withdrawals', 'review.hold'), exact: true })
  }

  /** From the sheet to the list, with the newest one open. */
  async follow(): Promise<void> {
    await this.sheet.getByRole('button', { name: this.say('withdrawals', 'result.list') }).click()
    await this.shows(this.say('titles', 'withdrawRecords'))
    await this.content.getByRole('button', { name: /TRC20/ }).first().click()
    await expect(this.sheet).toBeVisible()
  }

  /** Expects the pill of the sheet to show this state. */
  async stands(state: 'pending' | 'sent' | 'rejected' | 'cancelled'): Promise<void> {
    await expect(this.sheet.getByText(this.say('withdrawals', `state.${state}`), { exact: true }).first()).toBeVisible(PATIENTLY)
  }

  async cancel(): Promise<void> {
    await this.sheet.getByRole('button', { name: this.say('withdrawals', 'cancel'), exact: true }).click()
    await expect(this.sheet.getByRole('heading', { name: this.say('withdrawals', 'cancel.question') })).toBeVisible()
    await this.sheet.getByRole('button', { name: this.say('withdrawals', 'cancel'), exact: true }).click()
  }
}
