import { LoginPage } from './login.ts'
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

  async logOut(): Promise<LoginPage> {
    await this.content.getByRole('button', { name: this.say('profile', 'logout') }).click()
    await this.sheet.getByRole('button', { name: this.say('profile', 'logout') }).click()
    return new LoginPage(this.visit).isShown()
  }
}
