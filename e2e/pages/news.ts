import { type Locator, expect } from '@playwright/test'
import { Screen } from './screen.ts'

/** The list of news, and an article. */
export class NewsPage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('titles', 'news'))
  }

  row(title: string): Locator {
    return this.content.getByRole('link', { name: title })
  }

  async choose(tag: 'all' | 'market' | 'company'): Promise<void> {
    await this.content.getByRole('tab', { name: this.say('articles', `tag.${tag}`), exact: true }).click()
  }

  async search(word: string): Promise<void> {
    await this.content.getByRole('searchbox').fill(word)
  }

  async read(title: string): Promise<void> {
    await this.row(title).first().click()
    await this.isRead(title)
  }

  async isRead(title: string): Promise<void> {
    // Exactly: the title of the list begins with that of an article.
    await expect(this.page.getByRole('heading', { level: 1, name: this.say('titles', 'article'), exact: true })).toBeVisible()
    await expect(this.content.getByRole('heading', { name: title })).toBeVisible()
  }
}
