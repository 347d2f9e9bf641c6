import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type ServerProcess, newDataFolder, startServerProcess } from '../tools/server-process.ts'
import { LENT_MARKET, MARKET_FOLDER, MARKET_START } from './server.ts'

/** A server that a journey may stop, kill and tamper with, because the one of the other journeys lives on. */
export type OwnServer = Readonly<{ dataFolder: string; start: (port?: string) => Promise<ServerProcess>; forget: () => void }>

/**
 * A busy machine may need as long as this between naming the moment and a clock that stands at it. Each start names one so much later: a market that
 * goes on behind where it was would have no price that a page still takes for a new one.
 */
const AHEAD_MS = 15_000

/** Its clock goes on where it was when it is started again, or a little later. */
export function ownServer(): OwnServer {
  const dataFolder = newDataFolder('rueda-e2e-own-')
  const lent = process.env[LENT_MARKET]
  if (lent !== undefined) cpSync(lent, join(dataFolder, MARKET_FOLDER), { recursive: true })
  const began = Date.now()
  let starts = 0
  const now = (): string => {
    const moment = Date.parse(MARKET_START) + Date.now() - began + AHEAD_MS * starts
    starts += 1
    return new Date(moment).toISOString()
  }
  return {
    dataFolder,
    start: (port = '0') => startServerProcess({ DATA_DIR: dataFolder, SIM_SEED: 'journeys', SIM_CLOCK: `scaled:1@${now()}`, PORT: port }),
    forget: () => rmSync(dataFolder, { recursive: true, force: true }),
  }
}
