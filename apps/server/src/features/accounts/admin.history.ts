import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import type { accounts } from '@rueda/contract/admin/accounts.ts'
import type { Language } from '@rueda/contract/codes.ts'
import { nameOfCard } from '@rueda/rules/cards/mask.ts'
import type { MessageDraft } from '@rueda/rules/messages/message.ts'
import type { FullApp } from '../../app.ts'
import type { Reader } from '../../db/snapshot.ts'
import type { Vault } from '../../vault/vault.ts'
import { openDetails } from '../cards/sealed.ts'
import { createWording } from '../messages/wording.ts'

/** Facts around an account, as staff read them: destinations of money, messages, and the acts of staff. */
type Opened = StaffDataOf<typeof accounts.open>

type CardRow = Readonly<{
  id: string
  status: string
  reason: string | null
  sealed: Buffer
  added_at: bigint
  cooling_until: bigint
}>

export async function cardsFor(reader: Reader, vault: Vault, accountId: string): Promise<Opened['cards']> {
  const { rows } = await reader.query<CardRow>(
    `select id::text, status, reason, sealed, added_at, cooling_until from cards
     where account_id = $1 and superseded_at is null order by added_at desc, id`,
    [accountId],
  )
  return rows.map(({ id, status, reason, sealed, added_at, cooling_until }) => ({
    ...{ id, status, reason, name: nameOfCard(openDetails(vault, accountId, sealed)) },
    addTimestamp: Number(added_at),
    coolingEndTimestamp: Number(cooling_until),
  }))
}

type MessageRow = Readonly<{ id: string; template: string; facts: unknown; created_at: bigint; read_at: bigint | null }>
const NEWEST = 30

/** Messages in the language of the reading colleague. */
export async function messagesFor(
  reader: Reader,
  { venue, notices }: Pick<FullApp, 'venue' | 'notices'>,
  { accountId, language }: Readonly<{ accountId: string; language: Language }>,
): Promise<Opened['messages']> {
  const { rows } = await reader.query<MessageRow>(
    `select id::text, template, facts, created_at, read_at from messages where account_id = $1 order by created_at desc, id desc limit ${NEWEST}`,
    [accountId],
  )
  const wording = createWording(venue.instruments, notices.textsOf)
  return rows.map(({ id, template, facts, created_at, read_at }) => ({
    ...{ id, ...wording({ template, facts } as MessageDraft, language) },
    timestamp: Number(created_at),
    isRead: read_at === null ? 0 : 1,
  }))
}

type ActRow = Readonly<{ sequence: bigint; at: bigint; staff_name: string }> & Pick<Opened['acts'][number], 'role' | 'power' | 'reason'>

export async function actsFor(reader: Reader, accountId: string): Promise<Opened['acts']> {
  const { rows } = await reader.query<ActRow>(
    `select sequence, at, staff.name as staff_name, role, power, reason from audit_log join staff using (staff_id)
     where account_id = $1 order by sequence desc limit ${NEWEST}`,
    [accountId],
  )
  return rows.map(({ sequence, at, staff_name: staffName, role, power, reason }) => ({
    ...{ sequence: Number(sequence), timestamp: Number(at), staffName, role, power, reason },
  }))
}
