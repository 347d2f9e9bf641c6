import { type Locator, expect } from '@playwright/test'
import type { TextKey } from '@rueda/text/keys.ts'
import { OrderSheet } from './order-sheet.ts'
import { Screen } from './screen.ts'

type PaneName = Extract<TextKey<'desk'>, 'list' | 'ticket' | 'depth' | 'tables' | 'chart' | 'account'>
type TableName = 'positions' | 'orders' | 'executions'

/** The trading workspace of a desk and its panes. */
export class DeskPage extends Screen {
  async openStock(code: string, name: string, query = ''): Promise<this> {
    await this.open(`pages/quote/stock?code=${code}&market=US&source=0${query}`)
    return this.shows(name)
  }

  /** A pane is a region of its name; the one that is a list or holds the ticket stands in a column of the same name. */
  pane(name: PaneName): Locator {
    return this.page.getByLabel(this.say('desk', name), { exact: true }).first()
  }

  get quantity(): Locator {
    return this.pane('ticket').getByRole('textbox', { name: this.say('orders', 'unit.quantity'), exact: true })
  }

  get limit(): Locator {
    return this.pane('ticket').getByRole('textbox', { name: this.say('orders', 'price.limit'), exact: true })
  }

  /** The button under the ticket once the order can be reviewed. */
  get reviewButton(): Locator {
    return this.pane('ticket').getByRole('button', { name: this.say('orders', 'blocker.reviewBuy') })
  }

  side(side: 'buy' | 'sell'): Locator {
    return this.pane('ticket').getByRole('tab', { name: this.say('orders', `side.${side}` satisfies TextKey<'orders'>), exact: true })
  }

  /** The levels that one can buy at. */
  get asks(): Locator {
    return this.pane('depth').getByRole('list').last().getByRole('link')
  }

  instrument(code: string): Locator {
    return this.pane('list').getByRole('link', { name: new RegExp(`^${code}`) })
  }

  async chooseList(list: 'watched' | 'market' | 'holdings'): Promise<void> {
    await this.pane('list')
      .getByRole('tab', { name: this.say('desk', `list.${list}` satisfies TextKey<'desk'>) })
      .click()
  }

  async chooseTable(table: TableName): Promise<void> {
    const name = this.say('desk', `tab.${table}` satisfies TextKey<'desk'>)
    await this.pane('tables')
      .getByRole('tab', { name: new RegExp(`^${name}`) })
      .click()
  }

  table(table: TableName): Locator {
    return this.page.getByRole('table', { name: this.say('desk', `tab.${table}` satisfies TextKey<'desk'>) })
  }

  row(table: TableName, text: string): Locator {
    return this.table(table).getByRole('row').filter({ hasText: text })
  }

  /** The line of the only order at work, by what it says. */
  get line(): Locator {
    return this.pane('chart').getByRole('button', { name: this.say('orders', 'type.limit') })
  }

  /** Drags the line upwards, and lets it go. */
  async dragLineUp(pixels: number): Promise<void> {
    await expect(this.line).toBeVisible()
    const box = await this.line.boundingBox()
    if (box === null) throw new Error('the line of the order is not drawn')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await this.page.mouse.move(x, y)
    await this.page.mouse.down()
    await this.page.mouse.move(x, y - pixels / 2)
    await this.page.mouse.move(x, y - pixels)
    await this.page.mouse.up()
  }

  get orderSheet(): OrderSheet {
    return new OrderSheet(this.visit)
  }
}
