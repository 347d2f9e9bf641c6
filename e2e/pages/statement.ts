import type { Locator } from '@playwright/test'
import { Screen } from './screen.ts'

export class StatementPage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('wallets', 'statement.title'))
  }

  movements(kind: 'buy' | 'sell' | 'grant'): Locator {
    return this.content.getByRole('button', { name: new RegExp(`^${this.say('wallets', `kind.${kind}`)}`) })
  }
}
