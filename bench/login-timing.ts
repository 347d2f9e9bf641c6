import { rmSync } from 'node:fs'
import { createPasswordHashing } from '../apps/server/src/features/accounts/hashing.ts'
import { attachDatabase } from '../apps/server/src/db/attach.ts'
import { newDataFolder, startServerProcess } from '../tools/server-process.ts'
import { median, percentile } from './support/median.ts'

/**
 * B-35: whether the time of a refusal reveals that an account exists. Two thousand wrong passwords over HTTP on loopback,
 * half of them for names that have an account, taken in turns; the two groups' medians must lie within five hundredths of
 * each other.
 */
const PER_GROUP = Number(process.env['BENCH_TRIES'] ?? 1_000)
/** The fifth wrong password locks the name, and a locked name is answered before any hash. */
const TRIES_PER_NAME = 4
const NAMES = Math.ceil(PER_GROUP / TRIES_PER_NAME)
const FIRST_ACCOUNT = 2_000_001
const WIDEST = 0.05

const dataFolder = newDataFolder('rueda-bench-login-')
const groups = ['named', 'missing'] as const
type Group = (typeof groups)[number]
const server = await startServerProcess({ DATA_DIR: dataFolder, SIM_SEED: 'bench', RATE_LIMITS: 'off' })
try {
  await openNamed()
  const times: Record<Group, number[]> = { named: [], missing: [] }
  for (let attempt = 0; attempt < PER_GROUP; attempt += 1) {
    const name = Math.floor(attempt / TRIES_PER_NAME)
    // Which of the two goes first changes from time to time, so that neither profits from the other.
    for (const group of attempt % 2 === 0 ? groups : groups.toReversed()) times[group].push(await timeOf(`${group}${name}@example.org`))
  }
  compare(times)
} finally {
  await server.end('SIGTERM')
  rmSync(dataFolder, { recursive: true, force: true })
}

async function openNamed(): Promise<void> {
  const hashed = await createPasswordHashing().hash('paso-a-paso-7')
  if (hashed.busy) throw new Error('the hashing is busy')
  const database = await attachDatabase({ dataFolder, databaseUrl: null })
  await database.pool.query(
    `insert into accounts (account_id, email, nickname, password_hash, locale, invite_code, created_at, password_changed_at, granted_at)
     select $1 + number, 'named' || number || '@example.org', 'Bench', $2, 'en', upper(lpad(to_hex($1 + number), 8, '0')), $3, $3, $3
     from generate_series(0, $4::int - 1) as number`,
    [FIRST_ACCOUNT, hashed.value, Date.now(), NAMES],
  )
  await database.stop()
}

async function timeOf(username: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${server.address}/web/loginByUsername`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'wrong-password' }),
  })
  const body = await answer.text()
  const took = performance.now() - began
  if (!body.startsWith('{"code":2000,')) throw new Error(`${username} was answered ${body}`)
  return took
}

function compare({ named, missing }: Readonly<Record<Group, number[]>>): void {
  const ratio = median(named) / median(missing)
  const shown = (times: readonly number[]): string =>
    `median ${median(times).toFixed(2)} ms, 10 to 90 % from ${percentile(times, 0.1).toFixed(2)} to ${percentile(times, 0.9).toFixed(2)} ms`
  console.log(`login, ${named.length} wrong passwords of accounts: ${shown(named)}`)
  console.log(`login, ${missing.length} of names nobody has: ${shown(missing)}`)
  console.log(`login, the one against the other: ratio ×${ratio.toFixed(3)}, allowed is ${1 - WIDEST} to ${1 + WIDEST}`)
  if (Math.abs(ratio - 1) > WIDEST) process.exitCode = 1
}
