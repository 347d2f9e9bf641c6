import { readFileSync } from 'node:fs'
import { type Locator, expect } from '@playwright/test'
import type { TextKey } from '@rueda/text/keys.ts'
import { Screen } from './screen.ts'

/** Stands where a sentence has a moment. */
const MOMENT = '#'

type Claim = 'history' | 'acts' | 'powers' | 'clock' | 'draws' | 'days' | 'liabilities' | 'executions' | 'uptime'
type FoundKey = Extract<TextKey<'trust'>, `found.${string}`>
const REACTION = { timeout: 45_000 }

/** The page of what can be checked, and the bar that is over every page when something does not match. */
export class TrustPage extends Screen {
  async visitTrust(): Promise<this> {
    await this.open('pages/trust/index')
    return this.shows(this.say('titles', 'trust'))
  }

  claim(name: Claim): Locator {
    return this.page.getByRole('region', { name: this.say('trust', `claim.${name}`) })
  }

  async checks(name: Claim): Promise<void> {
    await this.claim(name).getByRole('button').click()
  }

  /** One of these findings, whatever its date and figures. */
  async finds(place: Locator, ...keys: readonly FoundKey[]): Promise<void> {
    await expect(place.getByRole('status')).toHaveText(new RegExp(`^(${keys.map((key) => this.#pattern(key)).join('|')})$`, 'u'), REACTION)
  }

  #pattern(key: FoundKey): string {
    const parts = this.say('trust', key).split(/\{\{\w+\}\}/u)
    return parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)).join('.+')
  }

  get account(): Locator {
    return this.page.locator('section').filter({ has: this.page.getByRole('heading', { name: this.say('trust', 'account.title') }) })
  }

  async checksAccount(): Promise<void> {
    await this.account.getByRole('button', { name: this.say('trust', 'account.run') }).click()
  }

  get redBar(): Locator {
    return this.page.getByRole('alert', { name: this.say('trust', 'bar.label') })
  }

  get amberLine(): Locator {
    return this.page.getByRole('status').filter({ hasText: this.say('trust', 'bar.amber', { at: MOMENT }).split(MOMENT).at(-1) ?? '' })
  }

  async warns(): Promise<void> {
    await expect(this.redBar).toBeVisible(REACTION)
  }

  /** The reason that the bar gives, behind "what this means". */
  async saysWhy(kind: Extract<TextKey<'trust'>, `why.${string}`>): Promise<void> {
    await this.redBar.getByRole('button', { name: this.say('trust', 'bar.why') }).click()
    await expect(this.sheet.getByText(this.say('trust', kind))).toBeVisible()
  }

  async savesEvidence(): Promise<Readonly<Record<string, unknown>>> {
    const saved = this.page.waitForEvent('download')
    await this.redBar.getByRole('button', { name: this.say('trust', 'bar.save') }).click()
    return JSON.parse(readFileSync(await (await saved).path(), 'utf8')) as Readonly<Record<string, unknown>>
  }

  async savesReceipt(): Promise<Readonly<Record<string, unknown>>> {
    const saved = this.page.waitForEvent('download')
    const name = new RegExp(`^${this.say('trust', 'receipts.save', { at: MOMENT }).split(MOMENT)[0] ?? ''}`, 'u')
    await this.content.getByRole('button', { name }).first().click()
    return JSON.parse(readFileSync(await (await saved).path(), 'utf8')) as Readonly<Record<string, unknown>>
  }

  async accepts(): Promise<void> {
    await this.sheet.getByRole('button', { name: this.say('trust', 'accept.begin') }).click()
    await this.sheet.getByRole('button', { name: this.say('trust', 'accept.confirm') }).click()
    await expect(this.redBar).toBeHidden()
  }
}
