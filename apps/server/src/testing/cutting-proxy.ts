import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { openPool } from '../db/open.ts'

/** A way to the database that cuts connections at the worst moment: when a commit has been passed on and before it is answered. */
export type CuttingProxy = Readonly<{
  /** Connections through the proxy. */
  pool: Pool
  cuts: () => number
  /** Takes no new connections from now on, or takes them again. */
  away: (isAway: boolean) => void
  /** Cuts every connection and takes no more. */
  lose: () => void
  stop: () => Promise<void>
}>

/** The end of a query message that says nothing but commit. */
const COMMIT = Buffer.from('commit\0')
const PASSED_ON_WITHIN_MS = 20

type Options = Readonly<{ pool: Pool; /** Asked at each commit. */ isCut: () => boolean; rng: () => number }>

/**
 * `isCut` decides at each commit. A cut commit reaches the database at once, a little later, or not at all: the client
 * cannot tell which.
 */
export async function startCuttingProxy({ pool, isCut, rng }: Options): Promise<CuttingProxy> {
  const { host = '', port, user, database } = pool.options
  const open = new Set<Socket>()
  let cuts = 0
  let isAway = false
  // Otherwise each answer of several packets waits for the first one's acknowledgement.
  const server = createServer({ noDelay: true }, (client) => {
    if (isAway) return void client.destroy()
    const upstream = connect(join(host, `.s.PGSQL.${port}`))
    open.add(client).add(upstream)
    client.on('error', () => undefined)
    upstream.on('error', () => undefined)
    upstream.on('data', (chunk) => void client.write(chunk))
    upstream.on('close', () => client.destroy())
    let isOver = false
    const cut = (chunk: Buffer): void => {
      cuts += 1
      isOver = true
      client.destroy()
      const fate = rng()
      if (fate < 1 / 4) upstream.destroy()
      else setTimeout(() => upstream.end(chunk), fate < 1 / 2 ? 0 : fate * PASSED_ON_WITHIN_MS)
    }
    client.on('data', (chunk) => {
      if (isOver) return
      if (chunk.includes(COMMIT) && isCut()) cut(chunk)
      else upstream.write(chunk)
    })
    client.on('close', () => {
      if (!isOver) upstream.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const through = openPool({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, user, database }, pool.options.max)
  return {
    pool: through,
    cuts: () => cuts,
    away: (is) => void (isAway = is),
    lose: () => {
      isAway = true
      for (const socket of open) socket.destroy()
    },
    stop: async () => {
      await through.end()
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
