import type { Card, CardDetails, CardRejection, CardStatus, CardType } from '@rueda/rules/cards/card.ts'
import type { NameMatch } from '@rueda/rules/cards/name-match.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../../db/snapshot.ts'
import type { Vault } from '../../vault/vault.ts'

/** Cards in SQL. What they say of a destination is sealed and opened here only. */
export type KeptCard = Readonly<{
  card: Card
  details: CardDetails
  fingerprint: Buffer
  /** Since when it waits for a person; null while the rules have it. */
  queuedAt: Instant | null
}>

type CardRecord = Readonly<{
  account_id: bigint
  id: string
  version: number
  type: CardType
  status: CardStatus
  reason: CardRejection | null
  name_match: NameMatch | null
  sealed: Buffer
  fingerprint: Buffer
  added_at: bigint
  review_at: bigint
  queued_at: bigint | null
  cooling_until: bigint
}>

const FIELD = 'card.details'

const COLUMNS = `account_id, id::text, version, type, status, reason, name_match, sealed, fingerprint, added_at, review_at, queued_at, cooling_until`
const CURRENT = `superseded_at is null and status <> 'removed'`

/** The customer's cards, the oldest first. */
export async function cardsOf(reader: Reader, vault: Vault, accountId: string): Promise<readonly KeptCard[]> {
  const { rows } = await reader.query<CardRecord>(
    `select ${COLUMNS} from cards where account_id = $1 and ${CURRENT} order by added_at, id`,
    [accountId],
  )
  return rows.map((row) => readCard(vault, row))
}

/**
 * The same under the lock of the customer's books, so that cards are added one after the other, and none is removed
 * while money is sent to it.
 */
export async function lockCards(client: PoolClient, vault: Vault, accountId: string): Promise<readonly KeptCard[]> {
  await client.query('select from books where account_id = $1 for update', [accountId])
  return cardsOf(client, vault, accountId)
}

/** Cards whose review is due, the oldest first. */
export async function dueCards(reader: Reader, now: Instant, most: number): Promise<readonly Pick<Card, 'accountId' | 'id'>[]> {
  const { rows } = await reader.query<{ account_id: bigint; id: string }>(
    `select account_id, id::text from cards
     where status = 'checking' and superseded_at is null and queued_at is null and review_at <= $1 order by review_at, account_id, id limit $2`,
    [now, most],
  )
  return rows.map(({ account_id, id }) => ({ accountId: String(account_id), id }))
}

type Adding = Readonly<{ card: Card; details: CardDetails; fingerprint: Buffer }>

/** A new card, or a new version, which takes the place of the one before it. */
export async function insertCard(client: PoolClient, vault: Vault, { card, details, fingerprint }: Adding): Promise<void> {
  const { accountId, id, version, addedAt } = card
  await client.query('update cards set superseded_at = $3 where account_id = $1 and id = $2 and superseded_at is null', [
    accountId,
    id,
    addedAt,
  ])
  await client.query(INSERT, [
    ...[accountId, id, version, card.type, card.status, card.nameMatch, addedAt, card.reviewAt, card.coolingUntil, fingerprint],
    vault.seal({ accountId, field: FIELD }, Buffer.from(JSON.stringify(details))),
  ])
}

const INSERT = `
  insert into cards (account_id, id, version, type, status, name_match, added_at, review_at, cooling_until, fingerprint, sealed, changed_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $7)`

export async function saveCard(client: PoolClient, { accountId, id, version, status, reason }: Card, now: Instant): Promise<void> {
  await client.query('update cards set status = $4, reason = $5, changed_at = $6 where account_id = $1 and id = $2 and version = $3', [
    ...[accountId, id, version, status, reason, now],
  ])
}

/** From now on a person decides. */
export async function queueCard(client: PoolClient, { accountId, id, version }: Card, now: Instant): Promise<void> {
  await client.query('update cards set queued_at = $4 where account_id = $1 and id = $2 and version = $3', [accountId, id, version, now])
}

const readCard = (vault: Vault, row: CardRecord): KeptCard => {
  const accountId = String(row.account_id)
  return {
    card: {
      accountId,
      id: row.id,
      version: row.version,
      type: row.type,
      status: row.status,
      reason: row.reason,
      nameMatch: row.name_match,
      addedAt: Number(row.added_at),
      reviewAt: Number(row.review_at),
      coolingUntil: Number(row.cooling_until),
    },
    details: JSON.parse(vault.open({ accountId, field: FIELD }, row.sealed).toString()) as CardDetails,
    fingerprint: row.fingerprint,
    queuedAt: row.queued_at === null ? null : Number(row.queued_at),
  }
}
