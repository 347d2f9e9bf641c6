import type { AddressInfo } from 'node:net'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import Fastify from 'fastify'
import { pino } from 'pino'
import { marketChannels } from '../features/quotes/push-channels.ts'
import { createPushHub } from '../push/hub.ts'
import { boundless } from '../push/limits.ts'
import { registerPush } from '../push/register.ts'
import { FakeVenue, SHARE, startFakeVenue } from './fake-venue.ts'

/** The push channel of a bench, over a market in which every quote moves with every beat. */
export type Serving = Readonly<{ port: number; beat: () => void }>

export const QUOTES = 20
export const quotedIds: readonly string[] = Array.from({ length: QUOTES }, (_, index) => `US:PUSH${index}`)

/** Twenty shares; each beat moves all of them by a cent, up and down. */
export async function servePush(quotesEveryMs: number): Promise<Serving> {
  let now = Date.UTC(2026, 10, 18, 17)
  const clock = { now: () => now }
  const market = new FakeVenue()
  const shares = quotedIds.map((id): Instrument => ({ ...SHARE, id, code: id.slice('US:'.length) }))
  market.instruments.push(...shares)
  const move = (): void => {
    now += 250
    const bid = (now / 250) % 2 === 0 ? '182.36' : '182.35'
    for (const id of quotedIds) market.otherPrices[id] = [bid, '182.37']
  }
  move()
  const log = pino({ level: 'error' })
  const onFailure = (error: unknown): void => log.error({ err: error }, 'the market of the bench failed')
  const venue = startFakeVenue({ market, clock, onEvents: async () => undefined, onFailure })
  const sessions = { check: async () => ({ kind: 'missing' as const }), onEnded: () => () => undefined }
  const hub = createPushHub({
    venue: venue.client,
    clock,
    market: marketChannels({ venue: venue.client, clock }),
    sessions,
    bounds: boundless,
    log,
    quotesEveryMs,
  })
  const server = Fastify()
  await registerPush(server, { hub, publicUrl: null, label: 'SIM' })
  await server.listen({ port: 0, host: '127.0.0.1' })
  const beat = (): void => {
    move()
    void venue.cycle()
  }
  return { port: (server.server.address() as AddressInfo).port, beat }
}
