import type { VenueEvent } from '@rueda/exchange/venue.ts'
import { expect, test } from 'vitest'
import { createEventPump } from './event-pump.ts'
import { settlementDateAmong } from './remote-client.ts'

const event = (sequence: number, accountId = 'account'): VenueEvent => ({
  kind: 'working',
  orderId: `order-${sequence}`,
  accountId,
  sequence,
  at: 0,
})

test('the next batch of an account waits until the one before is booked, and is what gathered meanwhile', async () => {
  const batches: number[][] = []
  let book = Promise.withResolvers<void>()
  const pump = createEventPump(
    async (events) => {
      batches.push(events.map(({ sequence }) => sequence))
      await book.promise
    },
    () => {},
  )
  pump.add([event(1)])
  pump.add([event(2)])
  pump.add([event(3)])
  expect(batches).toEqual([[1]])
  const first = book
  book = Promise.withResolvers()
  first.resolve()
  await expect.poll(() => batches.length).toBe(2)
  book.resolve()
  await pump.drained()
  expect(batches).toEqual([[1], [2, 3]])
})

test('a question waits for what was added before it, while events without end keep coming', async () => {
  const booked: number[] = []
  let added = 1
  let isAsking = true
  const pump = createEventPump(
    async (events) => {
      booked.push(...events.map(({ sequence }) => sequence))
      // The market never falls silent: while something is booked, more has happened, here and for another account.
      if (isAsking) pump.add([event((added += 1)), event((added += 1), 'another')])
      await new Promise((resolve) => setImmediate(resolve))
    },
    () => {},
  )
  pump.add([event(1)])
  for (let asked = 0; asked < 20; asked += 1) {
    const until = added
    await pump.drained()
    expect(booked).toEqual(expect.arrayContaining(Array.from({ length: until }, (_, index) => index + 1)))
  }
  isAsking = false
  await pump.drained()
  expect(booked.toSorted((a, b) => a - b)).toEqual(Array.from({ length: added }, (_, index) => index + 1))
})

test('an account whose booking takes long delays nobody else, and keeps its own order', async () => {
  const booked: string[] = []
  const slow = Promise.withResolvers<void>()
  const pump = createEventPump(
    async (events) => {
      if (events.some(({ accountId }: VenueEvent & { accountId?: string }) => accountId === 'slow')) await slow.promise
      booked.push(...events.map(({ sequence }) => `${sequence}`))
    },
    () => {},
  )
  pump.add([event(1, 'slow'), event(2, 'quick')])
  pump.add([event(3, 'slow'), event(4, 'quick')])
  await expect.poll(() => booked).toEqual(['2', '4'])
  slow.resolve()
  await pump.drained()
  expect(booked).toEqual(['2', '4', '1', '3'])
})

test('a question of one account waits for what was added of it, and for nobody else', async () => {
  const told: string[] = []
  const slow = Promise.withResolvers<void>()
  let quick = Promise.withResolvers<void>()
  const pump = createEventPump(
    (events) => (events.some(({ sequence }) => sequence === 1) ? slow.promise : quick.promise),
    () => {},
  )
  await pump.drainedOf('quick')
  pump.add([event(1, 'slow'), event(2, 'quick')])
  pump.add([event(3, 'quick')])
  void pump.drainedOf('quick').then(() => told.push('quick'))
  void pump.drainedOf('slow').then(() => told.push('slow'))
  const second = quick
  quick = Promise.withResolvers()
  second.resolve()
  await expect.poll(() => pump.isBooking('quick')).toBe(true)
  expect(told).toEqual([])
  pump.add([event(4, 'quick')])
  quick.resolve()
  await expect.poll(() => told).toEqual(['quick'])
  slow.resolve()
  await expect.poll(() => told).toEqual(['quick', 'slow'])
})

test('after a batch that could not be booked nothing more is handed over, and who waits hears of it', async () => {
  const handed: number[] = []
  const failures: unknown[] = []
  const pump = createEventPump(
    async (events) => {
      handed.push(...events.map(({ sequence }) => sequence))
      throw new Error('not booked')
    },
    (error) => void failures.push(error),
  )
  pump.add([event(1)])
  const asked = pump.drainedOf('account')
  await expect(pump.drained()).rejects.toThrow('not booked')
  await expect(asked).rejects.toThrow('not booked')
  await expect(pump.drainedOf('another')).rejects.toThrow('not booked')
  pump.add([event(2)])
  await expect(pump.drained()).rejects.toThrow('not booked')
  expect(handed).toEqual([1])
  expect(failures).toHaveLength(1)
})

test('T+1 is the next settlement day after the trade date, whatever lies between', () => {
  const days = ['2026-11-20', '2026-11-23', '2026-11-24']
  expect(settlementDateAmong(days, '2026-11-20', 1)).toBe('2026-11-23')
  expect(settlementDateAmong(days, '2026-11-21', 1)).toBe('2026-11-23')
  expect(settlementDateAmong(days, '2026-11-20', 2)).toBe('2026-11-24')
  expect(settlementDateAmong(days, '2026-11-20', 0)).toBe('2026-11-20')
  expect(() => settlementDateAmong(days, '2026-11-24', 1)).toThrow('no settlement day')
})
