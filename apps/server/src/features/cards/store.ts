import type { Card, CardDetails } from '@rueda/rules/cards/card.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../../db/snapshot.ts'
import type { Vault } from '../../vault/vault.ts'
import { claimAccount } from '../../write-path/claim-account.ts'
import { type CardRecord, readCard } from './records.ts'
import { openDetails, sealDetails } from './sealed.ts'

/** Cards in SQL. Their details of a destination are sealed. */
export type KeptCard = Readonly<{
  card: Card
  details: CardDetails
  fingerprint: Buffer
  /** Since when it waits for a person; null while the rules have it. */
  queuedAt: Instant | null
}>

type SealedRecord = CardRecord & Readonly<{ sealed: Buffer; fingerprint: Buffer; queued_at: bigint | null }>

const COLUMNS = `account_id, id::text, version, type, status, reason, name_match, sealed, fingerprint, added_at, review_at, queued_at, cooling_until`
const CURRENT = `superseded_at is null and status <> 'removed'`

/** The customer's cards, the oldest first. */
export async function cardsOf(reader: Reader, vault: Vault, accountId: string): Promise<readonly KeptCard[]> {
  const { rows } = await reader.query<SealedRecord>(
    `select ${COLUMNS} from cards where account_id = $1 and ${CURRENT} order by added_at, id`,
    [accountId],
  )
  return rows.map((row) => readKept(vault, row))
}

/**
 * The same with the customer's account claimed, so that cards are added one after the other, and none is removed while money is sent
 * to it.
 */
export async function claimCards(client: PoolClient, vault: Vault, accountId: string): Promise<readonly KeptCard[]> {
  await claimAccount(client, accountId)
  return cardsOf(client, vault, accountId)
}

/** True while money is on its way to it, or about to be. */
export async function isInUse(client: PoolClient, accountId: string, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from withdrawals where account_id = $1 and card_id = $2 and status in ('pending', 'sending') limit 1`,
    [accountId, id],
  )
  return rowCount === 1
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

/** Adds a new card, or a new version, which replaces the one before it. */
export async function insertCard(client: PoolClient, vault: Vault, { card, details, fingerprint }: Adding): Promise<void> {
  const { accountId, id, version, addedAt } = card
  await client.query('update cards set superseded_at = $3 where account_id = $1 and id = $2 and superseded_at is null', [
    accountId,
    id,
    addedAt,
  ])
  await client.query(INSERT, [
    ...[accountId, id, version, card.type, card.status, card.nameMatch, addedAt, card.reviewAt, card.coolingUntil, fingerprint],
    sealDetails(vault, accountId, details),
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

/** Leaves the card to a person's decision from now on. */
export async function queueCard(client: PoolClient, { accountId, id, version }: Card, now: Instant): Promise<void> {
  await client.query('update cards set queued_at = $4 where account_id = $1 and id = $2 and version = $3', [accountId, id, version, now])
}

const readKept = (vault: Vault, row: SealedRecord): KeptCard => ({
  card: readCard(row),
  details: openDetails(vault, String(row.account_id), row.sealed),
  fingerprint: row.fingerprint,
  queuedAt: row.queued_at === null ? null : Number(row.queued_at),
})

/** Address that a code is mailed to before a destination is saved; null when the account has not turned that on. */
export async function mailboxOf(reader: Reader, accountId: string): Promise<string | null> {
  const { rows } = await reader.query<{ email: string | null }>(
    'select email from accounts where account_id = $1 and card_codes_at is not null',
    [accountId],
  )
  return rows[0]?.email ?? null
}
