import { expect } from '@playwright/test'
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

  async toTwoFactor(): Promise<TwoFactorPage> {
    await this.content.getByRole('link', { name: new RegExp(`^${this.say('security', 'factor.title')}`) }).click()
    return new TwoFactorPage(this.visit).isShown()
  }
}

/** The second factors, and the sheets that set one up and hand out its recovery codes. */
export class TwoFactorPage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('security', 'factor.title'))
  }

  /** The key as it stands on the screen. */
  async begin(): Promise<string> {
    await this.content.getByRole('button', { name: this.say('security', 'factor.begin'), exact: true }).click()
    const key = this.page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
    return (await key.innerText()).replaceAll(' ', '')
  }

  async confirm(code: string): Promise<string[]> {
    await this.page.getByLabel(this.say('security', 'code.label'), { exact: true }).fill(code)
    await this.page.getByRole('button', { name: this.say('security', 'setup.confirm'), exact: true }).click()
    const kept = this.page.getByRole('button', { name: this.say('security', 'recovery.kept'), exact: true })
    await kept.waitFor()
    const codes = await this.page.getByRole('dialog').getByRole('listitem').allInnerTexts()
    await kept.click()
    return codes
  }

  async addPasskey(name: string): Promise<void> {
    await this.content.getByRole('button', { name: this.say('security', 'passkey.add'), exact: true }).click()
    await this.page.getByLabel(this.say('security', 'passkey.name'), { exact: true }).fill(name)
    await this.page.getByRole('button', { name: this.say('security', 'passkey.next'), exact: true }).click()
  }

  async removePasskey(name: string): Promise<void> {
    await this.content.getByRole('button', { name: `${this.say('security', 'passkey.remove')}: ${name}` }).click()
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: this.say('security', 'passkey.remove'), exact: true })
      .click()
  }

  async remove(): Promise<void> {
    await this.content.getByRole('button', { name: this.say('security', 'factor.remove'), exact: true }).click()
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: this.say('security', 'factor.remove'), exact: true })
      .click()
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

  /** Pastes it into both fields, which a manager of passwords knows as those of a new one, and saves. */
  async paste(password: string): Promise<void> {
    await this.page.evaluate((text) => navigator.clipboard.writeText(text), password)
    for (const label of ['pay.title', 'register.repeat'] as const) {
      const field = this.content.getByLabel(this.say('accounts', label), { exact: true })
      await expect(field).toHaveAttribute('autocomplete', 'new-password')
      await field.press('ControlOrMeta+V')
      await expect(field).toHaveValue(password)
    }
    await this.content.getByRole('button', { name: this.say('accounts', 'password.save'), exact: true }).click()
  }

  /** Requests a code for a forgotten password; where no mail is sent, the code is filled in. */
  async forget(): Promise<void> {
    await this.content.getByRole('button', { name: this.say('accounts', 'pay.forgot') }).click()
    await this.content.getByRole('button', { name: this.say('accounts', 'register.send') }).click()
    // Saving before the code is there would ask for it.
    await expect(this.content.getByLabel(this.say('accounts', 'register.code'), { exact: true })).toHaveValue(/^\d{6}$/u)
  }
}
