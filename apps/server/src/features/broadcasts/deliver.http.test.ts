import { broadcasts as desk } from '@rueda/contract/admin/broadcasts.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { becomeOwner } from '../../db/app-role.ts'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'
import { deliverBroadcasts } from './deliver.ts'

/** A message to very many: in batches, everybody once, even if the connection is killed meanwhile. */
const CUSTOMERS = 4_321
let harness: Harness
let ana: StaffCaller
let bea: StaffCaller
beforeEach(async () => {
  harness = await startHarness()
  ana = await hire(harness, ['product'])
  bea = await hire(harness, ['product'])
  await open(CUSTOMERS)
})
afterEach(() => harness.stop())

const open = (many: number) =>
  harness.app.pool.query(
    `insert into accounts (nickname, locale, invite_code, created_at, password_changed_at)
     select 'many', 'es', lpad(upper(to_hex(nextval('account_number') + 16777216)), 8, '0'), 0, 0 from generate_series(1, $1)`,
    [many],
  )
const asked = {
  ...{ reason: 'maintenance' as const, segment: 'everybody' as const },
  texts: { es: { title: 'Hola', body: 'Hola a todos.' }, en: { title: 'Hello', body: 'Hello everybody.' } },
}
const send = async (): Promise<void> => {
  await ana.ask(desk.publish, asked)
  await bea.ask(desk.publish, asked)
}
const deliver = () => deliverBroadcasts(harness.app, harness.app.wallClock.now())
const progress = async () => {
  const [newest] = (await ana.ask(desk.list, {})).list
  return [newest?.state, newest?.delivered, newest?.recipients]
}
const told = async (): Promise<[number, number]> => {
  const { rows } = await harness.app.pool.query<{ messages: bigint; customers: bigint }>(
    `select count(*) as messages, count(distinct account_id) as customers from messages where template = 'house.notice'`,
  )
  return [Number(rows[0]?.messages), Number(rows[0]?.customers)]
}

async function asOwner(sql: string): Promise<void> {
  const client = await harness.app.pool.connect()
  await becomeOwner(client)
  await client.query(sql)
  client.release(true)
}

/** PostgreSQL ends the connection that writes the message of this customer. */
const killWriterOf = (account: string): Promise<void> =>
  asOwner(`
    create function kill_writer() returns trigger language plpgsql as $$
    begin
      if new.account_id = ${account} then perform pg_terminate_backend(pg_backend_pid()); end if;
      return new;
    end $$;
    create trigger killed before insert on messages for each row execute function kill_writer()`)

it('thousands are told, each once, by several servers at once, and nobody who came later', async () => {
  await send()
  await open(7)
  await Promise.all([deliver(), deliver(), deliver()])
  await deliver()
  expect(await progress()).toEqual(['sent', CUSTOMERS, CUSTOMERS])
  expect(await told()).toEqual([CUSTOMERS, CUSTOMERS])
})

it('what is killed in the middle of a batch goes on where it was, and tells nobody twice', async () => {
  await killWriterOf('(select max(account_id) - 2000 from accounts)')
  await send()
  await expect(deliver()).rejects.toThrow(/terminat/iu)
  const [state, before] = await progress()
  expect(state).toBe('sending')
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(CUSTOMERS)
  expect(await told()).toEqual([before, before])
  await asOwner('drop trigger killed on messages')
  await deliver()
  expect(await progress()).toEqual(['sent', CUSTOMERS, CUSTOMERS])
  expect(await told()).toEqual([CUSTOMERS, CUSTOMERS])
})
