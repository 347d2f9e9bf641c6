import type { Language } from '@rueda/contract/codes.ts'
import type { Message, MessageDraft } from '@rueda/rules/messages/message.ts'
import { type MessageTopic, firstChoices, isAlwaysSent, isSent, messageTopics, topicOf } from '@rueda/rules/messages/topics.ts'
import { ok } from '@rueda/rules/result.ts'
import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import type { Reader } from '../../db/snapshot.ts'
import { inTransaction } from '../../db/transaction.ts'
import { writeMail } from '../../mail/mail.ts'
import { fillIn, readTexts } from '../../texts.ts'
import { type Wording, createWording } from './wording.ts'

/**
 * Messages by mail: about security for everybody with an address, and of the other topics for whoever chose that. They wait in a table of their own, and everything that waits for one customer goes out as one mail:
 * a busy minute is one letter.
 */
export async function queueMails(reader: Reader, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return
  const columns = [
    messages.map(({ accountId }) => accountId),
    messages.map(({ id }) => id),
    messages.map(({ template }) => template),
    messages.map(({ facts }) => JSON.stringify(facts)),
    messages.map(({ template }) => topicOf(template)),
    messageTopics.filter((topic) => isAlwaysSent(topic, 'mail')),
  ]
  await reader.query(QUEUE, columns)
}
const QUEUE = `
  insert into message_mails (account_id, message_id, template, facts)
  select account_id, m.message_id, m.template, m.facts::jsonb
  from unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[], $5::text[]) as m (account_id, message_id, template, facts, topic)
  join accounts using (account_id) left join message_choices using (account_id)
  where email is not null and (m.topic = any($6) or m.topic = any(mailed))
  on conflict do nothing`

const MAX_CUSTOMERS_AT_ONCE = 100
const MAX_OF_ONE_MAIL = 50

type Waiting = Readonly<{ account_id: bigint; message_id: string; template: MessageDraft['template']; facts: MessageDraft['facts'] }>
type Owner = Readonly<{ account_id: bigint; email: string | null; locale: Language; mailed: readonly MessageTopic[] | null }>
type Mailing = Pick<FullApp, 'pool' | 'ids' | 'venue' | 'notices'>

/** Writes what waits as mails, one a customer. Returns how many. */
export async function mailMessages(app: Mailing, now: Instant): Promise<number> {
  const wording = createWording(app.venue.instruments, app.notices.textsOf)
  const written = await inTransaction(app.pool, async (client) => {
    const { rows } = await client.query<Waiting>(CLAIM, [MAX_CUSTOMERS_AT_ONCE])
    const waiting = Map.groupBy(rows, (row) => String(row.account_id))
    const owners = await client.query<Owner>(
      'select account_id, email, locale, mailed from accounts left join message_choices using (account_id) where account_id = any($1)',
      [[...waiting.keys()]],
    )
    let mails = 0
    for (const { account_id, email, locale, mailed } of owners.rows) {
      const choices = { ...firstChoices, mailed: mailed ?? [] }
      // What was switched off since it was queued is sent no more.
      const told = (waiting.get(String(account_id)) ?? []).filter(({ template }) => isSent(choices, topicOf(template), 'mail'))
      if (email === null || told.length === 0) continue
      await writeMail(client, { ids: app.ids, now }, { recipient: email, ...letterOf(wording, told, locale), usefulUntil: now + DAY_MS })
      mails += 1
    }
    return ok(mails)
  })
  return written.ok ? written.value : 0
}

/** One message is its own letter; several stand one below the other, the oldest first. */
function letterOf(wording: Wording, told: readonly Waiting[], language: Language): Readonly<{ subject: string; body: string }> {
  const words = told
    .toSorted((a, b) => (a.message_id < b.message_id ? -1 : 1))
    .map(({ template, facts }) => wording({ template, facts } as MessageDraft, language))
  const texts = readTexts(language, 'notifications')
  const [first] = words
  const subject = words.length === 1 && first !== undefined ? first.title : fillIn(texts['mail.several'], { num: String(words.length) })
  const shown = words.slice(0, MAX_OF_ONE_MAIL)
  const said = words.length === 1 ? shown.map(({ content }) => content) : shown.map(({ title, content }) => `${title}\n${content}`)
  return { subject, body: [...said, ...(shown.length < words.length ? ['…'] : []), texts['mail.why'] ?? ''].join('\n\n') }
}

const CLAIM = `
  with due as (select distinct account_id from message_mails limit $1)
  delete from message_mails using due where message_mails.account_id = due.account_id
  returning message_mails.account_id, message_id::text, template, facts`
