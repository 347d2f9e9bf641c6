import { type Locator, expect } from '@playwright/test'
import type { FundId } from '@rueda/rules/funds/fund.ts'
import { Screen } from './screen.ts'

/** The funds, one of them in its sheet, the subscription, and the customer's own. */
export class FundPage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('titles', 'funds'))
  }

  get amount(): Locator {
    return this.sheet.getByRole('textbox')
  }

  fact(label: string): Locator {
    return this.sheet.locator('dl > div').filter({ hasText: label })
  }

  /** Opens one of the list, and from its facts the form. */
  async subscribeTo(fundId: FundId): Promise<void> {
    await this.content.getByRole('button', { name: this.say('funds', `name.${fundId}`) }).click()
    await expect(this.sheet.getByRole('heading', { name: this.say('funds', 'holdings') })).toBeVisible()
    await this.sheet.getByRole('button', { name: this.say('funds', 'subscribe') }).click()
  }

  async hold(words: 'review.hold' | 'redeem.hold'): Promise<void> {
    const button = this.sheet.getByRole('button', { name: this.say('funds', words), exact: true })
    await button.hover()
    await this.page.mouse.down()
    await this.page.waitForTimeout(HOLD_MS)
    await this.page.mouse.up()
  }

  /** From the result to the customer's own funds, with one of them open. */
  async follow(fundId: FundId): Promise<void> {
    await this.sheet.getByRole('button', { name: this.say('funds', 'result.mine') }).click()
    await this.shows(this.say('titles', 'myFunds'))
    await this.content.getByRole('button', { name: this.say('funds', `name.${fundId}`) }).click()
    await expect(this.sheet).toBeVisible()
  }

  async takeBack(): Promise<void> {
    const button = this.sheet.getByRole('button', { name: this.say('funds', 'back'), exact: true })
    await button.click()
    await expect(this.sheet.getByRole('heading', { name: this.say('funds', 'back.question') })).toBeVisible()
    await button.click()
  }
}

const HOLD_MS = 600
