import { readFile } from 'node:fs/promises'
import { type Locator, expect } from '@playwright/test'
import type { TextKey } from '@rueda/text/keys.ts'
import { ClosePage } from './close.ts'
import { AddMarginPage } from './margin.ts'
import { Screen } from './screen.ts'

export class TradePage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('positions', 'title'))
  }

  async openTrade(tab = '0'): Promise<this> {
    await this.open(`pages/trade/index?tab=${tab}`)
    return this.isShown()
  }

  holding(name: string): Locator {
    return this.content.getByRole('link', { name: new RegExp(`^${name},`) })
  }

  order(code: string): Locator {
    return this.content.getByRole('button', { name: new RegExp(`${code} ·`) })
  }

  async choose(tab: 'holdings' | 'closed' | 'orders'): Promise<void> {
    const name = this.say('positions', `tabs.${tab}` satisfies TextKey<'positions'>)
    await this.content.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
  }

  async chooseEnded(): Promise<void> {
    await this.content.getByRole('tab', { name: this.say('positions', 'filter.ended') }).click()
  }

  async cancelTheOrder(): Promise<void> {
    await this.content.getByRole('button', { name: this.say('positions', 'orders.cancel'), exact: true }).click()
    await this.sheet.getByRole('button', { name: this.say('orders', 'detail.cancel'), exact: true }).click()
    await expect(this.sheet).toBeHidden()
  }

  async addMargin(name: string): Promise<AddMarginPage> {
    await this.content.getByRole('button', { name: this.say('positions', 'holding.actions', { name }) }).click()
    await this.sheet.getByRole('button', { name: this.say('positions', 'margin.add'), exact: true }).click()
    return new AddMarginPage(this.visit)
  }

  /** One holding in full: its result and the lots behind it. */
  async inFull(name: string): Promise<void> {
    await this.content.getByRole('button', { name: this.say('positions', 'holding.actions', { name }) }).click()
    await this.sheet.getByRole('button', { name: this.say('positions', 'holding.detail') }).click()
    await expect(this.sheet.getByRole('heading', { name: this.say('positions', 'lots.title') })).toBeVisible()
  }

  /** A position that has ended, in full. */
  async closedInFull(name: string): Promise<void> {
    await this.content.getByRole('button', { name: new RegExp(name) }).click()
    await expect(this.sheet.getByRole('heading', { name: this.say('positions', 'lots.sold') })).toBeVisible()
  }

  /** Returns the file that the sheet saves. */
  async saved(format: 'csv' | 'json'): Promise<string> {
    const saving = this.page.waitForEvent('download')
    await this.sheet.getByRole('button', { name: this.say('positions', `export.${format}` satisfies TextKey<'positions'>) }).click()
    return readFile(await (await saving).path(), 'utf8')
  }

  async close(name: string): Promise<ClosePage> {
    await this.content.getByRole('button', { name: this.say('positions', 'holding.actions', { name }) }).click()
    await this.sheet.getByRole('button', { name: this.say('positions', 'holding.close') }).click()
    return new ClosePage(this.visit).isShown()
  }
}
