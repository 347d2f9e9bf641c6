import { type Locator, expect } from '@playwright/test'
import { Screen } from './screen.ts'

export class ComplaintsPage extends Screen {
  async visitComplaints(): Promise<this> {
    await this.open('pages/complaint/index')
    return this.isThere()
  }

  isThere(): Promise<this> {
    return this.shows(this.say('titles', 'complaints'))
  }

  /** The customer's complaints, each under its number. */
  get own(): Locator {
    return this.content.getByRole('region', { name: this.say('complaints', 'mine') })
  }

  /** Makes a complaint and waits until it has its number. */
  async makes(text: string): Promise<void> {
    await this.content.getByRole('textbox', { name: this.say('complaints', 'text') }).fill(text)
    await this.content.getByRole('button', { name: this.say('complaints', 'send') }).click()
    await expect(this.own.getByText(text)).toBeVisible()
  }
}
