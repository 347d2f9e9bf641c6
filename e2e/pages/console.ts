import { type Locator, expect } from '@playwright/test'
import type { CaseKind } from '@rueda/rules/staff/cases.ts'
import type { ActReason } from '@rueda/rules/staff/reasons.ts'
import type { WordKey } from '../../apps/console/src/app/words/all.ts'
import type { StaffMember } from '../staff.ts'

/** Evidence is gathered from the ledger, the vault and the log, which takes its time on a busy machine. */
const EVIDENCE_TIMEOUT_MS = 30_000

/** An act is carried out before its message shows, which takes its time on a busy machine. */
const SAID_TIMEOUT_MS = 30_000

/** A screen of the console, found by what staff read on it. */
export class ConsolePage {
  readonly member: StaffMember

  constructor(member: StaffMember) {
    this.member = member
  }

  get content(): Locator {
    return this.member.page.getByRole('main')
  }

  get drawer(): Locator {
    return this.content.getByRole('complementary')
  }

  async open(hash: string): Promise<this> {
    await this.member.page.goto(`/console/#/${hash}`)
    return this
  }

  /** Opens a screen from the menu. */
  async goTo(word: WordKey): Promise<this> {
    const { page, say } = this.member
    await page
      .getByRole('navigation', { name: say('app.navigation') })
      .getByRole('link', { name: new RegExp(`^${say(word)}`) })
      .click()
    await expect(this.content.getByRole('heading', { level: 1, name: say(word) })).toBeVisible()
    return this
  }

  /** Waits until somebody's case is in the queue, opens it and claims it. */
  async takesCase(kind: CaseKind, accountId: string | number): Promise<void> {
    await this.open(`cases?kind=${kind}`)
    const row = this.row(String(accountId))
    await expect(async () => {
      await this.member.page.reload()
      await expect(row).toBeVisible({ timeout: 3_000 })
    }).toPass()
    await row.click()
    await this.press('cases.claim')
    await expect(this.drawer.getByRole('region', { name: this.member.say('decision.title') })).toBeVisible({ timeout: EVIDENCE_TIMEOUT_MS })
  }

  /** Keeps the filters of a list under a name. */
  async savesView(hash: string, name: string): Promise<void> {
    const { say, page } = this.member
    await this.open(hash)
    await this.press('views.save', this.content)
    await page.getByRole('textbox', { name: say('views.name') }).fill(name)
    await this.press('views.keep', this.content)
    await expect(this.content.getByRole('button', { name, exact: true, pressed: true })).toBeVisible()
  }

  row(text: string): Locator {
    return this.content.getByRole('row').filter({ hasText: text })
  }

  async press(word: WordKey, place: Locator = this.drawer): Promise<void> {
    await place.getByRole('button', { name: this.member.say(word), exact: true }).click()
  }

  async because(reason: ActReason): Promise<void> {
    await this.press(`reason.${reason}`)
  }

  /** Chooses the reason that the customer will read. */
  async chooseReason(reason: string): Promise<void> {
    await this.drawer.locator('[data-choice]').filter({ hasText: reason }).click()
  }

  /** Expects the console's message about the act. */
  async hears(word: WordKey): Promise<void> {
    const said = this.member.page.locator('[role=status], [role=alert]')
    await expect(said.getByText(this.member.say(word), { exact: true })).toBeVisible({ timeout: SAID_TIMEOUT_MS })
  }
}
