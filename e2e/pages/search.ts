import { QuotePage } from './quote.ts'
import { Screen } from './screen.ts'

export class SearchPage extends Screen {
  async find(typed: string, name: string): Promise<QuotePage> {
    await this.page.getByRole('searchbox', { name: this.say('search', 'field') }).fill(typed)
    await this.content.getByRole('link', { name }).click()
    return new QuotePage(this.visit).isShown(name)
  }
}
