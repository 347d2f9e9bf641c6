import { describe, expect, test } from 'vitest'
import { fractionStepOf, takesFractions, wholeSharesOf } from './fractions.ts'
import { type Draft, asksForStopFirst, draftOf, faultOf, inputOf, quantityOf, referencePrice } from './ticket.ts'

const opening = { side: 'buy', price: '', quantity: '', timeInForce: 'DAY' } as const
const draft = (changes: Partial<Draft> = {}): Draft => ({ ...draftOf(opening), ...changes })
const quote = { bid: '182.40', ask: '182.42', price_nominal: '182.41' }
const rules = {
  market: 'US',
  minimum: '1',
  step: '1',
  wholeStep: '1',
  ticks: [
    { from: '0', tick: '0.0001' },
    { from: '1', tick: '0.01' },
  ],
  bands: { down: '173.29', up: '191.53' },
} as const

describe('a ticket', () => {
  test('asks for the price of a stop before digits are the size’s', () => {
    expect(asksForStopFirst(draft({ type: 'stop' }))).toBe(true)
    expect(asksForStopFirst(draft({ type: 'stopLimit' }))).toBe(true)
    expect(asksForStopFirst(draft({ type: 'stop', stop: '850' }))).toBe(false)
    expect(asksForStopFirst(draft({ type: 'trailing' }))).toBe(false)
    expect(asksForStopFirst(draft())).toBe(false)
  })

  test('buying at market meets the ask, selling the bid, an empty side the last price', () => {
    expect(referencePrice(draft(), quote)).toBe('182.42')
    expect(referencePrice(draft({ side: 'sell' }), quote)).toBe('182.40')
    expect(referencePrice(draft(), { ...quote, ask: null })).toBe('182.41')
  })

  test('opened with a price it is a limit order', () => {
    expect(draftOf({ ...opening, price: '179.50' })).toMatchObject({ type: 'limit', price: '179.50' })
  })

  test('of a repeated order brings its stop, its leverage and its exits', () => {
    const repeated = { ...opening, type: 'stopLimit', price: '185.00', stop: '184.00', leverage: 30, stopLoss: '170.00' } as const
    expect(draftOf(repeated)).toMatchObject({
      type: 'stopLimit',
      stop: '184.00',
      leverage: 30,
      exits: true,
      takeProfit: '',
      stopLoss: '170.00',
    })
  })

  test('an amount becomes whole shares', () => {
    expect(quantityOf(draft({ unit: 'amount', amount: '10000.' }), '182.37', '1')).toBe('54')
    expect(quantityOf(draft({ unit: 'amount', amount: '' }), '182.37', '1')).toBe('')
  })

  test.each<[Partial<Draft>, string, string | null]>([
    [{}, '1000', null],
    [{}, '2000', null],
    [{}, '30', 'oddLot.limit'],
    [{}, '1500', 'oddLot.limit'],
    [{ type: 'limit', price: '612' }, '30', null],
    // Below five hundred the step is finer than at the last price.
    [{ type: 'limit', price: '499.5' }, '1000', null],
    [{ type: 'limit', price: '611.5' }, '1000', 'price.tick'],
  ])('%o of %s shares in Taiwan: %s', (changes, quantity, fault) => {
    const rules = {
      market: 'TW',
      minimum: '1',
      step: '1',
      wholeStep: '1',
      ticks: [
        { from: '0', tick: '0.5' },
        { from: '500', tick: '1' },
      ],
      bands: { up: '673', down: '451' },
    } as const
    expect(faultOf(draft(changes), quantity, rules, '612')).toBe(fault)
  })

  test.each<[Partial<Draft>, string, string | null]>([
    [{}, '150', null],
    [{}, '0.5', 'quantity.minimum'],
    [{}, '1.5', 'quantity.step'],
    [{ unit: 'amount' }, '0', 'quantity.amountSmall'],
    [{ type: 'limit', price: '' }, '150', 'price.empty'],
    [{ type: 'limit', price: '0' }, '150', 'price.empty'],
    [{ type: 'limit', price: '182.375' }, '150', 'price.tick'],
    [{ type: 'limit', price: '200' }, '150', 'price.band'],
    [{ type: 'limit', price: '182.37' }, '150', null],
    [{ type: 'stop' }, '150', 'stop.empty'],
    [{ type: 'stop', stop: '190.005' }, '150', 'stop.tick'],
    [{ type: 'stop', stop: '182.41' }, '150', 'stop.above'],
    [{ type: 'stop', stop: '182.42' }, '150', null],
    [{ type: 'stop', side: 'sell', stop: '182.41' }, '150', 'stop.below'],
    [{ type: 'stopLimit', stop: '190' }, '150', 'price.empty'],
    [{ type: 'trailing' }, '150', 'trail.empty'],
    [{ type: 'trailing', trail: '0.05' }, '150', 'trail.range'],
    [{ type: 'trailing', trail: '50.01' }, '150', 'trail.range'],
    [{ type: 'trailing', trail: '5' }, '150', null],
    [{ exits: true }, '150', 'exits.empty'],
    [{ exits: true, takeProfit: '182.41' }, '150', 'takeProfit.above'],
    [{ exits: true, takeProfit: '200', stopLoss: '182.41' }, '150', 'stopLoss.below'],
    [{ exits: true, takeProfit: '200', stopLoss: '170' }, '150', null],
    [{ type: 'limit', price: '180', exits: true, stopLoss: '181' }, '150', 'stopLoss.below'],
    [{ type: 'limit', price: '190', side: 'sell', exits: true, stopLoss: '170' }, '150', null],
  ])('%j with %s shares: %s', (changes, quantity, fault) => {
    expect(faultOf(draft(changes), quantity, rules, '182.41')).toBe(fault)
  })

  test.each([
    ['185.99', 'price.bandFrom'],
    ['186', null],
    ['400', null],
  ])('a limit of %s where a day has a lower end alone, at 186: %s', (price, fault) => {
    const oneEnd = { ...rules, bands: { up: null, down: '186' } }
    expect(faultOf(draft({ type: 'limit', price }), '150', oneEnd, '200')).toBe(fault)
  })

  test.each<[Partial<Draft>, string | null]>([
    [{ exits: true, takeProfit: '182.42' }, 'takeProfit.below'],
    [{ exits: true, takeProfit: '170', stopLoss: '182.40' }, 'stopLoss.above'],
    [{ exits: true, takeProfit: '170', stopLoss: '190' }, null],
    [{ exits: true }, 'exits.empty'],
    // Text that is no price is not an exit left out.
    [{ exits: true, takeProfit: '-', stopLoss: '140' }, 'exits.unreadable'],
    [{ type: 'limit', price: '185', exits: true, stopLoss: '184' }, 'stopLoss.above'],
  ])('sold short with %j: %s', (changes, fault) => {
    expect(faultOf(draft({ side: 'sell', ...changes }), '1', { ...rules, market: 'FUT' }, '182.41')).toBe(fault)
  })

  test.each<[Partial<Draft>, string | null]>([
    [{ side: 'buy', stopLoss: '182.40' }, 'stopLoss.above'],
    [{ side: 'buy', stopLoss: '190' }, null],
    [{ side: 'sell', stopLoss: '190' }, 'stopLoss.below'],
    [{ side: 'sell', stopLoss: '170' }, null],
    [{ side: 'sell' }, 'exits.empty'],
  ])('closed with a stop beside its limit, %j: %s', (changes, fault) => {
    const closing = draft({ closes: true, type: 'limit', price: '182', exits: true, ...changes })
    expect(faultOf(closing, '1', { ...rules, market: 'FUT' }, '182.41')).toBe(fault)
  })

  test('only a limit order carries a price and a validity', () => {
    const key = { code: 'ARDV', market: 'US', name: 'Aurora Devices' } as const
    expect(inputOf(draft({ price: '1', timeInForce: 'GTC' }), '5', key)).toEqual({
      stockCode: 'ARDV',
      market: 'US',
      name: 'Aurora Devices',
      direction: 0,
      orderType: 0,
      quantity: '5',
    })
    expect(inputOf(draft({ type: 'limit', price: '182.', timeInForce: 'GTC' }), '5', key)).toMatchObject({
      orderType: 1,
      price: '182',
      tif: 1,
    })
  })

  test('carries the stop, the trail and the exits its type has, and the validity it takes', () => {
    const key = { code: 'ARDV', market: 'US', name: 'Aurora Devices' } as const
    const typed = { stop: '190', trail: '5', takeProfit: '200', stopLoss: '170', timeInForce: 'IOC' } as const
    expect(inputOf(draft({ ...typed, type: 'stop' }), '5', key)).toMatchObject({ orderType: 2, stopPrice: '190', tif: 0 })
    expect(inputOf(draft({ ...typed, type: 'trailing', exits: true }), '5', key)).toMatchObject({
      orderType: 4,
      trailPercent: '5',
      takeProfit: '200',
      stopLoss: '170',
    })
    expect(inputOf(draft({ ...typed, type: 'trailing' }), '5', key)).not.toHaveProperty('stopPrice')
    expect(inputOf(draft({ ...typed, type: 'limit', price: '195', side: 'sell', exits: true }), '5', key)).not.toHaveProperty('takeProfit')
  })
})

describe('parts of shares', () => {
  test.each<[string, Partial<Draft>, boolean]>([
    ['at market', {}, true],
    ['with a limit for the day', { type: 'limit', price: '180' }, true],
    ['good till cancelled', { type: 'limit', price: '180', timeInForce: 'GTC' }, false],
    ['as a stop', { type: 'stop', stop: '190' }, false],
    ['with exits', { exits: true }, false],
  ])('%s', (_name, changes, taken) => expect(takesFractions('US', draft(changes))).toBe(taken))

  test('are held whole in Taiwan', () => expect(takesFractions('TW', draft())).toBe(false))

  test('an amount goes to the server as it is', () => {
    const key = { code: 'ARDV', market: 'US', name: 'Aurora', byAmount: true } as const
    expect(inputOf(draft({ unit: 'amount', amount: '100.' }), '0.54', key)).toMatchObject({ amount: '100' })
    expect(inputOf(draft({ unit: 'amount', amount: '100' }), '0.54', key)).not.toHaveProperty('quantity')
  })

  test('of a holding are sold in their step, and its whole shares stand apart', () => {
    expect([fractionStepOf('US', '5.540203'), fractionStepOf('US', '5'), wholeSharesOf('5.540203')]).toEqual(['0.000001', null, '5'])
  })
})
