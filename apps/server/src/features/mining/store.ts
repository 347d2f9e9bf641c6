import type { Round } from '@rueda/rules/mining/round.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../../db/snapshot.ts'

/** Rounds of mining in SQL. They move no money, so they are written beside the write path, under a lock of their customer's account. */
type RoundRow = Readonly<{
  account_id: bigint
  id: string
  challenge: string
  target: string
  energy_a_day: number
  spent_before: number
  started_at: bigint
  resumed_at: readonly bigint[]
  stopped_at: bigint | null
  share_nonce: string
  share_hash: string
  share_at: bigint | null
}>

const COLUMNS = `account_id, id::text, encode(challenge, 'hex') as challenge, encode(target, 'hex') as target, energy_a_day, spent_before,
  started_at, resumed_at, stopped_at, encode(share_nonce, 'hex') as share_nonce, encode(share_hash, 'hex') as share_hash, share_at`

const readRound = (row: RoundRow): Round => ({
  id: row.id,
  accountId: String(row.account_id),
  challenge: row.challenge,
  target: row.target,
  energyADay: row.energy_a_day,
  spentBefore: row.spent_before,
  startedAt: Number(row.started_at),
  resumedAt: row.resumed_at.map(Number),
  stoppedAt: row.stopped_at === null ? null : Number(row.stopped_at),
  share: row.share_at === null ? null : { nonce: row.share_nonce, hash: row.share_hash, at: Number(row.share_at) },
})

/** The round that began last; null before the first. */
export async function latest(reader: Reader, accountId: string): Promise<Round | null> {
  const { rows } = await reader.query<RoundRow>(LATEST, [accountId])
  return rows[0] === undefined ? null : readRound(rows[0])
}
const LATEST = `select ${COLUMNS} from mining_rounds where account_id = $1 order by started_at desc, id desc limit 1`

/** Changes of one customer's rounds come one after the other. */
export async function lockLatest(client: PoolClient, accountId: string): Promise<Round | null> {
  await client.query('select from accounts where account_id = $1 for update', [accountId])
  return latest(client, accountId)
}

export async function byId(client: PoolClient, accountId: string, id: string): Promise<Round | null> {
  const { rows } = await client.query<RoundRow>(BY_ID, [accountId, id])
  return rows[0] === undefined ? null : readRound(rows[0])
}
const BY_ID = `select ${COLUMNS} from mining_rounds where account_id = $1 and id = $2`

/** Inserts a new round, or writes what a known one got: a resumption, its stop, its share. */
export async function save(client: PoolClient, round: Round): Promise<void> {
  const { accountId, id, challenge, target, energyADay, spentBefore, startedAt, resumedAt, stoppedAt, share } = round
  const shared = [share?.nonce ?? null, share?.hash ?? null, share?.at ?? null]
  await client.query(SAVE, [accountId, id, challenge, target, energyADay, spentBefore, startedAt, resumedAt, stoppedAt, ...shared])
}
const SAVE = `
  insert into mining_rounds (account_id, id, challenge, target, energy_a_day, spent_before, started_at, resumed_at, stopped_at,
    share_nonce, share_hash, share_at)
  values ($1, $2, decode($3, 'hex'), decode($4, 'hex'), $5, $6, $7, $8, $9, decode($10, 'hex'), decode($11, 'hex'), $12)
  on conflict (account_id, id) do update set
    resumed_at = excluded.resumed_at, stopped_at = excluded.stopped_at, share_nonce = excluded.share_nonce,
    share_hash = excluded.share_hash, share_at = excluded.share_at`

type Slice = Readonly<{ limit: number; offset: number }>

/** The newest first. */
export async function rounds(
  reader: Reader,
  accountId: string,
  { limit, offset }: Slice,
): Promise<Readonly<{ rounds: readonly Round[]; total: number }>> {
  const { rows } = await reader.query<RoundRow>(ROUNDS, [accountId, limit, offset])
  const counted = await reader.query<{ total: bigint }>('select count(*) as total from mining_rounds where account_id = $1', [accountId])
  return { rounds: rows.map(readRound), total: Number(counted.rows[0]?.total ?? 0n) }
}
const ROUNDS = `select ${COLUMNS} from mining_rounds where account_id = $1 order by started_at desc, id desc limit $2 offset $3`
