import { Screen } from './screen.ts'

/** Freezing, exporting and closing. */
export class AccountPage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('security', 'account.title'))
  }

  async freeze(): Promise<void> {
    await this.content.getByRole('button', { name: this.say('security', 'freeze.do'), exact: true }).click()
    await this.sheet.getByRole('button', { name: this.say('security', 'freeze.do'), exact: true }).click()
  }

  async thaw(): Promise<void> {
    await this.content.getByRole('button', { name: this.say('security', 'freeze.undo'), exact: true }).click()
  }

  /** The name of the file that came. */
  async exportData(): Promise<string> {
    const download = this.page.waitForEvent('download')
    await this.content.getByRole('button', { name: this.say('security', 'export.do'), exact: true }).click()
    return (await download).suggestedFilename()
  }

  async close(leavesMoney: boolean): Promise<void> {
    await this.content.getByRole('button', { name: this.say('security', 'close.do'), exact: true }).click()
    await this.closeAgain(leavesMoney)
  }

  async closeAgain(leavesMoney: boolean): Promise<void> {
    if (leavesMoney) await this.sheet.getByText(this.say('security', 'close.leave')).click()
    await this.sheet.getByRole('button', { name: this.say('security', 'close.do'), exact: true }).click()
  }
}
