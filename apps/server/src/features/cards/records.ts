import type { Card, CardRejection, CardStatus, CardType } from '@rueda/rules/cards/card.ts'
import type { NameMatch } from '@rueda/rules/cards/name-match.ts'
import { loadingOf, lookup } from '../../write-path/record-kind.ts'
import { cardKind } from '@rueda/rules/cards/records.ts'

export type CardRecord = Readonly<{
  account_id: bigint
  id: string
  version: number
  type: CardType
  status: CardStatus
  reason: CardRejection | null
  name_match: NameMatch | null
  added_at: bigint
  review_at: bigint
  cooling_until: bigint
}>

export const readCard = (row: CardRecord): Card => ({
  accountId: String(row.account_id),
  id: row.id,
  version: row.version,
  type: row.type,
  status: row.status,
  reason: row.reason,
  nameMatch: row.name_match,
  addedAt: Number(row.added_at),
  reviewAt: Number(row.review_at),
  coolingUntil: Number(row.cooling_until),
})

const READ_CARDS = `
  select c.account_id, c.id, c.version, c.type, c.status, c.reason, c.name_match, c.added_at, c.review_at, c.cooling_until
  from unnest($1::bigint[], $2::uuid[]) as asked (account_id, id)
  cross join lateral (select * from cards where account_id = asked.account_id and id = asked.id and superseded_at is null limit 1) c`

/** Cards change outside the write path, so that their details can stay sealed; decisions only read them. */
export const cardsById = lookup('read-cards', READ_CARDS, loadingOf(cardKind, readCard))
