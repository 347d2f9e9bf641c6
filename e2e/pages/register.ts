import { EmailStep } from './email-step.ts'

export class RegisterPage extends EmailStep {
  isShown(title: 'register.title' | 'keep.title' = 'register.title'): Promise<this> {
    return this.shows(this.say('accounts', title))
  }

  async choosePassword(password: string, submit: 'register.submit' | 'keep.submit' = 'register.submit'): Promise<void> {
    await this.newPassword.fill(password)
    await this.repeated.fill(password)
    await this.content.getByRole('checkbox', { name: this.say('agreements', 'agree') }).check()
    await this.content.getByRole('button', { name: this.say('accounts', submit) }).click()
  }
}
