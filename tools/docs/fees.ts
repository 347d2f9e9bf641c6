import { BLOCK_MINIMUM, blockCommission } from '@rueda/rules/blocks/fees.ts'
import { formatDecimal, formatScaled } from '@rueda/rules/decimal.ts'
import type { ChargeRule } from '@rueda/rules/fees/schedule.ts'
import { EXIT_FEE, agencyList } from '@rueda/rules/follow/agency.ts'
import { EARLY_FEE, fundList } from '@rueda/rules/funds/fund.ts'
import { type MarketName, type TickBand, marketNames } from '@rueda/rules/instruments/instrument.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { loanProductList, penaltyRateOf } from '@rueda/rules/loans/product.ts'
import type { Lots, MarketTerms, PriceBandRule } from '@rueda/rules/markets/market.ts'
import { overnightMarkup, yearlyRates } from '@rueda/rules/markets/overnight.ts'
import { type Currency, formatMinor } from '@rueda/rules/money.ts'
import { RENTAL_DAYS } from '@rueda/rules/robots/rental.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { QUOTE_LIFE_MS, SETTLE_DELAY_MS, exchangeSpreads } from '@rueda/rules/transfers/exchange-terms.ts'
import { railIds, rails } from '@rueda/rules/withdrawals/rails.ts'
import { markdownTable, page } from './page.ts'

const titles: Readonly<Record<MarketName, string>> = {
  US: 'US stocks',
  AR: 'Argentine shares and CEDEARs',
  TW: 'Taiwan shares and funds',
  FUT: 'Futures',
  FX: 'Currencies and metals',
  IDX: 'Indices',
}

/** Prints every market's configuration: its fees, price steps, price limits and settlement. */
export function fees(): string {
  const intro =
    "Every fee and tax there is, with the date it holds from, and the rest of each market's configuration (`packages/rules/src/markets`). Charges are worked out over a whole order, so a minimum is charged once. No fee exists outside these tables. What goes to `fee`, and all that products cost, is income of the house."
  return page('Fees', [
    intro,
    ...marketNames.flatMap((market) => sectionOf(titles[market], marketTermsOf(market))),
    ...overnightSection(),
    ...exchangeSection(),
    ...withdrawalSection(),
    ...productSection(),
  ])
}

function sectionOf(title: string, terms: MarketTerms | null): readonly string[] {
  if (terms === null) return [`## ${title}`, 'Worked out, not traded: no fees.']
  const { currency, rules } = terms.feeTable
  const charges = rules.map((rule) => [
    rule.kind,
    rule.goesTo,
    rule.setBy,
    rule.scope,
    rule.sides.join(', '),
    rateOf(rule),
    amount(rule.minimum, currency),
    amount(rule.maximum, currency),
    rule.rounding,
    rule.validFrom,
  ])
  return [
    `## ${title} (${currency})`,
    rules.length === 0
      ? 'No commission: the cost is the spread.'
      : markdownTable(['charge', 'goes to', 'set by', 'about', 'sides', 'rate', 'at least', 'at most', 'rounding', 'from'], charges),
    markdownTable(['rule', 'value'], rowsOf(terms)),
  ]
}

const amount = (minor: bigint | null, currency: Currency): string => (minor === null ? '–' : formatMinor(minor, currency))

const PERCENT_DECIMALS = 6
const percent = (share: bigint): string => `${Number(formatDecimal(share, PERCENT_DECIMALS))} %`

function rateOf({ base, rate, sameDayRate }: ChargeRule): string {
  if (base === 'quantity') return `${formatScaled(rate)} per share or contract`
  if (base === 'charges') return `${percent(rate)} of the charges above`
  return sameDayRate === null ? percent(rate) : `${percent(rate)}; ${percent(sameDayRate)} on what was bought on the same day`
}

const stopTriggers = {
  lastTrade: 'the last trade of the regular session',
  mid: 'the middle between bid and ask; nothing trades here',
} as const

function rowsOf(terms: MarketTerms): readonly (readonly [string, string])[] {
  const { feeTable, largestOrder } = terms
  return [
    ['wallet', `\`${terms.wallet}\``],
    ...terms.tickTables.map(({ scope, ticks }) => [`price steps, ${scope}`, ticksText(ticks)] as const),
    ['lots', lotsText(terms.lots)],
    ...terms.bands.map((band) => [`limits, ${band.scope}`, bandText(band)] as const),
    ['market orders reach', terms.collar === null ? 'the edge of the band' : `± ${percent(terms.collar)} of the last price`],
    ['settlement', terms.settlements.map(({ name, days }) => (name === null ? `T+${days}` : `${name}: T+${days}`)).join(', ')],
    ['order types', terms.orderTypes.join(', ')],
    ['stops are let go by', terms.stopTrigger === null ? '–' : stopTriggers[terms.stopTrigger]],
    ['times in force', terms.timesInForce.join(', ')],
    ['largest leverage', String(terms.largestLeverage)],
    ...withholdingRow(terms),
    ...liquidationRow(terms),
    [
      'largest order',
      largestOrder.kind === 'worth'
        ? `${formatMinor(largestOrder.minor, feeTable.currency)} ${feeTable.currency}`
        : formatScaled(largestOrder.quantity),
    ],
  ]
}

const withholdingRow = ({ withholding }: MarketTerms): readonly (readonly [string, string])[] =>
  withholding === null
    ? []
    : [['withheld of a dividend', `${percent(withholding.usual)}; ${percent(withholding.treaty)} for who has declared a tax treaty`]]

function liquidationRow({ liquidationFee: fee }: MarketTerms): readonly (readonly [string, string])[] {
  if (fee === null) return []
  return [['fee of a liquidation', fee.kind === 'share' ? `${percent(fee.share)} of its value` : `${fee.times} more commission`]]
}

/** Prints the rates that keeping a pair overnight is worked out from. */
function overnightSection(): readonly string[] {
  const intro =
    `Every night the difference of the two currencies' yearly rates is paid or received, less a markup of ${percent(overnightMarkup)}, over 360 days. ` +
    'A rollover counts the nights between the value dates: three on a Wednesday (USDCAD: Thursday), more before a holiday of either currency.'
  const rows = Object.entries(yearlyRates).map(([currency, rate]) => [currency, percent(rate)])
  return ['## Keeping a pair overnight', intro, markdownTable(['currency or metal', 'a year'], rows)]
}

/** Prints the cost of changing one currency into another. */
function exchangeSection(): readonly string[] {
  const intro =
    `An exchange costs its distance from the middle of the market, the dearer of its two currencies; what arrives is rounded down. A quote holds ` +
    `for ${QUOTE_LIFE_MS / SECOND_MS} seconds, the exchange settles ${SETTLE_DELAY_MS / SECOND_MS} seconds after it is accepted. Transfers within a currency are free.`
  const rows = Object.entries(exchangeSpreads).map(([currency, spread]) => [currency, percent(spread)])
  return ['## Exchanging money between wallets', intro, markdownTable(['currency', 'from the mid'], rows)]
}

/** Prints the first fees for taking money out; staff may announce another fee a day ahead. */
function withdrawalSection(): readonly string[] {
  const intro =
    'Taken from the amount and shown before anybody confirms, never more than the amount. A fee of a share is in the wallet’s currency; the least is in what is paid out. ' +
    'Two persons of the staff may announce another fee, which holds a day later at the earliest; the page of fees shows what holds today.'
  const rows = railIds.map((id) => {
    const { wallet, pays, fee, spread } = rails[id]
    return [
      id,
      `\`${wallet}\``,
      pays,
      fee.share === 0n ? '–' : percent(fee.share),
      formatMinor(fee.least, pays),
      spread === null ? '–' : percent(spread),
    ]
  })
  return ['## Taking money out', intro, markdownTable(['way', 'from', 'pays', 'share', 'at least', 'from the mid'], rows)]
}

/** Prints what the house earns from products that are more than an order. */
function productSection(): readonly string[] {
  const intro =
    'Income of the house beside orders (`packages/rules/src/{funds,follow,robots,loans,blocks}`). Management fees are in the value of a unit; a share of the gain is taken above the highest value before only. ' +
    `What is given back early costs ${percent(EARLY_FEE)} of a fund and ${percent(EXIT_FEE)} of a mandate, which stays in the pool with the house. The rent of a robot is a setting (\`ROBOT_RENT\`); ` +
    'what the block desk asks beyond the middle of the market hangs on the size ([block trades](rules/block-trades.md)).'
  const rows = [
    ...fundList.map(({ id, managementFee, subscriptionFee }) => [
      `fund \`${id}\``,
      `${percent(managementFee)} a year; ${percent(subscriptionFee)} of a subscription`,
      'FEE:FUND',
    ]),
    ...agencyList.map(({ id, managementFee, profitShare }) => [
      `agency \`${id}\``,
      `${percent(managementFee)} a year; ${percent(profitShare)} of the gain`,
      'FEE:MANDATE, PROFITSHARE',
    ]),
    ['robot', `a rent for ${RENTAL_DAYS} days`, 'RENT'],
    ...loanProductList.map(({ termDays, dailyRate }) => [
      `loan of ${termDays} days`,
      `${percent(dailyRate)} a day; overdue ${percent(penaltyRateOf(dailyRate))} a day more`,
      'INTINC, PENINC',
    ]),
    ['block', `${percent(blockCommission.rate)}, at least ${formatMinor(BLOCK_MINIMUM, 'USD')} USD`, 'FEE:COMMISSION'],
  ]
  return ['## Products', intro, markdownTable(['product', 'fee', 'account'], rows)]
}

const ticksText = (ticks: readonly TickBand[]): string =>
  ticks.map(({ from, tick }) => `from ${formatScaled(from)}: ${formatScaled(tick)}`).join('; ')

function lotsText({ round, odd }: Lots): string {
  const lots = round
    .map(({ upTo, lot }) => (upTo === null ? formatScaled(lot) : `up to ${formatScaled(upTo)}: ${formatScaled(lot)}`))
    .join('; ')
  return odd === null
    ? lots
    : `${lots}; less than a lot: ${odd.orderTypes.join(', ')} orders, ${odd.timesInForce.join(', ')}, matched in calls every ${odd.callEveryMs / SECOND_MS} s`
}

function bandText(band: PriceBandRule): string {
  switch (band.kind) {
    case 'fromPreviousClose':
      return `± ${percent(band.share)} of the close of the day before`
    case 'withBreaker':
      return `by night ± ${percent(band.share)} of the close of the day before; from the open of the United States on down to ${band.falls.map((fall) => `−${percent(fall)}`).join(', ')} with each level of the market-wide breaker, and up without end`
    case 'fromLast':
      return `purchases up to ${percent(band.buyAbove)} above the last price, sales down to ${percent(band.sellBelow)} below it`
  }
}
