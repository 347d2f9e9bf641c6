import { spawnSync } from 'node:child_process'
import { Pool } from 'pg'

/** The yardstick: pgbench's TPC-B with 16 clients on the same server; where it is not installed, its script through `pg`. */
const CLIENTS = 16
const SCALE = 10
const ACCOUNTS_PER_SCALE = 100_000
const TELLERS_PER_SCALE = 10

export type Yardstick = Readonly<{
  name: string
  prepare: () => Promise<void>
  transactionsPerSecond: (seconds: number) => Promise<number>
}>
type Connection = Readonly<{ host: string; port: number; user: string }>

export const yardstick = (connection: Connection): Yardstick => (hasPgbench() ? withPgbench(connection) : throughDriver(connection))

const hasPgbench = (): boolean => spawnSync('pgbench', ['--version']).status === 0

function withPgbench({ host, port, user }: Connection): Yardstick {
  const where = ['-h', host, '-p', String(port), '-U', user, 'postgres']
  const run = (options: readonly string[]): string => {
    const done = spawnSync('pgbench', [...options, ...where], { encoding: 'utf8' })
    if (done.status !== 0) throw new Error(done.stderr)
    return done.stdout
  }
  return {
    name: 'pgbench TPC-B',
    prepare: async () => void run(['-i', '-q', '-s', String(SCALE)]),
    transactionsPerSecond: async (seconds) =>
      Number(/tps = ([\d.]+)/u.exec(run(['-c', String(CLIENTS), '-j', '2', '-T', String(seconds), '-n', '-M', 'prepared']))?.[1]),
  }
}

function throughDriver(connection: Connection): Yardstick {
  let pool: Pool | null = null
  const prepare = async (): Promise<void> => {
    pool = new Pool({ ...connection, database: 'postgres', max: CLIENTS })
    await pool.query(
      'create table branches (bid int primary key, balance int not null); create table tellers (tid int primary key, balance int not null)',
    )
    await pool.query(
      'create table accounts_b (aid int primary key, balance int not null); create table history (tid int, bid int, aid int, delta int, at timestamptz)',
    )
    await pool.query('insert into branches select n, 0 from generate_series(1, $1::int) n', [SCALE])
    await pool.query('insert into tellers select n, 0 from generate_series(1, $1::int) n', [SCALE * TELLERS_PER_SCALE])
    await pool.query('insert into accounts_b select n, 0 from generate_series(1, $1::int) n', [SCALE * ACCOUNTS_PER_SCALE])
  }
  const transactionsPerSecond = async (seconds: number): Promise<number> => {
    if (pool === null) throw new Error('the yardstick is not prepared')
    const own = pool
    const until = performance.now() + seconds * 1_000
    const counts = await Promise.all(Array.from({ length: CLIENTS }, () => runClient(own, until)))
    return counts.reduce((sum, count) => sum + count, 0) / seconds
  }
  return { name: 'TPC-B through pg', prepare, transactionsPerSecond }
}

async function runClient(pool: Pool, until: number): Promise<number> {
  const client = await pool.connect()
  const upTo = (limit: number): number => 1 + Math.floor(Math.random() * limit)
  let count = 0
  while (performance.now() < until) {
    const [aid, tid, bid, delta] = [upTo(SCALE * ACCOUNTS_PER_SCALE), upTo(SCALE * TELLERS_PER_SCALE), upTo(SCALE), upTo(5_000)]
    await client.query('begin')
    await client.query({ name: 'a', text: 'update accounts_b set balance = balance + $1 where aid = $2', values: [delta, aid] })
    await client.query({ name: 'b', text: 'select balance from accounts_b where aid = $1', values: [aid] })
    await client.query({ name: 'c', text: 'update tellers set balance = balance + $1 where tid = $2', values: [delta, tid] })
    await client.query({ name: 'd', text: 'update branches set balance = balance + $1 where bid = $2', values: [delta, bid] })
    await client.query({ name: 'e', text: 'insert into history values ($1, $2, $3, $4, now())', values: [tid, bid, aid, delta] })
    await client.query('commit')
    count += 1
  }
  client.release()
  return count
}
