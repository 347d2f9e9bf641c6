import { decodeEntry } from '@rueda/proof/entries.ts'
import { utf8 } from '@rueda/proof/bytes.ts'
import type { PoolClient } from 'pg'
import { expect } from 'vitest'
import type { Database } from '../db/open.ts'
import { verifyDays } from '../features/integrity/verify/days-again.ts'
import { verifyEngines } from '../features/integrity/verify/engines-again.ts'
import { createFindings } from '../features/integrity/verify/findings.ts'
import type { Snapshots } from '../features/integrity/verify/snapshots.ts'
import type { PublishedDay, PublishedDays } from '../features/trust/days.ts'
import { beginService } from '../features/trust/service.ts'
import { createTestDatabase } from './database.ts'
import { type MarketHarness, startMarketHarness } from './market-harness.ts'

/** A house whose days are checked as anybody outside checks them: with the log and the public addresses alone. */
export const THURSDAY_NOON = Date.parse('2026-11-19T17:00:00Z')
export const bytesOfHex = (text: string | null): Uint8Array => new Uint8Array(Buffer.from(text ?? '', 'hex'))

export const provenOf = ({ market, date, proof, output, key, beacon }: PublishedDay) => ({
  ...{ market, date, proof: bytesOfHex(proof), output: bytesOfHex(output), key: bytesOfHex(key) },
  beacon: beacon === null ? null : { round: Number(beacon.round), randomness: bytesOfHex(beacon.randomness) },
})

/** Opens its books once, and starts its market as often as a test wants. */
export function housesOfDays() {
  let books: Database
  let running: MarketHarness
  const harness = (): MarketHarness => running
  const database = (): Database => books

  const open = async (): Promise<void> => {
    books = await createTestDatabase()
  }
  const start = async (environment: Record<string, string>, machineAt: number, beacon = {}): Promise<void> => {
    running = await startMarketHarness({ database: books, environment: { SIM_ALWAYS_OPEN: '1', ...environment }, machineAt, beacon })
    await beginService(running.app)
  }
  const close = async (): Promise<void> => {
    await running.stop()
    await books.stop()
  }

  const get = async <Answer>(address: string): Promise<Readonly<{ status: number; body: Answer }>> => {
    const answer = await running.http.server.inject({ url: `/trust/${address}` })
    return { status: answer.statusCode, body: JSON.parse(answer.body) as Answer }
  }
  const dayOf = async (market: string, date: string) => (await get<PublishedDay>(`days/${market}/${date}`)).body
  const daysThrough = async (market: string, date: string) => (await get<PublishedDays>(`days/${market}?through=${date}`)).body

  const entryAt = async (place: number | null) => {
    const { rows } = await books.pool.query<{ entry: string }>('select entry from trust_entries where log = 1 and entry_index = $1', [
      place,
    ])
    const entry = decodeEntry(utf8(rows[0]?.entry ?? ''))
    return entry.ok ? entry.value : null
  }

  /** The key of days, out of the log and not out of what the server says of it. */
  const loggedKey = async (): Promise<Uint8Array> => {
    const { rows } = await books.pool.query<{ entry: string }>(
      "select entry from trust_entries where kind = 'key' and entry::jsonb ->> 'purpose' = 'days'",
    )
    expect(rows).toHaveLength(1)
    return bytesOfHex((JSON.parse(rows[0]?.entry ?? '') as { key: string }).key)
  }

  return {
    open,
    start,
    close,
    harness,
    database,
    get,
    dayOf,
    daysThrough,
    entryAt,
    loggedKey,
    findingsAfter: findingsIn(harness, database),
  }
}

type Tamper = (client: PoolClient) => Promise<unknown>

/** What the checks of days find after somebody with every right changed something, which is undone again. */
const findingsIn =
  (harness: () => MarketHarness, database: () => Database) =>
  async (tamper: Tamper): Promise<readonly string[]> => {
    const client = await database().pool.connect()
    try {
      await client.query('begin')
      await client.query('set local role none')
      for (const table of ['day_keys', 'day_rounds', 'vrf_keys', 'trust_entries'])
        await client.query(`alter table ${table} disable trigger all`)
      await tamper(client)
      const findings = createFindings(() => 0)
      const snapshots: Snapshots = {
        ...{ renew: async () => undefined, end: async () => undefined, generation: () => 1, together: (read) => read() },
        query: (sql, values = []) => client.query(sql, [...values]),
      }
      await verifyDays({ snapshots, findings }, null)
      await verifyEngines({ snapshots, findings, files: harness().app.files })
      return findings.all().flatMap(({ id, offending }) => (offending.length > 0 ? [id] : []))
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
