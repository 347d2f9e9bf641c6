import { Screen } from './screen.ts'
import { ResetPasswordPage } from './reset-password.ts'

export class LoginPage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('accounts', 'login.title'))
  }

  get user() {
    return this.page.getByLabel(this.say('accounts', 'login.user'), { exact: true })
  }

  get password() {
    return this.page.getByLabel(this.say('accounts', 'login.password'), { exact: true })
  }

  async logIn(user: string, password: string): Promise<void> {
    await this.user.fill(user)
    await this.password.fill(password)
    await this.content.getByRole('button', { name: this.say('accounts', 'login.submit'), exact: true }).click()
  }

  async logInWithPasskey(): Promise<void> {
    await this.content.getByRole('button', { name: this.say('security', 'passkey.use') }).click()
  }

  async giveCode(code: string): Promise<void> {
    await this.page.getByLabel(this.say('security', 'code.label'), { exact: true }).fill(code)
    await this.confirmStep()
  }

  async giveRecoveryCode(code: string): Promise<void> {
    await this.content.getByRole('button', { name: this.say('security', 'code.useRecovery'), exact: true }).click()
    await this.page.getByLabel(this.say('security', 'code.recovery'), { exact: true }).fill(code)
    await this.confirmStep()
  }

  private async confirmStep(): Promise<void> {
    await this.content.getByRole('button', { name: this.say('security', 'stepUp.confirm'), exact: true }).click()
  }

  async practise(): Promise<void> {
    await this.content.getByRole('button', { name: this.say('accounts', 'login.practise') }).click()
  }

  async forgotPassword(): Promise<ResetPasswordPage> {
    await this.page.getByRole('link', { name: this.say('accounts', 'login.forgot') }).click()
    return new ResetPasswordPage(this.visit)
  }
}
