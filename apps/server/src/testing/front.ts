import { pino } from 'pino'
import type { FullApp } from '../app.ts'
import type { Bus } from '../bus/bus.ts'
import { allFeatures } from '../features/all.ts'
import { type HttpServer, createHttpServer } from '../http/server.ts'
import { followMarket } from '../roles/follow-market.ts'
import { serveFronts, tellMarketOf } from '../serve-fronts.ts'
import { assembleFront } from '../start-front.ts'
import { readKeyring } from '../vault/keyring.ts'
import { type Calls, type Harness, callsOf, ids } from './harness.ts'

export type TestFront = Calls & Readonly<{ app: FullApp; http: HttpServer; close: () => Promise<void> }>

export const ANSWER_WITHIN_MS = 1_000

type Core = Readonly<{ name: string; isLeading: () => boolean }>

/** Has a harness do for fronts over this bus what a core does, until the function that is returned is called. */
export function serveTestFronts({ app, venue }: Harness, bus: Bus, { name, isLeading }: Core): () => void {
  const leading = () => ({ core: name, leadership: 0n, ranges: 0 })
  const telling = tellMarketOf({ bus, leading, app, market: venue.market, isLeading })
  const stop = serveFronts({ bus, app, routes: allFeatures(app).flat(), isLeading })
  return () => {
    telling.stop()
    stop()
  }
}

/** A front of the brokerage whose core is this harness, over this bus. */
export async function startTestFront(core: Harness, bus: Bus, answerWithinMs = ANSWER_WITHIN_MS): Promise<TestFront> {
  const { settings, pool, clock, log } = core.app
  const market = await followMarket({ bus, clock, machine: clock, log: pino({ level: 'silent' }) })
  const keyring = readKeyring(settings.DATA_DIR)
  if (keyring === null) throw new Error('the core has no keys')
  const ranges = () => market.leading().ranges
  const parts = { settings, pool, clock, log, ids, keyring, bus, venue: market.client, answerWithinMs, ranges }
  const { app, routes } = assembleFront(parts)
  const http = await createHttpServer(app, [routes])
  await http.server.ready()
  const close = async (): Promise<void> => {
    app.hub.close()
    market.stop()
    await http.closeGracefully()
  }
  return { app, http, ...callsOf(http), close }
}
