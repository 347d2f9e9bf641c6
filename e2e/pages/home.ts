import { expect } from '@playwright/test'
import { LoginPage } from './login.ts'
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
    await this.page.getByRole('link', { name: this.say('home', 'search') }).click()
    return new SearchPage(this.visit)
  }

  async practise(): Promise<void> {
    await this.content.getByRole('button', { name: this.say('home', 'welcome.practise') }).click()
  }

  async hasBalance(amount: string): Promise<void> {
    await expect(this.content.getByText(this.say('home', 'total', { currency: 'USD' }))).toBeVisible()
    await expect(this.content.getByText(amount).first()).toBeVisible()
  }
}
