import { expect, test } from '../journey.ts'
import { HomePage } from '../pages/home.ts'
import { ProfilePage } from '../pages/profile.ts'
import { TradePage } from '../pages/trade.ts'
import { WatchlistPage } from '../pages/watchlist.ts'

/**
 * The whole way of a first customer: an account, an instrument, a purchase at the market, a limit order that is taken
 * back, half of the holding sold, and the statement that shows it all.
 */
const STOCK = { code: 'ARDV', name: 'Aurora Devices' }

for (const language of ['es', 'en'] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ language, signedIn: false })

    test(`from registering to the statement (${language})`, async ({ visit, say, customer }) => {
      const grant = language === 'es' ? '100.000,00' : '100,000.00'
      const home = await new HomePage(visit).visitHome()
      const register = await home.toRegister()
      await register.confirmEmail(`first.${customer.user.id}@example.org`)
      await register.choosePassword('wheel-of-fortune')
      await home.hasBalance(grant)

      const search = await home.toSearch()
      const quote = await search.find('aurora', STOCK.name)
      await quote.watch(STOCK.name)

      const ticket = await quote.buy()
      await ticket.quantity.fill('20')
      const buying = await ticket.review()
      await buying.hold('buy')
      await buying.ends('filled')
      await buying.done()

      await ticket.atLimit('30')
      await ticket.quantity.fill('10')
      const waiting = await ticket.review()
      await waiting.hold('buy')
      await waiting.ends('working')
      const trade = await waiting.inTrade(TradePage)
      await expect(trade.order(STOCK.code)).toBeVisible()
      await trade.cancelTheOrder()
      await trade.says(say('positions', 'orders.empty'))

      await trade.choose('holdings')
      await expect(trade.holding(STOCK.name)).toContainText('20 ·')
      const close = await trade.close(STOCK.name)
      const selling = await close.review('10')
      await selling.hold('sell')
      await selling.ends('filled')
      await selling.inTrade(TradePage)
      await expect(trade.holding(STOCK.name)).toContainText('10 ·')
      await trade.choose('orders')
      await trade.chooseEnded()
      await expect(trade.order(STOCK.code)).toHaveCount(3)

      const watchlist = await trade.tab('watchlist', WatchlistPage)
      await expect(watchlist.row(STOCK.name)).toBeVisible()
      const profile = await watchlist.tab('profile', ProfilePage)
      const statement = await profile.toStatement()
      await expect(statement.movements('buy').first()).toBeVisible()
      await expect(statement.movements('sell').first()).toBeVisible()
      await expect(statement.movements('grant').first()).toBeVisible()
    })
  })
}
