import { describe, expect, it } from 'vitest'
import { formatScaled, scaled } from '../decimal.ts'
import { type FeeSchedule, chargeRule } from '../fees/schedule.ts'
import { AT_PAR, unitsForDollar } from '../margin/dollar-rate.ts'
import { type MarginFigure, deriveMargin, marginFigures } from '../margin/derive-margin.ts'
import { deriveInitial, deriveOpeningCost } from '../margin/derive-opening.ts'
import { liquidationPrice } from '../margin/liquidation-price.ts'
import { valueMargin } from '../margin/valuation.ts'
import { moneyOf } from '../money.ts'
import { deriveCost } from '../orders/derive-cost.ts'
import { deriveHolding, holdingFigures } from '../positions/derive-holding.ts'
import type { CostStep } from '../positions/history.ts'
import { buyInto, openPosition, sellFrom } from '../positions/position.ts'
import { brokenLines } from '../testing/follow-derivation.ts'
import { EURUSD, SES, USDJPY, marginAccountState, marginOrderRequest, marginTerms, trade } from '../testing/margin.ts'
import { NOW, TODAY, TOMORROW } from '../testing/us.ts'
import { deriveClosing } from '../wallets/derive-closing.ts'
import { deriveReturn } from '../wallets/derive-returns.ts'
import { deriveWallet, walletFigures } from '../wallets/derive-wallet.ts'
import { returnsOf } from '../wallets/returns.ts'
import { availableOf, balanceOf, emptyWallet, usedOf, withdrawableOf } from '../wallets/wallet.ts'
import { type Derivation, amountOf, plus } from './derivation.ts'
import { linesOf } from './lines.ts'

const usd = (amount: string): bigint => moneyOf(amount, 'USD').minor
const written = (figure: Derivation): string[] =>
  linesOf(figure).map(({ depth, sign, name, value }) => `${'  '.repeat(depth)}${sign} ${name} ${value}`)

/** 150 ARDV at 182.37, charges 8.21; 50 sold the next day at 190, charges 3.10. */
function ardv() {
  const bought = { quantity: scaled('150'), value: 0n, notional: usd('27355.50'), charges: usd('8.21'), tradeDate: TODAY }
  const sold = { quantity: scaled('50'), value: 0n, notional: usd('9500.00'), charges: usd('3.10'), tradeDate: TOMORROW }
  const opened = buyInto(openPosition({ id: 'p', number: 'P', accountId: '1', instrumentId: 'US:ARDV' }, NOW), bought, NOW)
  const { position, realised } = sellFrom({ ...opened, held: sold.quantity, free: opened.free - sold.quantity }, sold, NOW)
  const costOut = opened.cost - position.cost
  const steps: CostStep[] = [
    { kind: 'buy', price: scaled('182.37'), ...bought, costChange: opened.cost, realised: 0n, costOut: 0n },
    { kind: 'sell', price: scaled('190'), ...sold, costChange: -costOut, realised, costOut },
  ]
  const prices = { price: scaled('185'), previousClose: scaled('181') }
  const traded = { quantity: -sold.quantity, flow: usd('9496.90') }
  return { position, currency: 'USD', ...prices, traded, dividends: usd('12.50'), steps } as const
}

describe('a holding of shares', () => {
  it('says its floating result down to the executions', () =>
    expect(written(deriveHolding(ardv(), 'floating'))).toEqual([
      'plus floating 257.53',
      '  plus value 18500.00',
      '    plus quantity 100',
      '    times price 185',
      '  minus cost 18242.47',
      '    plus bought 27363.71',
      '      plus execution 27355.50',
      '        plus quantity 150',
      '        times price 182.37',
      '      plus charges 8.21',
      '    plus costOut -9121.24',
    ]))

  it('says what a sale realised: what it brought, less its charges and the cost of what was sold', () =>
    expect(written(deriveHolding(ardv(), 'realised'))).toEqual([
      'plus realised 375.66',
      '  plus sold 375.66',
      '    plus execution 9500.00',
      '      plus quantity 50',
      '      times price 190',
      '    minus charges 3.10',
      '    minus costOut 9121.24',
    ]))

  it('says its day: worth now, less what was held at the previous close, and what was traded', () =>
    expect(written(deriveHolding(ardv(), 'today'))).toEqual([
      'plus today 846.90',
      '  plus value 18500.00',
      '    plus quantity 100',
      '    times price 185',
      '  minus valueBefore 27150.00',
      '    plus quantity 150',
      '    times previousClose 181',
      '  plus traded 9496.90',
    ]))

  it.each(holdingFigures)('every line of its %s gives what stands above it', (figure) =>
    expect(brokenLines(deriveHolding(ardv(), figure))).toEqual([]),
  )

  it('names what its executions do not explain, such as a split', () => {
    const { steps, ...holding } = ardv()
    const [first, second] = deriveHolding({ ...holding, steps: steps.slice(1) }, 'cost').parts
    expect([first?.name, first?.value, second?.name]).toEqual(['adjusted', usd('27363.71'), 'costOut'])
  })
})

describe('a position on margin', () => {
  const eurusd = () => {
    const state = marginAccountState(usd('10000.00'), EURUSD)
    const position = trade(state, marginOrderRequest(EURUSD, { leverage: 30 }), marginTerms(EURUSD, '1.0845'), '1.0845')
    return { position, instrument: EURUSD, rate: AT_PAR, mark: scaled('1.0745'), today: { result: usd('-1000.00'), besides: usd('-4.40') } }
  }

  it('says its liquidation price from the entry on, and rounds to the safe side', () =>
    expect(written(deriveMargin(eurusd(), 'liquidation') as Derivation)).toEqual([
      'plus liquidation 1.06643',
      '  plus entry 1.0845',
      '  minus distance 0.018075',
      '    plus spare 1807.50',
      '      plus margin 3615.00',
      '      minus maintenance 1807.50',
      '    over quantity 1',
      '    over multiplier 100000',
      '  plus rounding 0.000005',
    ]))

  it.each(marginFigures)('every line of its %s gives what stands above it', (figure: MarginFigure) => {
    const derivation = deriveMargin(eurusd(), figure)
    expect(derivation).not.toBeNull()
    expect(brokenLines(derivation as Derivation)).toEqual([])
  })

  it.each(['buy', 'sell'] as const)('every line of a %s position in yen gives what stands above it', (side) => {
    const state = marginAccountState(usd('10000.00'), USDJPY)
    const rate = unitsForDollar(scaled('150'))
    const request = marginOrderRequest(USDJPY, { leverage: 30, side })
    const position = trade(state, request, marginTerms(USDJPY, '150', { rate }), '150')
    const margined = { position, instrument: USDJPY, rate, mark: scaled('150.5'), today: null }
    const liquidation = deriveMargin(margined, 'liquidation') as Derivation
    expect(liquidation.value).toBe(liquidationPrice(position, USDJPY, rate))
    expect(brokenLines(liquidation)).toEqual([])
    expect(brokenLines(deriveMargin(margined, 'floating') as Derivation)).toEqual([])
    // Short of its maintenance it is liquidated on the other side of its entry.
    const short = { ...margined, position: { ...position, margin: position.requirement.maintenance - usd('10.00') } }
    expect(brokenLines(deriveMargin(short, 'liquidation') as Derivation)).toEqual([])
  })

  it('says exactly what the rules of margin say', () => {
    const margined = eurusd()
    const { profit, equity, ratio } = valueMargin(margined.position, margined.mark, EURUSD.contract, AT_PAR)
    const valueOf = (figure: MarginFigure): bigint | undefined => deriveMargin(margined, figure)?.value
    expect(valueOf('floating')).toBe(profit)
    expect(valueOf('equity')).toBe(equity)
    expect(valueOf('marginRatio')).toBe((ratio ?? 0n) * 100n)
    expect(valueOf('liquidation')).toBe(liquidationPrice(margined.position, EURUSD, AT_PAR))
  })

  it('the margin of a future is its contract’s, of a pair its value over the leverage', () => {
    const asked = { rate: AT_PAR, quantity: scaled('2'), leverage: 30 }
    const future = deriveInitial({ ...asked, instrument: SES, price: scaled('5000') })
    expect(written(future)).toEqual(['plus margin 30000.00', '  plus quantity 2', '  times initial 15000.00'])
    const pair = deriveOpeningCost({ ...asked, instrument: EURUSD, price: scaled('1.0845') }, usd('14.00'))
    expect([written(pair)[0], written(pair)[1], ...brokenLines(pair)]).toEqual(['plus totalCost 7244.00', '  plus margin 7230.00'])
  })
})

it('an order says its charges with what each is a rate of', () => {
  const fees: FeeSchedule = {
    currency: 'USD',
    rules: [
      chargeRule({ kind: 'COMMISSION', rate: 30_000n, minimum: 100n }),
      chargeRule({ kind: 'TAF', goesTo: 'tax', setBy: 'FINRA', base: 'quantity', rate: 19_500n }),
      chargeRule({ kind: 'VAT', goesTo: 'tax', base: 'charges', rate: scaled('0.21') }),
    ],
  }
  const lots = [{ quantity: scaled('150'), fees, sameDayQuantity: 0n }]
  const cost = deriveCost({ instrumentId: 'US:ARDV', side: 'buy', lots, tradeDate: TODAY }, scaled('182.37'))
  expect(brokenLines(cost)).toEqual([])
  expect(written(cost).slice(4)).toEqual([
    '  plus charges 9.97',
    '    plus charge 8.21',
    '      plus base 27355.50',
    '      times rate 0.03',
    '    plus charge 0.03',
    '      plus quantity 150',
    '      times rate 0.000195',
    '    plus charge 1.73',
    '      plus base 8.24',
    '      times rate 21',
  ])
})

describe('a wallet', () => {
  const wallet = { ...emptyWallet('STOCK'), cash: usd('1200.00'), hold: usd('300.00'), margin: usd('500.00'), unsettled: usd('1500.00') }
  const sales = [plus(amountOf('USD', usd('1500.00'), { name: 'settles', about: { kind: 'date', id: '2026-11-24' } }))]
  const uses = { holds: [plus(amountOf('USD', usd('300.00'), { name: 'use' }))], margins: [], sales }

  it.each([
    ['balance', balanceOf],
    ['used', usedOf],
    ['available', availableOf],
    ['unsettled', ({ unsettled }: typeof wallet) => unsettled],
    ['withdrawable', withdrawableOf],
  ] as const)('says its %s as the rule of wallets has it', (figure, rule) => {
    const derivation = deriveWallet(wallet, figure, uses)
    expect(derivation.value).toBe(rule(wallet))
    expect(brokenLines(derivation)).toEqual([])
    expect(walletFigures).toContain(figure)
  })

  it('says a month’s closing by the kinds of its movements', () => {
    const movements = [
      { kind: 'DEPOSIT', amount: usd('100.00') },
      { kind: 'ORDER', amount: usd('-40.25') },
      { kind: 'DEPOSIT', amount: usd('1.00') },
    ]
    expect(written(deriveClosing({ type: 'STOCK', currency: 'USD', opening: usd('10.00'), movements }))).toEqual([
      'plus closing 70.75',
      '  plus opening 10.00',
      '  plus movement 101.00',
      '  plus movement -40.25',
    ])
  })
})

describe('a return', () => {
  const start = usd('1000.00')
  const periods = [
    { date: TODAY, flow: 0n, value: usd('1100.00') },
    { date: TOMORROW, flow: usd('900.00'), value: usd('1900.00') },
  ] as const
  const rules = returnsOf(start, periods)

  it.each(['timeWeighted', 'moneyWeighted'] as const)('%s: says the number that the rule gives, and its lines give it', (figure) => {
    const derivation = deriveReturn(figure, start, periods) as Derivation
    expect(Number(formatScaled(derivation.value)).toFixed(2)).toBe(rules[figure])
    expect(derivation.parts.flatMap((part) => brokenLines(part))).toEqual([])
  })

  it('is nothing where nothing was invested', () => expect(deriveReturn('moneyWeighted', 0n, [])).toBeNull())
})
