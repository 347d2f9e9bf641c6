import type { Locator } from '@playwright/test'
import { Screen } from './screen.ts'

/** The block desk, and a block of one share in its sheet. */
export class BlocksPage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('titles', 'blocks'))
  }

  get price(): Locator {
    return this.sheet.getByRole('textbox').last()
  }

  stock(name: string): Locator {
    return this.content.getByRole('button', { name })
  }

  async hold(side: 'buy' | 'sell'): Promise<void> {
    const button = this.sheet.getByRole('button', { name: this.say('common', side === 'buy' ? 'c.holdBuy' : 'c.holdSell'), exact: true })
    await button.hover()
    await this.page.mouse.down()
    await this.page.waitForTimeout(HOLD_MS)
    await this.page.mouse.up()
  }
}

const HOLD_MS = 600
