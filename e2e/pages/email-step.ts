import { expect } from '@playwright/test'
import { Screen } from './screen.ts'

/** The step with an address and its code, which the answer holds where no mail is sent; registering and resetting share it. */
export class EmailStep extends Screen {
  get email() {
    return this.page.getByLabel(this.say('accounts', 'register.email'), { exact: true })
  }

  get code() {
    return this.page.getByLabel(this.say('accounts', 'register.code'), { exact: true })
  }

  get newPassword() {
    return this.page.getByLabel(this.newPasswordLabel(), { exact: true })
  }

  get repeated() {
    return this.page.getByLabel(this.say('accounts', 'register.repeat'), { exact: true })
  }

  newPasswordLabel(): string {
    return this.say('accounts', 'register.password')
  }

  async confirmEmail(email: string): Promise<void> {
    await this.email.fill(email)
    await this.content.getByRole('button', { name: this.say('accounts', 'register.send') }).click()
    await expect(this.code).toHaveValue(/^\d{6}$/)
    await this.content.getByRole('button', { name: this.say('accounts', 'register.next') }).click()
  }
}
