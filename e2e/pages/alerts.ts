import { type Locator, expect } from '@playwright/test'
import { Screen } from './screen.ts'

export class AlertsPage extends Screen {
  /** Creates an alert from the menu of an open quote. */
  async create(level: string): Promise<void> {
    await this.page.getByRole('button', { name: this.say('quotes', 'menu'), exact: true }).click()
    await this.sheet.getByRole('button', { name: this.say('quotes', 'menu.alert') }).click()
    await this.sheet.getByRole('textbox').fill(level)
    await this.sheet.getByRole('button', { name: this.say('common', 'act.save') }).click()
    await this.says(this.say('alerts', 'saved'))
  }

  alert(condition: string): Locator {
    return this.content.getByRole('switch', { name: condition })
  }

  async turn(condition: string, on: boolean): Promise<void> {
    await this.alert(condition).click()
    await expect(this.alert(condition)).toHaveAttribute('aria-checked', String(on))
  }
}
