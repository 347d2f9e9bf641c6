import { type Locator, type Page, expect } from '@playwright/test'
import type { TextKey } from '@rueda/text/keys.ts'
import type { Say } from '../words.ts'

/** A page model knows the browser's page and the words of its language. */
export type Visit = Readonly<{ page: Page; say: Say }>
export type PageModel<Model> = new (visit: Visit) => Model

/** Parts that every screen of the app has: a title, a way back, the tab bar on five of them, and sheets over it. */
export class Screen {
  readonly visit: Visit
  readonly page: Page
  readonly say: Say

  constructor(visit: Visit) {
    this.visit = visit
    this.page = visit.page
    this.say = visit.say
  }

  /** The part of the page that scrolls; beside it are the bars, the sheets and, on wide screens, the pane. */
  get content(): Locator {
    return this.page.getByRole('main')
  }

  get sheet(): Locator {
    return this.page.getByRole('dialog')
  }

  heading(text: string): Locator {
    return this.page.getByRole('heading', { level: 1, name: text })
  }

  async open(hash: string): Promise<this> {
    await this.page.goto(`/#/${hash}`)
    return this
  }

  async shows(title: string): Promise<this> {
    await expect(this.heading(title)).toBeVisible()
    return this
  }

  async scrollTo(top: number): Promise<void> {
    await expect.poll(() => this.content.evaluate((element, to) => ((element.scrollTop = to), element.scrollTop), top)).toBe(top)
  }

  scrolled(): Promise<number> {
    return this.content.evaluate((element) => element.scrollTop)
  }

  async back(): Promise<void> {
    await this.page.getByRole('button', { name: this.say('ui', 'back') }).click()
  }

  /** Goes by the tab bar, which the five main screens have. */
  async tab<Model>(name: 'home' | 'market' | 'trade' | 'watchlist' | 'profile', Model: PageModel<Model>): Promise<Model> {
    const bar = this.page.getByRole('navigation', { name: this.say('common', 'tabs') })
    await bar.getByRole('link', { name: this.say('common', `tab.${name}` satisfies TextKey<'common'>), exact: true }).click()
    return new Model(this.visit)
  }

  async says(text: string): Promise<void> {
    await expect(this.page.getByText(text).first()).toBeVisible()
  }
}
