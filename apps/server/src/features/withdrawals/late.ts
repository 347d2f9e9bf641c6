import { ok } from '@rueda/rules/result.ts'
import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import { ALARMED_AFTER_MS } from '@rueda/rules/withdrawals/waits.ts'
import type { App } from '../../app.ts'
import type { Reader } from '../../db/snapshot.ts'
import { inTransaction } from '../../db/transaction.ts'
import { writeMail } from '../../mail/mail.ts'

const USEFUL_MS = 3 * DAY_MS

/** Mails cashiers and risk about withdrawals that are open for a day, once for each. Returns the number of withdrawals. */
export async function tellOfLate({ pool, ids }: Pick<App, 'pool' | 'ids'>, now: Instant): Promise<number> {
  let late = 0
  await inTransaction(pool, async (client) => {
    late = (await client.query(NOTE, [now, now - ALARMED_AFTER_MS])).rowCount ?? 0
    if (late === 0) return ok(true)
    const { rows } = await client.query<{ email: string }>(TOLD)
    for (const { email } of rows)
      await writeMail(client, { ids, now }, { recipient: email, ...letterOf(late), usefulUntil: now + USEFUL_MS })
    return ok(true)
  })
  return late
}

export async function countLate(reader: Reader, now: Instant): Promise<number> {
  const { rows } = await reader.query<{ count: bigint }>(`select count(*) as count from withdrawals where ${OPEN_SINCE} $1`, [
    now - ALARMED_AFTER_MS,
  ])
  return Number(rows[0]?.count ?? 0n)
}

const OPEN_SINCE = `status in ('pending', 'sending') and started_at <=`
const NOTE = `
  insert into late_withdrawals (account_id, id, told_at)
  select account_id, id, $1 from withdrawals where ${OPEN_SINCE} $2
  on conflict do nothing`
const TOLD = `
  select email from staff
  where (roles && '{cashier,risk}' or composed_powers(composed_roles) && '{withdrawals.approve,withdrawals.refuse}') and disabled_at is null and email is not null and factor is not null order by email`

/** In both languages of the console. No link: a mail that asks for a click is not ours. */
const letterOf = (late: number) => ({
  subject: `Rueda: retiros abiertos hace más de un día (${late}) · withdrawals open for more than a day (${late})`,
  body: [
    `Hay ${late} que esperan desde hace más de un día y de los que no se había avisado. Están en la cola de retiros de la consola.`,
    'A los tres días cualquiera ve cuántos son.',
    '',
    `There are ${late} that have waited for more than a day and nobody was told of. They are in the console's queue of withdrawals.`,
    'After three days anybody can see how many there are.',
  ].join('\n'),
})
