import { expect } from '@playwright/test'
import { LoginPage } from './login.ts'
import { RegisterPage } from './register.ts'
import { Screen } from './screen.ts'
import { SettingsPage } from './settings.ts'
import { StatementPage } from './statement.ts'

export class ProfilePage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('profile', 'title'))
  }

  async toStatement(): Promise<StatementPage> {
    await this.content
      .getByRole('link', { name: this.say('profile', 'menu.movements') })
      .first()
      .click()
    return new StatementPage(this.visit).isShown()
  }

  async toSettings(): Promise<SettingsPage> {
    await this.content.getByRole('link', { name: this.say('profile', 'menu.settings') }).click()
    return new SettingsPage(this.visit).isShown()
  }

  /** Opens the sheet before a practice account is lost: the things that are lost, and the two ways on. */
  private async askToLeavePractice(): Promise<void> {
    await this.content.getByRole('button', { name: this.say('profile', 'logout') }).click()
    await expect(this.sheet.getByText(this.say('profile', 'leavePractice.why'))).toBeVisible()
    for (const fact of ['money', 'positions', 'orders'] as const) {
      await expect(
        this.sheet.locator('div', { has: this.page.getByText(this.say('profile', `leavePractice.${fact}`), { exact: true }) }).last(),
      ).toContainText(/\d/)
    }
  }

  async keepInsteadOfLogout(): Promise<RegisterPage> {
    await this.askToLeavePractice()
    await this.sheet.getByRole('link', { name: this.say('profile', 'leavePractice.keep') }).click()
    return new RegisterPage(this.visit).isShown('keep.title')
  }

  async losePractice(): Promise<void> {
    await this.askToLeavePractice()
    await this.sheet.getByRole('button', { name: this.say('profile', 'leavePractice.leave') }).click()
  }

  async logOut(): Promise<LoginPage> {
    await this.content.getByRole('button', { name: this.say('profile', 'logout') }).click()
    await this.sheet.getByRole('button', { name: this.say('profile', 'logout') }).click()
    return new LoginPage(this.visit).isShown()
  }
}
