import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { VenueOrder } from '@rueda/exchange/venue.ts'
import { groupOfInstrument } from '@rueda/rules/instruments/group.ts'
import { expect, it } from 'vitest'
import { type MarketThread, startThread } from '../venue-thread.ts'
import { joinedMarket } from './joined-market.ts'

/** A thread that takes so long for each message, and executes every order. */
function threadTaking(ms: number): MarketThread {
  const events = new EventEmitter()
  let before = Promise.resolve()
  const say = (message: object): void => void events.emit('message', message)
  return {
    on: (name, listener) => events.on(name, listener),
    postMessage: (message) => {
      const { kind, id } = message as { kind?: string; id?: number }
      before = before.then(async () => {
        await sleep(ms)
        if (kind === undefined) say({ kind: 'loaded' })
        if (kind === 'submit')
          say({ kind: 'events', events: [{ kind: 'working', sequence: 1, orderId: '1', accountId: '1', at: 0 }], inputs: [] })
        if (kind === 'ask') say({ kind: 'answer', id, answer: null })
      })
    },
    terminate: () => Promise.resolve(0),
  }
}

const OF_SECOND = Array.from({ length: 50 }, (_, at) => `US:S${at}`).find((id) => groupOfInstrument(id, 2) === 1)

it.each([
  ['one thread', () => threadTaking(10)],
  ['two groups, of which the order is in the slow one', () => joinedMarket([threadTaking(1), threadTaking(50)])],
])('%s: what has happened to an account is said before it is said that nothing more has', async (_, open) => {
  const said: string[] = []
  const unheard = { onProposed: () => expect.unreachable('nothing is proposed'), onFailure: () => undefined }
  const thread = startThread(open(), {} as never, { ...unheard, onEvents: () => void said.push('executed') })
  await thread.loaded
  thread.submit([{ orderId: '1', accountId: '1', instrumentId: OF_SECOND } as VenueOrder], 0)
  await thread.ask({ about: 'booked', accountId: '1' }, 0)
  said.push('booked')
  expect(said).toEqual(['executed', 'booked'])
})
