import { type Locator, expect } from '@playwright/test'
import type { SupportTopic } from '@rueda/rules/support/thread.ts'
import { Screen } from './screen.ts'

export class SupportPage extends Screen {
  async visitSupport(): Promise<this> {
    await this.open('pages/service/index')
    return this.shows(this.say('titles', 'support'))
  }

  get conversation(): Locator {
    return this.content.getByRole('log', { name: this.say('support', 'log') })
  }

  message(text: string): Locator {
    return this.conversation.getByRole('listitem').filter({ hasText: text })
  }

  async chooses(topic: SupportTopic): Promise<void> {
    await this.content.getByRole('button', { name: this.say('support', `topic.${topic}`), exact: true }).click()
  }

  /** Attaches the newest record of the topic to the message. */
  async attachesRecord(number: string): Promise<void> {
    await this.page.getByRole('button', { name: this.say('support', 'attach.record') }).click()
    await this.sheet.getByRole('button').filter({ hasText: number }).click()
    await expect(this.sheet).toHaveCount(0)
  }

  /** Writes and waits until the server has it. */
  async writes(text: string): Promise<void> {
    await this.page.getByRole('textbox', { name: this.say('support', 'message') }).fill(text)
    await this.page.getByRole('button', { name: this.say('support', 'send') }).click()
    await expect(this.message(text).getByRole('img', { name: this.say('support', 'sent') })).toBeVisible()
  }
}
