import { type Locator, expect } from '@playwright/test'
import type { TextKey } from '@rueda/text/keys.ts'
import type { Visit } from './screen.ts'

type Range = '1D' | '1W' | '1M' | '3M' | '1Y'

/** The chart of a quote, on its page or over the whole screen. */
export class Chart {
  readonly visit: Visit
  readonly inside: Locator

  constructor(visit: Visit, inside: Locator = visit.page.locator('#screen')) {
    this.visit = visit
    this.inside = inside
  }

  get slider(): Locator {
    return this.inside.getByRole('slider')
  }

  range(range: Range): Locator {
    return this.inside.getByRole('tab', { name: new RegExp(`^${this.visit.say('quotes', `range.${range}`)},`) })
  }

  get ranges(): Locator {
    return this.inside.getByRole('tablist', { name: this.visit.say('quotes', 'chart.range') }).getByRole('tab')
  }

  private say(key: TextKey<'charts'>, values: Readonly<Record<string, string>> = {}): string {
    return this.visit.say('charts', key, values)
  }

  async chooseRange(range: Range): Promise<void> {
    await this.range(range).click()
    await expect(this.range(range)).toHaveAttribute('aria-selected', 'true')
  }

  async chooseCandles(): Promise<void> {
    await this.inside.getByRole('button', { name: this.visit.say('quotes', 'chart.candles') }).click()
    await this.hasCandles()
  }

  /** The button names what it would change to. */
  async hasCandles(): Promise<void> {
    await expect(this.inside.getByRole('button', { name: this.visit.say('quotes', 'chart.line') })).toBeVisible()
  }

  async chooseLine(): Promise<void> {
    await this.inside.getByRole('button', { name: this.visit.say('quotes', 'chart.line') }).click()
  }

  /** The rows of its drawing: each pane, the lines between them, the times. */
  get rows(): Locator {
    return this.inside
      .locator('table')
      .filter({ has: this.visit.page.locator('canvas') })
      .first()
      .locator('tr')
  }

  /** In the sheet, which is closed again. */
  async chooseStudies(...studies: readonly ('sma' | 'ema' | 'rsi' | 'macd')[]): Promise<void> {
    await this.inside.getByRole('button', { name: this.say('settings') }).click()
    const sheet = this.visit.page.getByRole('dialog', { name: this.say('settings.title') })
    for (const study of studies) await sheet.getByRole('button', { name: this.say(`study.${study}`) }).click()
    await this.visit.page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
  }

  /** Adds what is found by its code, in the sheet, which is closed again. */
  async compareWith(code: string, name: string): Promise<void> {
    await this.inside.getByRole('button', { name: this.say('compare'), exact: true }).click()
    const sheet = this.visit.page.getByRole('dialog', { name: this.say('compare.title') })
    await sheet.getByLabel(this.say('compare.search')).fill(code)
    await sheet.getByRole('button', { name: this.say('add', { name }) }).click()
    await this.visit.page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
  }

  /** By the legend, where each that is compared can be taken off. */
  async stopComparingWith(name: string): Promise<void> {
    await this.compared(name).click()
    await expect(this.compared(name)).toBeHidden()
  }

  compared(name: string): Locator {
    return this.inside.getByRole('list', { name: this.say('compare') }).getByRole('button', { name: this.say('remove', { name }) })
  }

  /** Expects this text for a screen reader, of the bar the cross is on, or of the last one. */
  async says(...parts: readonly string[]): Promise<void> {
    for (const part of parts) await expect(this.slider).toHaveAttribute('aria-valuetext', new RegExp(part))
  }

  async fillScreen(): Promise<Chart> {
    await this.inside.getByRole('button', { name: this.say('full') }).click()
    const dialog = this.visit.page.getByRole('dialog')
    await expect(dialog.getByRole('slider')).toBeVisible()
    return new Chart(this.visit, dialog)
  }

  async close(): Promise<void> {
    await this.inside.getByRole('button', { name: this.say('full.close') }).click()
  }

  async isClosed(): Promise<void> {
    await expect(this.visit.page.getByRole('dialog')).toHaveCount(0)
  }
}
