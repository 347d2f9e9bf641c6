import { type Locator, expect } from '@playwright/test'
import { Screen } from './screen.ts'

export class MessagesPage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('titles', 'messages'))
  }

  row(title: string): Locator {
    return this.content.getByRole('link', { name: new RegExp(title) })
  }

  async isUnread(title: string): Promise<void> {
    await expect(this.row(`${this.say('status', 'message.unread')}: ${title}`)).toBeVisible()
  }

  async openMessage(title: string): Promise<void> {
    await this.row(title).click()
    await this.shows(this.say('titles', 'message'))
    await expect(this.content.getByRole('heading', { name: title })).toBeVisible()
  }

  async markAllRead(): Promise<void> {
    const button = this.page.getByRole('button', { name: this.say('messages', 'allRead') })
    await button.click()
    await expect(button).toHaveCount(0)
  }
}
