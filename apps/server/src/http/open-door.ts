import type { Logger } from 'pino'
import type { Settings } from '../config.ts'
import type { Parts } from '../open-parts.ts'
import { sayForwarding } from './forwarding.ts'
import { whyNotHere } from './listening.ts'
import type { HttpServer } from './server.ts'

type Door = Readonly<{ settings: Pick<Settings, 'HOST' | 'PORT' | 'PUBLIC_URL'>; log: Logger; parts: Parts }>

/** Lets customers in, the last thing of a start; returns the address. Behind a proxy it also says what that gets wrong. */
export async function openDoor(
  http: HttpServer,
  { settings: { HOST: host, PORT: port, PUBLIC_URL: publicUrl }, log, parts }: Door,
): Promise<string> {
  const place = { host, port }
  const address = await http.server.listen(place).catch((error: unknown) => {
    throw whyNotHere(error, place)
  })
  parts.opened(() => http.closeGracefully())
  if (publicUrl !== undefined) {
    const stopSaying = sayForwarding(http.forwarding, { publicUrl, log })
    parts.opened(() => Promise.resolve(stopSaying()))
  }
  return address
}
