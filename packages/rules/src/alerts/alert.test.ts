import { describe, expect, it } from 'vitest'
import { scaled } from '../decimal.ts'
import { NOW, TODAY, TOMORROW } from '../testing/us.ts'
import { type Alert, type AlertKind, type AlertMarket, arm, fire, switchOff } from './alert.ts'

/** Given this alert and this quote, then it fires or does not. */
const alertOf = (kind: AlertKind, level: string, change: Partial<Alert> = {}): Alert => ({
  id: 'alert-1',
  accountId: '1',
  instrumentId: 'US:ARDV',
  kind,
  level: scaled(level),
  repeats: false,
  status: 'armed',
  createdAt: NOW,
  firedAt: null,
  firedOn: null,
  ...change,
})

const at = (last: string, change: Partial<AlertMarket> = {}): AlertMarket => ({
  last: scaled(last),
  previousClose: scaled('180'),
  volume: scaled('1000'),
  tradeDate: TODAY,
  halted: false,
  freshAt: NOW,
  ...change,
})

const fires = (alert: Alert, market: AlertMarket, now = NOW): boolean => fire(alert, market, now) !== null

describe('an alert', () => {
  it.each([
    ['above', '185', '184.99', false],
    ['above', '185', '185', true],
    ['above', '185', '190', true],
    ['below', '175', '175.01', false],
    ['below', '175', '175', true],
    ['rise', '5', '188.99', false],
    ['rise', '5', '189', true],
    ['fall', '5', '171.01', false],
    ['fall', '5', '171', true],
    ['fall', '5', '189', false],
  ] as const)('%s %s at %s fires: %s', (kind, level, price, expected) => {
    expect(fires(alertOf(kind, level), at(price))).toBe(expected)
  })

  it('of volume fires at its level', () => {
    expect(fires(alertOf('volume', '1001'), at('180'))).toBe(false)
    expect(fires(alertOf('volume', '1000'), at('180'))).toBe(true)
  })

  it('knows up from down where prices are below zero, and no percentage where there was no price', () => {
    const below = { previousClose: scaled('-10') }
    expect(fires(alertOf('rise', '5'), at('-9.5', below))).toBe(true)
    expect(fires(alertOf('fall', '5'), at('-10.5', below))).toBe(true)
    expect(fires(alertOf('rise', '5'), at('100', { previousClose: 0n }))).toBe(false)
  })

  it('keeps quiet on a stale quote, in a halt and where nothing was ever traded', () => {
    const alert = alertOf('above', '185')
    expect(fires(alert, at('190', { freshAt: NOW - 10_000 }))).toBe(true)
    expect(fires(alert, at('190', { freshAt: NOW - 10_001 }))).toBe(false)
    expect(fires(alert, at('190', { halted: true }))).toBe(false)
    expect(fires(alertOf('below', '175'), at('0', { volume: 0n }))).toBe(false)
  })

  it('fires once and says what it saw', () => {
    const alert = alertOf('rise', '5')
    const fired = fire(alert, at('189.123'), NOW)
    expect(fired).toEqual({
      alert: { ...alert, status: 'fired', firedAt: NOW, firedOn: TODAY },
      message: {
        template: 'alert.rise',
        facts: { instrument: 'US:ARDV', price: '189.123', level: '5', change: '5.07' },
        link: 'instrument:US:ARDV',
      },
    })
    expect(fires(fired?.alert ?? alert, at('190'))).toBe(false)
  })

  it('fires again once its customer has armed it, and never while it is switched off', () => {
    const fired = alertOf('above', '185', { status: 'fired', firedOn: TODAY })
    expect(fires(arm(fired), at('190'))).toBe(true)
    expect(fires(switchOff(arm(fired)), at('190'))).toBe(false)
  })

  it('that repeats fires once a trade date', () => {
    const fired = fire(alertOf('fall', '5', { repeats: true }), at('170'), NOW)?.alert
    if (fired === undefined) throw new Error('it did not fire')
    expect(fired.status).toBe('armed')
    expect(fires(fired, at('169'))).toBe(false)
    expect(fires(fired, at('170', { tradeDate: TOMORROW }))).toBe(true)
  })
})
