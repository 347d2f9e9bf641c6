import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listenOn } from '../http/listening.ts'

/** The door of a process that serves no customers: it answers that it lives, and whether it does its part. */
type SmallDoor = Readonly<{ address: string; close: () => Promise<void> }>

const OK = 200
const UNAVAILABLE = 503
const AGAIN_AFTER_SECONDS = '1'

type Options = Readonly<{ host: string; port: number; role: 'standby' | 'market' }>

/** The door of a process that may have to wait: it is opened while another one leads, and closed before the process serves. */
export type StandbyDoor = Readonly<{ /** Returns its address. */ open: () => Promise<string>; close: () => Promise<void> }>

/** A standby: `/healthz` says yes; everything else, `/readyz` too, says that another server leads. */
export function standbyDoor(place: Omit<Options, 'role'>): StandbyDoor {
  let door: SmallDoor | null = null
  return {
    open: async () => {
      door = await openSmallDoor({ ...place, role: 'standby' })
      return door.address
    },
    close: async () => {
      await door?.close()
      door = null
    },
  }
}

/** `/healthz` says yes, and so does `/readyz`, except of a standby; there is nothing else. */
export async function openSmallDoor({ host, port, role }: Options): Promise<SmallDoor> {
  const server = createServer((request, response) => {
    const isYes = request.url === '/healthz' || (request.url === '/readyz' && role !== 'standby')
    response.writeHead(isYes ? OK : UNAVAILABLE, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...(isYes ? {} : { 'retry-after': AGAIN_AFTER_SECONDS }),
    })
    response.end(JSON.stringify({ status: isYes ? 'ok' : 'not ready', role }))
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
