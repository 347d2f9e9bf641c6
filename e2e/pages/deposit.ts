import { type Locator, expect } from '@playwright/test'
import type { PictureFile } from '../pictures.ts'
import { Screen } from './screen.ts'

/** Long enough for blocks of the chain. */
const PATIENTLY = { timeout: 30_000 }

/** The ways money comes in, the account or address to pay to, and a deposit's own sheet. */
export class DepositPage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('titles', 'deposit'))
  }

  /** Opens a coin's page and accepts the warning, so that its address shows. */
  async toCoin(coin: string, network: string): Promise<void> {
    await this.content.getByRole('link', { name: new RegExp(`^${coin}`) }).click()
    await this.shows(this.say('titles', 'walletDeposit'))
    await this.content.getByRole('button', { name: network, exact: true }).click()
    await this.content.getByRole('checkbox').check()
  }

  async toBank(): Promise<void> {
    await this.content.getByRole('link', { name: new RegExp(`^${this.say('deposits', 'bank.ARS')}`) }).click()
    await this.shows(this.say('titles', 'bankDeposit'))
  }

  card(title: string): Locator {
    return this.content.locator('section').filter({ has: this.page.getByRole('heading', { name: title, exact: true }) })
  }

  /** Presses the button that stands for the customer's own wallet or bank. */
  async pay(amount: string): Promise<void> {
    const card = this.card(this.say('deposits', 'simulate.title'))
    await card.getByRole('textbox').fill(amount)
    await card.getByRole('button', { name: this.say('deposits', 'simulate.pay') }).click()
    await expect(this.sheet).toBeVisible(PATIENTLY)
  }

  async prove(amount: string, receipt: PictureFile): Promise<void> {
    const card = this.card(this.say('deposits', 'proof.title'))
    await card.getByRole('textbox').fill(amount)
    await card.locator('input[type=file]').setInputFiles(receipt)
    await expect(card.getByRole('button', { name: this.say('ui', 'photoReplace') })).toBeVisible()
    await card.getByRole('button', { name: this.say('deposits', 'proof.send'), exact: true }).click()
    await expect(this.sheet).toBeVisible(PATIENTLY)
  }

  /** Reports coins that are on their way, by a picture instead of their transaction. */
  async showSent(amount: string, screenshot: PictureFile): Promise<void> {
    const card = this.card(this.say('deposits', 'sent.title'))
    await card.getByRole('textbox').first().fill(amount)
    await card.locator('input[type=file]').setInputFiles(screenshot)
    await expect(card.getByRole('button', { name: this.say('ui', 'photoReplace') })).toBeVisible()
    await card.getByRole('button', { name: this.say('deposits', 'sent.send'), exact: true }).click()
    await expect(this.sheet).toBeVisible(PATIENTLY)
  }

  async isCredited(): Promise<void> {
    await expect(this.sheet.getByRole('status').getByText(this.say('status', 'deposit.credited'))).toBeVisible(PATIENTLY)
  }
}
