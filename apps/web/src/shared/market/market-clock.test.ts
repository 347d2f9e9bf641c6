import { HOUR_MS } from '@rueda/rules/time.ts'
import { describe, expect, it } from 'vitest'
import { changeTime, marketClockOf } from './market-clock.ts'

const at = (iso: string): number => Date.parse(iso)
type Days = Parameters<typeof marketClockOf>[0]
const day = (date: string, sessions: Days[number]['sessions'], holidayName?: string): Days[number] => ({
  date,
  market: 'US',
  tradingDay: sessions.length > 0 ? 1 : 0,
  settlementDay: 1,
  halfDay: 0,
  sessions,
  projected: 0,
  ...(holidayName === undefined ? {} : { holidayName }),
})
const session = (type: 'PRE' | 'REGULAR' | 'POST', open: string, close: string) => ({
  type,
  openTimestamp: at(open),
  closeTimestamp: at(close),
})

const NEW_YORK = 'America/New_York'
/** New York in winter: 9:30 is 14:30 UTC. */
const friday = day('2026-11-20', [
  session('PRE', '2026-11-20T09:00Z', '2026-11-20T14:30Z'),
  session('REGULAR', '2026-11-20T14:30Z', '2026-11-20T21:00Z'),
  session('POST', '2026-11-20T21:00Z', '2026-11-21T01:00Z'),
])
const monday = day('2026-11-23', [session('REGULAR', '2026-11-23T14:30Z', '2026-11-23T21:00Z')])
const days = [friday, day('2026-11-21', []), day('2026-11-22', []), monday]

describe('the clock of a market', () => {
  it('counts down to the close while it is open', () => {
    expect(marketClockOf(days, at('2026-11-20T20:00Z'), NEW_YORK)).toEqual({ state: 'open', closesInMs: HOUR_MS })
  })
  it('knows the hours before and after the session', () => {
    expect(marketClockOf(days, at('2026-11-20T13:30Z'), NEW_YORK)).toEqual({ state: 'before', opensInMs: HOUR_MS })
    expect(marketClockOf(days, at('2026-11-20T22:00Z'), NEW_YORK).state).toBe('after')
  })
  it('counts over a weekend to the next open', () => {
    expect(marketClockOf(days, at('2026-11-22T14:30Z'), NEW_YORK)).toEqual({ state: 'closed', opensInMs: 24 * HOUR_MS, holiday: null })
  })
  it('names a holiday, and says nothing of an open it does not know', () => {
    const holiday = day('2026-11-26', [], 'Thanksgiving')
    expect(marketClockOf([holiday], at('2026-11-26T15:00Z'), NEW_YORK)).toEqual({
      state: 'closed',
      opensInMs: null,
      holiday: 'Thanksgiving',
    })
  })
  it('says why the house has closed a day', () => {
    const typhoon = { ...day('2026-11-20', []), closure: 'weather' as const }
    expect(marketClockOf([typhoon, monday], at('2026-11-20T15:00Z'), NEW_YORK)).toMatchObject({ state: 'closed', closure: 'weather' })
  })
  it('never closes where one session follows the other', () => {
    const whole = (date: string, next: string) => day(date, [session('REGULAR', `${date}T05:00Z`, `${next}T05:00Z`)])
    const always = [whole('2026-11-20', '2026-11-21'), whole('2026-11-21', '2026-11-22')]
    expect(marketClockOf(always, at('2026-11-20T20:00Z'), NEW_YORK)).toEqual({ state: 'open', closesInMs: null })
  })
})

describe('the time of a change', () => {
  const close = at('2026-11-20T21:00Z')
  it('is told on both clocks', () => {
    const own = new Date(close).toTimeString().slice(0, 'HH:mm'.length)
    expect(changeTime(close, at('2026-11-20T20:00Z'), NEW_YORK)).toBe(`${own} (16:00\u00A0ET)`)
  })
  it('has its date on another day', () => {
    expect(changeTime(close, at('2026-11-16T20:00Z'), NEW_YORK)).toMatch(/^2[01]\/11 /u)
  })
})
