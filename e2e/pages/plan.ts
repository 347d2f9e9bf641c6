import { type Locator, expect } from '@playwright/test'
import { Screen } from './screen.ts'

/** The plans, a new one in its sheet, and one of them. */
export class PlanPage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('titles', 'plans'))
  }

  get amount(): Locator {
    return this.sheet.getByRole('textbox', { name: this.say('common', 'f.amount') })
  }

  /** Opens the form for a share found by its code. */
  async beginFor(name: string, code: string): Promise<void> {
    await this.content.getByRole('button', { name: this.say('plans', 'new') }).click()
    await this.sheet.getByRole('searchbox', { name: this.say('plans', 'choose.search') }).fill(code)
    await this.sheet.getByRole('button', { name }).first().click()
    await expect(this.sheet.getByRole('heading', { name })).toBeVisible()
  }

  async openPlan(name: string): Promise<void> {
    await this.content.getByRole('button', { name }).click()
    await expect(this.sheet.getByRole('heading', { name: this.say('plans', 'runs') })).toBeVisible()
  }

  async review(): Promise<void> {
    await this.sheet.getByRole('button', { name: this.say('common', 'act.continue'), exact: true }).click()
    await expect(this.sheet.getByRole('heading', { name: this.say('plans', 'review.title') })).toBeVisible()
  }

  async hold(words: 'review.hold' | 'review.holdChange' = 'review.hold'): Promise<void> {
    const button = this.sheet.getByRole('button', { name: this.say('plans', words), exact: true })
    await button.hover()
    await this.page.mouse.down()
    await this.page.waitForTimeout(HOLD_MS)
    await this.page.mouse.up()
  }

  async press(words: 'change' | 'pause' | 'resume' | 'end'): Promise<void> {
    await this.sheet.getByRole('button', { name: this.say('plans', words), exact: true }).click()
  }
}

const HOLD_MS = 600
