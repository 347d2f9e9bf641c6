import type { VenueEvent } from '@rueda/exchange/venue.ts'
import { expect, test } from 'vitest'
import { createEventPump } from './event-pump.ts'
import { settlementDateAmong } from './remote-client.ts'

const event = (sequence: number): VenueEvent => ({ kind: 'working', orderId: `order-${sequence}`, accountId: 'account', sequence, at: 0 })

test('the next batch waits until the one before is booked, and is what gathered meanwhile', async () => {
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
  await expect(pump.drained()).rejects.toThrow('not booked')
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
