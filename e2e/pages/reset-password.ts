import { EmailStep } from './email-step.ts'

export class ResetPasswordPage extends EmailStep {
  override newPasswordLabel(): string {
    return this.say('accounts', 'password.new')
  }

  async choosePassword(password: string): Promise<void> {
    await this.newPassword.fill(password)
    await this.repeated.fill(password)
    await this.content.getByRole('button', { name: this.say('accounts', 'reset.save') }).click()
  }
}
