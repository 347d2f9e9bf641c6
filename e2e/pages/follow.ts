import { type Locator, expect } from '@playwright/test'
import type { AgencyId } from '@rueda/rules/follow/agency.ts'
import { PAY_PASSWORD } from '../withdrawer.ts'
import { Screen } from './screen.ts'

/** The agencies, one of them in its sheet, an order, and the customer's own mandates. */
export class FollowPage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('titles', 'follow'))
  }

  get amount(): Locator {
    return this.content.getByRole('textbox')
  }

  /** Opens one of the list, whose record and backtest stand apart, and from there its order. */
  async orderOf(agencyId: AgencyId): Promise<void> {
    await this.content.getByRole('button', { name: this.say('follow', `name.${agencyId}`) }).click()
    await expect(this.sheet.getByRole('heading', { name: this.say('follow', 'record'), exact: true })).toBeVisible()
    await expect(this.sheet.getByRole('heading', { name: this.say('follow', 'backtest'), exact: true })).toBeVisible()
    await expect(this.sheet.getByRole('heading', { name: this.say('follow', 'rule'), exact: true })).toBeVisible()
    await this.sheet.getByRole('link', { name: this.say('follow', 'follow'), exact: true }).click()
    await this.shows(this.say('titles', 'followOrder'))
  }

  button(name: string): Locator {
    return this.content.getByRole('button', { name, exact: true })
  }

  /** Reads the review, proves who is there and holds. */
  async confirm(): Promise<void> {
    await this.button(this.say('common', 'act.continue')).click()
    await this.sheet.getByLabel(this.say('accounts', 'pay.title')).fill(PAY_PASSWORD)
    const button = this.sheet.getByRole('button', { name: this.say('follow', 'hold'), exact: true })
    await button.hover()
    await this.page.mouse.down()
    await this.page.waitForTimeout(HOLD_MS)
    await this.page.mouse.up()
    await expect(this.sheet.getByRole('heading', { name: this.say('follow', 'result.title') })).toBeVisible()
  }

  /** From the result to the customer's own mandates, with one of them open. */
  async openMine(agencyId: AgencyId): Promise<void> {
    await this.sheet.getByRole('button', { name: this.say('follow', 'result.mine') }).click()
    await this.isShown()
    await this.content.getByRole('button', { name: this.say('follow', `name.${agencyId}`) }).click()
    await expect(this.sheet).toBeVisible()
  }

  async cancel(): Promise<void> {
    const button = this.sheet.getByRole('button', { name: this.say('follow', 'back'), exact: true })
    await button.click()
    await expect(this.sheet.getByRole('button', { name: this.say('follow', 'back.keep') })).toBeVisible()
    await button.click()
  }
}

const HOLD_MS = 600
