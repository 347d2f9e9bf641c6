import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listenOn } from '../http/listening.ts'

/** The door of a standby: it answers that it lives, and that it serves nobody yet. */
export type StandbyDoor = Readonly<{ address: string; close: () => Promise<void> }>

const OK = 200
const UNAVAILABLE = 503
const AGAIN_AFTER_SECONDS = '1'

/** `/healthz` says yes; everything else, `/readyz` too, says that another server leads. */
export async function openStandbyDoor({ host, port }: Readonly<{ host: string; port: number }>): Promise<StandbyDoor> {
  const server = createServer((request, response) => {
    const isAlive = request.url === '/healthz'
    response.writeHead(isAlive ? OK : UNAVAILABLE, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...(isAlive ? {} : { 'retry-after': AGAIN_AFTER_SECONDS }),
    })
    response.end(JSON.stringify(isAlive ? { status: 'ok', role: 'standby' } : { status: 'not ready', role: 'standby' }))
  })
  await listenOn(server, { host, port })
  const { port: bound } = server.address() as AddressInfo
  return {
    address: `http://${host}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
