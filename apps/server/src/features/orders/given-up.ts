import { ok } from '@rueda/rules/result.ts'
import { DAY_MS, HOUR_MS, type Instant } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import type { Reader } from '../../db/snapshot.ts'
import { inTransaction } from '../../db/transaction.ts'
import { writeMail } from '../../mail/mail.ts'

/** An event that could not be booked: the account, the order and the reason. */
type GivenUp = Readonly<{ accountId: string; orderId: string; kind: string; reason: string }>

const USEFUL_MS = 3 * DAY_MS
/** One mail covers many events: a fault often repeats. */
const QUIET_FOR_MS = HOUR_MS

/** Keeps the event for inspection, and alarms risk and administrators by mail, at most once an hour. */
export async function alarmOfGivenUp({ pool, ids, wallClock }: Pick<FullApp, 'pool' | 'ids' | 'wallClock'>, event: GivenUp): Promise<void> {
  const now = wallClock.now()
  const { accountId, orderId, kind, reason } = event
  await inTransaction(pool, async (client) => {
    const recent = await client.query('select from given_up_events where at > $1 limit 1', [now - QUIET_FOR_MS])
    await client.query('insert into given_up_events (event_id, account_id, order_id, kind, reason, at) values ($1, $2, $3, $4, $5, $6)', [
      ids.next(),
      ...[accountId, orderId, kind, reason, now],
    ])
    if (recent.rowCount !== 0) return ok(true)
    const { rows } = await client.query<{ email: string }>(ALARMED)
    for (const { email } of rows)
      await writeMail(client, { ids, now }, { recipient: email, ...letterOf(orderId), usefulUntil: now + USEFUL_MS })
    return ok(true)
  })
}

export type GivenUpEvent = GivenUp & Readonly<{ id: string; at: Instant }>

/** The newest of them, for inspection. */
export async function newestGivenUp(reader: Reader, most: number): Promise<readonly GivenUpEvent[]> {
  const { rows } = await reader.query<Omit<GivenUpEvent, 'at'> & { at: bigint }>(
    `select event_id::text as id, account_id::text as "accountId", order_id::text as "orderId", kind, reason, at
     from given_up_events order by at desc, event_id desc limit $1`,
    [most],
  )
  return rows.map((row) => ({ ...row, at: Number(row.at) }))
}

export async function countGivenUp(reader: Reader, since: Instant): Promise<number> {
  const { rows } = await reader.query<{ count: bigint }>('select count(*) as count from given_up_events where at > $1', [since])
  return Number(rows[0]?.count ?? 0n)
}

const ALARMED = `
  select email from staff
  where (roles && '{risk,admin}' or composed_powers(composed_roles) && '{integrity.run}') and disabled_at is null and email is not null and factor is not null order by email`

/** In both languages of the console. No link: a mail that asks for a click is not ours. */
const letterOf = (orderId: string) => ({
  subject: 'Rueda: un hecho del mercado no se pudo asentar · an event of the market could not be booked',
  body: [
    `El mercado propuso algo para la orden ${orderId} que los libros no pudieron tomar. La orden se cerró y lo retenido volvió a su cliente.`,
    'La causa está en el registro del servidor. Si hay más en la próxima hora, no se avisa de nuevo.',
    '',
    `The market proposed something for order ${orderId} that the books could not take. The order was ended and what it held went back.`,
    'The cause is in the log of the server. Nothing more is sent within the next hour, should there be others.',
  ].join('\n'),
})
