import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { TradingHalt } from '@rueda/rules/markets/trading-halt.ts'
import { expect, it } from 'vitest'
import { InputLog } from './input-log.ts'

/** `docs/rules/proof.md` P.41: what reaches an instrument stands in the chain of its own day. */
const instrument = { id: 'US:ARDV', market: 'US' } as Instrument
const [FIRST, SECOND] = ['2026-11-19', '2026-11-20'] as const
const halt: TradingHalt = { stopId: 's1', scope: 'market', target: 'US', kind: 'halt', from: 2_000, until: 3_000 }
const cancel = { kind: 'cancel', orderId: 'o1', accountId: '1' } as const

it('begins the chain of a day with what stands, and says every later halt in it', () => {
  const log = new InputLog()
  log.add({ instrument, tradeDate: FIRST, at: 1_000 }, cancel)
  log.setHalts([halt], 2_000)
  expect(log.take().map(({ tradeDate, kind }) => [tradeDate, kind])).toEqual([
    [FIRST, 'begin'],
    [FIRST, 'cancel'],
    [FIRST, 'halts'],
  ])
})

it('says nothing more in the chain of a day that is over, of an instrument without books either', () => {
  const log = new InputLog()
  log.add({ instrument, tradeDate: FIRST, at: 1_000 }, cancel)
  log.take()
  log.endDay('TW')
  log.closeDays([], 1_500)
  expect(log.take().map(({ kind }) => kind)).toEqual(['closings'])
  log.endDay('US')
  log.setHalts([halt], 2_000)
  log.closeDays([], 2_000)
  expect(log.take()).toEqual([])
  log.add({ instrument, tradeDate: SECOND, at: 2_500 }, cancel)
  expect(log.take()[0]).toMatchObject({ tradeDate: SECOND, kind: 'begin', halts: [halt] })
})
