import { rmSync } from 'node:fs'
import { SUCCESS_CODE } from '@rueda/contract/envelope.ts'
import { attachDatabase } from '../apps/server/src/db/attach.ts'
import { newDataFolder, startServerProcess } from '../tools/server-process.ts'
import { startBareProcess } from './support/bare-process.ts'
import { openCustomers } from './support/customers.ts'
import { type Request, load } from './support/http-load.ts'
import { median, report } from './support/median.ts'
import { RUNS, SECONDS } from './support/settings.ts'

/**
 * P7: reads over HTTP on loopback (a list of fifty quotes, five hundred bars, the positions of a customer who holds
 * some), each in turns with a bare Fastify route in a process of its own that sends the same bytes.
 */
const CONNECTIONS = 32
const CENTS = 10_000_000_000n
const BARS = 500
const QUOTES = 50
const HELD = ['ARDV', 'BRBF', 'CBHB'] as const
const FILLED_WITHIN_MS = 30_000

const dataFolder = newDataFolder('rueda-bench-reads-')
const server = await startServerProcess({ DATA_DIR: dataFolder, SIM_SEED: 'bench', RATE_LIMITS: 'off' })
const database = await attachDatabase({ dataFolder, databaseUrl: null })
try {
  const [token = ''] = await openCustomers(database.pool, 1, CENTS)
  await holdSome(token)
  const reads: readonly (readonly [name: string, request: Request])[] = [
    [`${QUOTES} quotes`, { method: 'GET', path: `/web/m_ft/all_stock_list?pageSize=${QUOTES}`, headers: {}, body: '' }],
    [`${BARS} bars`, { method: 'GET', path: `/web/m_ft/kline?stockCode=ARDV&market=US&type=1m&limit=${BARS}`, headers: {}, body: '' }],
    ['positions', { method: 'POST', path: '/web/position/me', headers: { authorization: token }, body: '{}' }],
  ]
  for (const [name, request] of reads) await compare(name, request)
} finally {
  await database.stop()
  await server.end('SIGTERM')
  rmSync(dataFolder, { recursive: true, force: true })
}

async function compare(name: string, request: Request): Promise<void> {
  const body = await bodyOf(request)
  const [path = ''] = request.path.split('?')
  const bare = await startBareProcess([{ method: request.method ?? 'POST', path, body }])
  try {
    const through = async (address: string): Promise<number> => {
      const { perSecond } = await load({ address, connections: CONNECTIONS, seconds: SECONDS, requestOf: () => request, accepts: isAnswer })
      return perSecond
    }
    await through(server.address)
    await through(bare.address)
    const runs: { mine: number; bare: number }[] = []
    for (let run = 0; run < RUNS; run += 1) runs.push({ mine: await through(server.address), bare: await through(bare.address) })
    const beside = Math.round(median(runs.map((run) => run.bare)))
    const ratio = median(runs.map((run) => run.mine / run.bare))
    report(
      `reads, ${name}`,
      median(runs.map((run) => run.mine)),
      'requests/s',
      ratio,
      `a bare route with the same ${body.length} bytes ${beside}/s`,
    )
  } finally {
    bare.end()
  }
}

function isAnswer(body: string): boolean {
  return body.startsWith(`{"code":${SUCCESS_CODE},`)
}

async function bodyOf({ method = 'POST', path, headers, body }: Request): Promise<string> {
  const sent = method === 'GET' ? {} : { body, headers: { ...headers, 'content-type': 'application/json' } }
  const answer = await fetch(`${server.address}${path}`, { method, headers, ...sent })
  return answer.text()
}

/** Buys the shares of the positions, and waits until they are booked. */
async function holdSome(token: string): Promise<void> {
  for (const stockCode of HELD) {
    const body = JSON.stringify({ stockCode, direction: 0, orderType: 0, quantity: '10' })
    await bodyOf({ path: '/web/stock/create', headers: { 'authorization': token, 'idempotency-key': `bench-${stockCode}` }, body })
  }
  for (const until = Date.now() + FILLED_WITHIN_MS; Date.now() < until;) {
    const { rows } = await database.pool.query<{ count: bigint }>('select count(*) as count from positions where closed_at is null')
    if (Number(rows[0]?.count ?? 0n) === HELD.length) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the orders were not filled')
}
