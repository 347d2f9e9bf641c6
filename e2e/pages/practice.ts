import { Screen } from './screen.ts'

/** Beginning again with practice money: what happens, and the last look before it. */
export class PracticePage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('titles', 'beginAgain'))
  }

  /** Presses the button, and the one of the sheet that says what it costs. */
  async beginAgain(): Promise<void> {
    const name = this.say('practice', 'do')
    await this.content.getByRole('button', { name, exact: true }).click()
    await this.sheet.getByText(this.say('practice', 'costs')).waitFor()
    await this.sheet.getByRole('button', { name, exact: true }).click()
  }
}
