import { type Locator, expect } from '@playwright/test'
import type { TextKey } from '@rueda/text/keys.ts'
import { Screen } from './screen.ts'

type Verdict = Extract<TextKey<'executions'>, `verdict.${string}`>
/** Years of a market are worked out for it. */
const CHECKED = { timeout: 60_000 }
/** Stands where a sentence has a moment. */
const MOMENT = '#'

/** The page of an order, and the check of an execution of it. */
export class ExecutionPage extends Screen {
  async visitOrder(id: string): Promise<this> {
    await this.open(`pages/order/detail?id=${id}`)
    return this.shows(this.say('orders', 'detail.title'))
  }

  async checks(): Promise<void> {
    const name = new RegExp(`^${this.say('orders', 'fills.check')}`, 'u')
    await this.content.getByRole('button', { name }).first().click()
  }

  get verdict(): Locator {
    return this.sheet.getByRole('status')
  }

  async finds(verdict: Verdict): Promise<void> {
    const [begins = ''] = this.say('executions', verdict, { at: MOMENT }).split(MOMENT)
    await expect(this.verdict).toContainText(begins, CHECKED)
  }

  /** What a row has of an execution, column by column. */
  row(name: 'price' | 'quantity' | 'at' | 'resting'): Locator {
    return this.sheet.getByRole('row', { name: new RegExp(`^${this.say('executions', `row.${name}`)}`, 'u') }).getByRole('cell')
  }
}
