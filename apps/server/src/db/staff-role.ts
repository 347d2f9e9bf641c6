import type { ClientBase, Pool } from 'pg'
import { columnsOf, dataClasses, ownTables } from './classification.ts'
import { becomeOwner, takeAppRole, takeRole } from './app-role.ts'
import { openSeparatePool } from './separate-pool.ts'

/**
 * Requests under `/admin` run as a role of its own, which reads everything and writes only what stands here. A new table
 * that staff write is named here; prices, fills, positions, wallets, entries and results never are, so that not even a
 * mistake in a handler could change them. Decisions of staff about money are carried out by the write path, on connections
 * of its own.
 */
export const STAFF_ROLE = 'rueda_staff'

export const staffWrites: Readonly<Record<string, string>> = {
  staff: 'insert, update',
  staff_sessions: 'insert, update',
  staff_views: 'insert, update (name, query), delete',
  approvals:
    'insert (approval_id, power, subject, account_id, path, payload, payload_hash, maker, maker_person, maker_verified_at, made_at, expires_at, alone_from), update (checker, checker_person, checker_verified_at, checked_hash, decided_at, decision)',
  audit_log: 'insert',
  staff_alerts: 'insert, update (acknowledged_by, acknowledged_at)',
  emergency_seals: 'update (opened_at, cause)',
  // They write mails and read none: set-up links and customers' codes are in them.
  mails: 'insert',
  login_guards: 'insert, update, delete',
  review_cases: 'insert, update',
  trading_stops: 'insert, update',
  reversals: 'insert, update (refused_at, refusal)',
  switch_changes: 'insert',
  offering_changes: 'insert',
  house_terms: 'insert',
  fee_versions: 'insert',
  role_versions: 'insert',
  support_threads: 'insert, update',
  support_messages: 'insert',
  support_notes: 'insert',
  complaints: 'update (status, acknowledged_at, answered_at, outcome, answer_language, answer)',
  complaint_drafts: 'insert',
  delistings: 'insert',
  ipo_withdrawals: 'insert',
  placing_withdrawals: 'insert',
  closed_days: 'insert, update (reopened_at, reopening_approval_id)',
  broadcasts: 'insert',
  broadcast_deliveries: 'insert',
  broadcast_drafts: 'insert, update',
  banners: 'insert, update (lowered_at)',
  articles: 'insert',
  article_drafts: 'insert, update',
  article_withdrawals: 'insert',
  accounts: 'update (kyc_status, kyc_reason, kyc_changed_at)',
  account_states: 'update (frozen_at, frozen_by, version)',
  cards: 'update (status, reason, changed_at, queued_at)',
  kyc_cases: 'insert, update (status, reason, decided_at, queued_at)',
  kyc_reviews: 'insert',
  permissions: 'update (status, reason, decided_at, low_since, checked_at)',
  permission_reviews: 'insert',
  file_openings: 'insert',
  messages: 'insert',
  message_mails: 'insert',
}

/** Tables of which the role reads everything but the secrets. */
const secretKeepers = ['venue_settings', 'vrf_keys', 'ipos'] as const
const READABLE = dataClasses.filter((each) => each !== 'secret')

const STAFF_CONNECTIONS = 8

async function takeStaffRole(client: ClientBase): Promise<void> {
  await takeAppRole(client)
  await takeRole(client, STAFF_ROLE)
}
// The pool waits for what this returns before it lends the connection; its types do not say so.
const onConnect = { onConnect: takeStaffRole }

/** The connections of the back office. Without the role they have the rights of the running server. */
export const openStaffPool = (pool: Pool): Pool => openSeparatePool(pool, { max: STAFF_CONNECTIONS, ...onConnect })

/** Any number will do as long as no other advisory lock of ours uses it: "grant" in ASCII. */
const GRANT_LOCK = 0x6772616e74

/**
 * Gives the role exactly the rights above, after the migrations, also where it had others before. Returns false where this
 * user of the database may not make roles; then the triggers and the write path stand alone.
 */
export async function grantStaffRole(pool: Pool): Promise<boolean> {
  const client = await pool.connect()
  try {
    await becomeOwner(client)
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [GRANT_LOCK])
    await client.query(GRANTS)
    await client.query('commit')
    return true
  } catch (error) {
    if (!isRefused(error)) throw error
    return false
  } finally {
    // A refusal is undone with its connection, and no other statement ever runs as the owner.
    client.release(true)
  }
}

const NOT_ALLOWED = '42501'
const isRefused = (error: unknown): boolean => typeof error === 'object' && error !== null && 'code' in error && error.code === NOT_ALLOWED

const readsOnlyWhatIsShown = (table: string): string => {
  const columns = columnsOf(ownTables, table, READABLE)
  const granted = columns.length === 0 ? '' : ` grant select (${columns.join(', ')}) on ${table} to ${STAFF_ROLE};`
  return `revoke select on ${table} from ${STAFF_ROLE};${granted}`
}

const GRANTS = `
  do $$
  declare
    here text := quote_ident(current_schema());
  begin
    if not exists (select from pg_roles where rolname = '${STAFF_ROLE}') then
      create role ${STAFF_ROLE} nologin;
    end if;
    if not pg_has_role(session_user, '${STAFF_ROLE}', 'MEMBER') then
      execute 'grant ${STAFF_ROLE} to ' || quote_ident(session_user);
    end if;
    execute 'grant usage on schema ' || here || ' to ${STAFF_ROLE}';
    execute 'grant select on all tables in schema ' || here || ' to ${STAFF_ROLE}';
    execute 'revoke select on ' || here || '.mails from ${STAFF_ROLE}';
    ${secretKeepers.map(readsOnlyWhatIsShown).join('\n    ')}
    execute 'grant usage, select on all sequences in schema ' || here || ' to ${STAFF_ROLE}';
    execute 'revoke insert, update, delete, truncate on all tables in schema ' || here || ' from ${STAFF_ROLE}';
    ${Object.entries(staffWrites)
      .map(([table, rights]) => `grant ${rights} on ${table} to ${STAFF_ROLE};`)
      .join('\n    ')}
  end
  $$`
