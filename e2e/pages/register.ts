import { EmailStep } from './email-step.ts'

export class RegisterPage extends EmailStep {
  isShown(): Promise<this> {
    return this.shows(this.say('accounts', 'register.title'))
  }

  async choosePassword(password: string): Promise<void> {
    await this.newPassword.fill(password)
    await this.repeated.fill(password)
    await this.content.getByRole('button', { name: this.say('accounts', 'register.submit') }).click()
  }
}
