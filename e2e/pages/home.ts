import { expect } from '@playwright/test'
import { LoginPage } from './login.ts'
import { QuotePage } from './quote.ts'
import { RegisterPage } from './register.ts'
import { Screen } from './screen.ts'
import { SearchPage } from './search.ts'

export class HomePage extends Screen {
  async visitHome(): Promise<this> {
    await this.page.goto('/')
    return this.isShown()
  }

  isShown(): Promise<this> {
    return this.shows('rueda')
  }

  async toRegister(): Promise<RegisterPage> {
    await this.content.getByRole('link', { name: this.say('home', 'welcome.register') }).click()
    return new RegisterPage(this.visit).isShown()
  }

  async toLogin(): Promise<LoginPage> {
    await this.content.getByRole('link', { name: this.say('home', 'welcome.login') }).click()
    return new LoginPage(this.visit).isShown()
  }

  async toSearch(): Promise<SearchPage> {
    await this.page.getByRole('link', { name: this.say('home', 'search'), exact: true }).click()
    return new SearchPage(this.visit)
  }

  /** Opens the first share of the list that home shows. */
  async firstShare(): Promise<QuotePage> {
    await this.content.getByRole('tabpanel').getByRole('link').first().click()
    await expect(this.page.getByRole('link', { name: new RegExp(`^${this.say('quotes', 'buy')} `, 'u') })).toBeVisible()
    return new QuotePage(this.visit)
  }

  async practise(): Promise<void> {
    await this.content.getByRole('button', { name: this.say('home', 'welcome.practise') }).click()
  }

  async hasBalance(amount: string): Promise<void> {
    await expect(this.content.getByText(this.say('home', 'total', { currency: 'USD' }))).toBeVisible()
    await expect(this.content.getByText(amount).first()).toBeVisible()
  }
}
