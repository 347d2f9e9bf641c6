import { rmSync } from 'node:fs'
import { SUCCESS_CODE } from '@rueda/contract/envelope.ts'
import { attachDatabase } from '../apps/server/src/db/attach.ts'
import { newDataFolder, startServerProcess } from '../tools/server-process.ts'
import { cancelDuring, restOrders } from './support/cancels.ts'
import { openCustomers } from './support/customers.ts'
import { load } from './support/http-load.ts'
import { median, percentile, report } from './support/median.ts'
import { RUNS, SECONDS, WAITING } from './support/settings.ts'
import { yardstick } from './support/yardstick.ts'

/**
 * P2: orders over HTTP to one server process on loopback, durable before they are answered, with tokens, validation,
 * rules and idempotency keys, beside pgbench's TPC-B on the same PostgreSQL, in turns. The venue fills them meanwhile
 * and the fills are booked on the same write path; the line says how many. Beside them a few customers cancel orders that
 * rest, one after another, and the line says how long that takes.
 */
const CUSTOMERS = 1_000
const CANCELLING = 8
const RESTING_EACH = 50
const CENTS_EACH = 10_000_000_000n
const ALLOWED_P99_MS = 60
const SETTLING_MS = 2_000
/** After a start the market works out the facts of all listings for a while; the days after it are measured. */
const FIRST_ROUND_MS = 80_000

const dataFolder = newDataFolder('rueda-bench-http-')
const server = await startServerProcess({ DATA_DIR: dataFolder, SIM_SEED: 'bench', RATE_LIMITS: 'off' })
const database = await attachDatabase({ dataFolder, databaseUrl: null })
try {
  const opened = await openCustomers(database.pool, CUSTOMERS + CANCELLING, CENTS_EACH)
  const tokens = opened.slice(CANCELLING)
  const { host, port, user } = database.connection
  const against = yardstick({ host: host ?? '', port: port ?? 0, user: String(user) })
  await against.prepare()
  const codes = await tradedCodes(server.address)
  let orders = 0
  const place = () =>
    load({
      address: server.address,
      connections: WAITING,
      seconds: SECONDS,
      requestOf: () => {
        orders += 1
        const headers = { 'authorization': tokens[orders % tokens.length] ?? '', 'idempotency-key': `bench-${orders}` }
        const body = JSON.stringify({ stockCode: codes[orders % codes.length], direction: 0, orderType: 0, quantity: '1' })
        return { path: '/web/stock/create', headers, body }
      },
      accepts: (body) => body.startsWith(`{"code":${SUCCESS_CODE},`),
    })
  await new Promise((resolve) => setTimeout(resolve, FIRST_ROUND_MS))
  await place()
  const resting = await restOrders(server.address, opened.slice(0, CANCELLING), RESTING_EACH)
  const cancels: number[] = []
  const runs: { mine: number; yard: number; p99: number }[] = []
  const filledBefore = await fills()
  const ordersBefore = orders
  for (let run = 0; run < RUNS; run += 1) {
    const placing = place()
    const ofThisRun = resting.splice(0, Math.ceil((CANCELLING * RESTING_EACH) / RUNS))
    const cancelling = Array.from({ length: CANCELLING }, () => cancelDuring(server.address, ofThisRun, placing))
    const { perSecond, milliseconds } = await placing
    cancels.push(...(await Promise.all(cancelling)).flat())
    // Fills that the venue has still to make must not slow the yardstick down.
    await new Promise((resolve) => setTimeout(resolve, SETTLING_MS))
    runs.push({ mine: perSecond, yard: await against.transactionsPerSecond(SECONDS), p99: percentile(milliseconds, 0.99) })
  }
  const filled = (100 * ((await fills()) - filledBefore)) / (orders - ordersBefore)
  const yard = Math.round(median(runs.map((run) => run.yard)))
  const p99 = median(runs.map((run) => run.p99))
  const [half, most] = [percentile(cancels, 0.5), percentile(cancels, 0.99)]
  const cancel = `cancels p50 ${half.toFixed(0)} ms, p99 ${most.toFixed(0)} ms of ${cancels.length}`
  const more = `; p99 ${p99.toFixed(0)} ms (at most ${ALLOWED_P99_MS} ms); ${cancel}; ${filled.toFixed(0)} fills booked per 100 orders`
  report(
    'orders-http',
    median(runs.map((run) => run.mine)),
    'orders/s',
    median(runs.map((run) => run.mine / run.yard)),
    `${against.name} ${yard}/s`,
    more,
  )
} finally {
  await database.stop()
  await server.end('SIGTERM')
  rmSync(dataFolder, { recursive: true, force: true })
}

async function fills(): Promise<number> {
  const { rows } = await database.pool.query<{ count: bigint }>('select count(*) as count from fills')
  return Number(rows[0]?.count ?? 0n)
}

/** The codes of shares that can be ordered, from the server itself. */
async function tradedCodes(address: string): Promise<string[]> {
  const answer = await fetch(`${address}/web/m_ft/all_stock_list?pageSize=100`)
  const { data } = (await answer.json()) as { data: { list: { stock_code: string }[] } }
  return data.list.map((quote) => quote.stock_code)
}
