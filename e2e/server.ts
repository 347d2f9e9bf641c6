import { rmSync } from 'node:fs'
import { newDataFolder, startServerProcess } from '../tools/server-process.ts'

/** A server for tests: its own data, a fixed market, codes in its answers, a port that was free. */
export type TestServer = Readonly<{ address: string; said(): string; stop(): Promise<void> }>

// The market's own time, the same in every run: prices, and the day an order ends with, do not depend on when tests run.
const MARKET_TIME = 'scaled:1@2026-03-11T15:00:00Z'

export async function startServer(environment: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const dataFolder = newDataFolder('rueda-e2e-')
  const forget = (): void => rmSync(dataFolder, { recursive: true, force: true })
  try {
    const server = await startServerProcess({ DATA_DIR: dataFolder, SIM_SEED: 'journeys', SIM_CLOCK: MARKET_TIME, ...environment })
    const stop = async () => {
      await server.end('SIGTERM')
      forget()
    }
    return { address: server.address, said: server.said, stop }
  } catch (error) {
    forget()
    throw error
  }
}
