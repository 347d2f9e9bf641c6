import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import type { Reader } from '../../db/snapshot.ts'
import { readDaysKey } from '../../trust-log/days-key.ts'
import { engineOfDay } from '../../trust-log/engine-of-day.ts'
import { readEnginePlaces } from '../../trust-log/engines.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { bookedOn } from '../../venue/input-store.ts'
import { saidDays } from './day-store.ts'
import { gapsSince, startsOf } from './store.ts'
import { placeOfTape } from './tape.ts'

/** Public addresses are asked by anybody as often as they like: none of them may read a log of years as a whole. */
const YEARS_OF_TAPES = 20_000

async function fill(client: PoolClient): Promise<void> {
  await client.query("insert into trust_logs (log, origin, size, edge, begun_at) values (1, 'rueda.invalid/trust/log', 0, '', 0)")
  await client.query("insert into vrf_keys (public_key, sealed, made_at) values (decode(repeat('ab', 32), 'hex'), '', 0)")
  await client.query(
    `insert into trust_entries (log, entry_index, kind, entry) select 1, i, kind, json_build_object('kind', kind, 'market', 'US', 'instrument', 'US:ARDV', 'date', '2026-11-19'::date + i / 100)
     from (select i, case i % 500 when 0 then 'day-key' when 1 then 'start' when 2 then 'key' when 3 then 'gap' when 4 then 'engine' else 'tape' end as kind
           from generate_series(1, $1::integer) i) said`,
    [YEARS_OF_TAPES],
  )
  await client.query(
    `insert into day_keys (market, trade_date, model, proof, output, engine, said_at)
     values ('US', '2026-11-20', 1, decode(repeat('ab', 80), 'hex'), decode(repeat('ab', 64), 'hex'), repeat('ab', 32), 0)`,
  )
  await client.query('analyze trust_entries')
}

/** What the database would do for each query that is asked, which is answered as well. */
function explaining(client: PoolClient): Readonly<{ reader: Reader; plans: string[] }> {
  const plans: string[] = []
  const query = async (sql: string, values: unknown[] = []) => {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, values)
    plans.push(...rows.map((row) => row['QUERY PLAN']))
    return client.query(sql, values)
  }
  return { reader: new Proxy(client, { get: (of, name) => (name === 'query' ? query : Reflect.get(of, name)) }), plans }
}

test('no public address reads the whole log', async () => {
  const database = await createTestDatabase()
  const client = await database.pool.connect()
  await fill(client)
  const { reader, plans } = explaining(client)
  await readDaysKey(reader)
  await engineOfDay(reader, '2026-11-20', 'ab'.repeat(32))
  await readEnginePlaces(reader)
  await saidDays(reader, { market: 'US', through: '2026-11-30', most: 500 })
  await placeOfTape(reader, 'US:ARDV', '2026-11-30')
  await gapsSince(reader, Number.MAX_SAFE_INTEGER)
  await startsOf(reader)
  await bookedOn(reader, 'US:ARDV', '2026-11-20')
  client.release()
  await database.stop()
  expect(plans.filter((line) => line.includes('Seq Scan on trust_entries'))).toEqual([])
  // Each month has its own part of the index fills_of_tape.
  expect(plans.join('\n')).toMatch(/fills_\w+_trade_date_instrument_id_sequence_idx/u)
  expect(plans.join('\n')).not.toContain('Seq Scan on fills')
  for (const kind of ['keys', 'starts', 'days', 'gaps', 'engines', 'tapes']) expect(plans.join('\n')).toContain(`trust_entries_of_${kind}`)
})
