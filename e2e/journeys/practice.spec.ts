import { test } from '../journey.ts'
import { HomePage } from '../pages/home.ts'
import { LoginPage } from '../pages/login.ts'
import { TradePage } from '../pages/trade.ts'

/** Somebody who does not want to register has an account with money in one press. */
test.use({ signedIn: false })

test('a practice account in one press from home', async ({ visit }) => {
  const home = await new HomePage(visit).visitHome()
  await home.practise()
  await home.hasBalance('100.000,00')
})

test('from the login it leads back to where one wanted to go', async ({ visit, say }) => {
  const login = await new LoginPage(visit).open('pages/auth/login?return=%2Fpages%2Ftrade%2Findex')
  await login.practise()
  const trade = await new TradePage(visit).isShown()
  await trade.says(say('positions', 'holding.empty'))
})
