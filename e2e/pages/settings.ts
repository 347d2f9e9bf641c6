import { Screen } from './screen.ts'

export class SettingsPage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('settings', 'title'))
  }

  async chooseTheme(theme: 'dark' | 'light'): Promise<void> {
    await this.content.getByRole('tab', { name: this.say('settings', `theme.${theme}`), exact: true }).click()
  }

  async choosePalette(palette: 'green-red' | 'red-green' | 'blue-orange'): Promise<void> {
    await this.choose(this.say('settings', 'colors.label'), this.say('settings', `colors.${palette}`))
  }

  async chooseLanguage(name: string): Promise<void> {
    await this.choose(this.say('settings', 'language'), name)
  }

  async chooseOneTap(): Promise<void> {
    await this.content.getByRole('tab', { name: this.say('settings', 'confirm.tap') }).click()
  }

  private async choose(label: string, option: string): Promise<void> {
    await this.content.getByRole('button', { name: new RegExp(`^${label}`) }).click()
    await this.sheet.getByRole('radio', { name: option, exact: true }).click()
  }
}
