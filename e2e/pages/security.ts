import { Screen } from './screen.ts'

/** The security centre and the transaction password behind it. */
export class SecurityPage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('accounts', 'security.title'))
  }

  async toPayPassword(): Promise<PayPasswordPage> {
    await this.content.getByRole('link', { name: new RegExp(`^${this.say('accounts', 'pay.title')}`) }).click()
    return new PayPasswordPage(this.visit).isShown()
  }
}

export class PayPasswordPage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('accounts', 'pay.title'))
  }

  async choose(password: string, label: 'pay.title' | 'pay.new'): Promise<void> {
    await this.content.getByLabel(this.say('accounts', label), { exact: true }).fill(password)
    await this.content.getByLabel(this.say('accounts', 'register.repeat'), { exact: true }).fill(password)
    await this.content.getByRole('button', { name: this.say('accounts', 'password.save'), exact: true }).click()
  }

  /** Where no mail is sent, the code is filled in. */
  async forget(): Promise<void> {
    await this.content.getByRole('button', { name: this.say('accounts', 'pay.forgot') }).click()
    await this.content.getByRole('button', { name: this.say('accounts', 'register.send') }).click()
  }
}
