import { openComplaints } from '@rueda/rules/complaints/complaint.ts'
import { ok } from '@rueda/rules/result.ts'
import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { writeMail } from '../../mail/mail.ts'
import { writeMessage } from '../messages/write.ts'

const USEFUL_MS = 3 * DAY_MS
const MAX_AT_ONCE = 100

type Late = Readonly<{ account_id: string; complaint_id: string; number: string; answer_by: bigint }>

/** Tells customers whose answer is late that it is, and mails support and administrators, once for each. Returns the number of complaints. */
export async function tellOfLateComplaints(app: App, now: Instant): Promise<number> {
  const told: (() => Promise<void>)[] = []
  await inTransaction(app.pool, async (client) => {
    const { rows } = await client.query<Late>(NOTE, [now, openComplaints, MAX_AT_ONCE])
    for (const { account_id: accountId, complaint_id: id, number, answer_by: answerBy } of rows) {
      const facts = { number, answer: Number(answerBy) }
      told.push(await writeMessage(app, client, accountId, { template: 'complaint.late', facts, link: `complaint:${id}` }))
    }
    if (rows.length === 0) return ok(true)
    const staff = await client.query<{ email: string }>(TOLD)
    for (const { email } of staff.rows)
      await writeMail(client, { ids: app.ids, now }, { recipient: email, ...letterOf(rows), usefulUntil: now + USEFUL_MS })
    return ok(true)
  })
  for (const tell of told) await tell()
  return told.length
}

const NOTE = `
  update complaints set late_told_at = $1
  where (account_id, complaint_id) in (
    select account_id, complaint_id from complaints
    where status = any($2) and answer_by < $1 and late_told_at is null order by answer_by limit $3 for update)
  returning account_id::text, complaint_id::text, number, answer_by`
const TOLD = `
  select email from staff
  where (roles && '{support,admin}' or composed_powers(composed_roles) && '{complaints.answer}') and disabled_at is null and email is not null and factor is not null order by email`

/** In both languages of the console. No link: a mail that asks for a click is not ours. */
const letterOf = (late: readonly Late[]) => ({
  subject: `Rueda: reclamos sin responder a término (${late.length}) · complaints past their deadline (${late.length})`,
  body: [
    'Estos reclamos pasaron su fecha y siguen sin respuesta. Sus clientes ya lo saben, y cualquiera ve cuántos son.',
    'These complaints are past their deadline and have no answer. Their customers know, and anybody can see how many there are.',
    '',
    ...late.map(({ number }) => number),
  ].join('\n'),
})
