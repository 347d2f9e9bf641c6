import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { wallets } from '@rueda/contract/wallets.ts'
import { formatScaled, percentText } from '@rueda/rules/decimal.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import type { Instant } from '@rueda/rules/time.ts'
import { returnsOf } from '@rueda/rules/wallets/returns.ts'
import { type Wallet, balanceOf, usedOf, walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import type { VenueClient } from '../../venue/client.ts'
import type { DayOfTrading } from '../positions/valuation.ts'
import type { Display } from './display.ts'
import { partsIn, sumIn } from './dollar-value.ts'
import { type Reading, overviewFigures } from './overview-figures.ts'
import type { OpenWithdrawal } from './store.ts'

type Overview = DataOf<typeof wallets.overview>
type Asked = Readonly<{ accountId: string; display: Display; now: Instant }>

/** Home's figures in the currency that was asked for. */
export async function overviewOf(reading: Reading, { accountId, display, now }: Asked): Promise<Overview> {
  const figures = await overviewFigures(reading, { accountId, now })
  const { app, tradeDate, past, inFunds, followed, inRobots, owed, total, today, points, course } = figures
  const amounts = (of: (wallet: Wallet) => bigint) => past.wallets.map((wallet) => ({ minor: of(wallet), currency: wallet.currency }))
  const { currency } = display
  const shown = {
    cash: sumIn(currency, app.venue, amounts(balanceOf)),
    assets: display.now(past.assets + past.paidAhead),
    funds: display.now(inFunds),
    followed: display.now(followed + inRobots),
    owed: display.now(owed),
  }
  const shownTotal = shown.cash + shown.assets + shown.funds + shown.followed - shown.owed
  // In another currency the dollars held before have changed in value too since the last close.
  const before = total - today
  const shownBefore = display.before(before)
  const shownToday = display.now(today) + display.now(before) - shownBefore
  const text = (minor: bigint): string => formatMinor(minor, currency)
  return {
    thisDate: tradeDate.split('-').toReversed().join('-'),
    todayProfit: text(shownToday),
    todayProfitRatio: percentText(shownToday, shownBefore),
    totalAssets: text(shownTotal),
    openWithdrawals: openWithdrawalsIn(app.venue, past.openWithdrawals, currency),
    cash: text(shown.cash),
    cashByWallet: partsIn(currency, app.venue, amounts(balanceOf)).flatMap((value, at) => {
      const walletType = past.wallets[at]?.type
      return walletType === undefined ? [] : [{ walletType, value: text(value) }]
    }),
    positionsValue: text(shown.assets),
    held: currency === 'USD' ? heldInDollars(app.venue, past.trading.held) : [],
    frozen: text(sumIn(currency, app.venue, amounts(usedOf))),
    liabilities: text(shown.owed),
    fundsValue: text(shown.funds),
    followValue: text(shown.followed),
    curve: points
      .map(({ date, value }) => ({ date, value: text(display.now(value)) }))
      .concat({ date: tradeDate, value: text(shownTotal) }),
    returns: returnsOf(course.start, course.periods),
    currency,
  }
}

/** Shares in dollars with the price they are counted at, from which a reader can follow the market to the next reading. */
const heldInDollars = (venue: VenueClient, held: DayOfTrading['held']): Overview['held'] =>
  [...held].flatMap(([code, quantity]) => {
    const instrument = venue.instruments.get(code)
    const quote = venue.quote(code)
    if (instrument?.currency !== 'USD' || quote === null || quantity === 0n) return []
    return [{ code, quantity: formatScaled(quantity), price: formatScaled(quote.last), atTimestamp: quote.at }]
  })

/** Open withdrawals in one currency, by their state. */
const openWithdrawalsIn = (
  venue: VenueClient,
  openWithdrawals: readonly OpenWithdrawal[],
  currency: Overview['currency'],
): Overview['openWithdrawals'] =>
  (['pending', 'sending'] as const).flatMap((state) => {
    const amounts = openWithdrawals.filter((each) => each.state === state)
    const own = amounts.map(({ wallet, minor }) => ({ minor, currency: walletCurrencies[wallet] }))
    return own.length === 0 ? [] : [{ state, amount: formatMinor(sumIn(currency, venue, own), currency) }]
  })
