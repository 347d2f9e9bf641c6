import type { ApprovalAbout } from '@rueda/contract/admin/approvals.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import type { PowerName } from '@rueda/rules/staff/powers.ts'
import type { StaffRole } from '@rueda/rules/staff/roles.ts'
import type { Pool } from 'pg'
import { amountOf, entryAt } from '../ledger/entry-rows.ts'
import { casesById } from '../cases/queues.ts'
import { newestCommissions } from '../fees/newest.ts'
import { readHalts } from '../../venue/trading-halts.ts'

/** A request, as it stands in the table of pending ones. */
type Asked = Readonly<{ path: string; payload: Readonly<Record<string, unknown>>; account_id: string | null }>
type Find = (pool: Pool, asked: Asked) => Promise<ApprovalAbout | null>

/**
 * Looks up what a request names only by an id, for the person who decides about it. Facts in the request itself are read there. Null also
 * for a subject that no longer exists.
 */
export const subjectOf = (pool: Pool, asked: Asked): Promise<ApprovalAbout | null> =>
  finds[asked.path]?.(pool, asked) ?? Promise.resolve(null)

const findCase: Find = async (pool, { payload }) => {
  const caseId = String(payload['id'])
  const found = (await casesById(pool, [caseId])).get(caseId)
  if (found === undefined) return null
  const { kind: queue, amount, accountId, subjectId, riskFlags } = found
  const { rows } = await pool.query<{ label: string }>('select label from withdrawals where account_id = $1 and id = $2', [
    accountId,
    subjectId,
  ])
  return {
    ...{ kind: 'case', caseId, queue, riskFlags: [...riskFlags], destination: rows[0]?.label ?? null },
    ...{ amount: amount === null ? null : formatMinor(amount.minor, amount.currency), currency: amount?.currency ?? null },
  }
}

const NAMES = `select role_id::text, name from role_versions where version = 1 and role_id::text = any($1) order by name`

async function namesOf(pool: Pool, ids: readonly unknown[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(NAMES, [ids])
  return rows.map(({ name }) => name)
}

const findColleague: Find = async (pool, { payload }) => {
  const { rows } = await pool.query<{ name: string; email: string | null; roles: StaffRole[]; composed: string[] }>(
    'select name, email, roles, composed_roles::text[] as composed from staff where staff_id = $1',
    [payload['staffId']],
  )
  const { composed: asked = [] } = payload as Readonly<{ composed?: readonly string[] }>
  if (rows[0] === undefined) return null
  return { kind: 'colleague', ...rows[0], composed: await namesOf(pool, rows[0].composed), asked: await namesOf(pool, asked) }
}

/** Somebody who is invited has nothing yet but what is asked for. */
const findInvited: Find = async (pool, { payload }) => {
  const { name, email, composed: asked = [] } = payload as Readonly<{ name: string; email: string; composed?: readonly string[] }>
  return { kind: 'colleague', name, email, roles: [], composed: [], asked: await namesOf(pool, asked) }
}

const findRole: Find = async (pool, { payload }) => {
  const { rows } = await pool.query<{ name: string; powers: PowerName[]; holders: string[] }>(ROLE, [payload['roleId']])
  const [instead = null] = await namesOf(pool, [payload['insteadComposed'] ?? null])
  return rows[0] === undefined ? null : { kind: 'role', ...rows[0], instead }
}
const ROLE = `
  select v.name, v.powers, array(select s.name from staff s where s.disabled_at is null and v.role_id = any(s.composed_roles) order by s.name) as holders
  from role_versions v where v.role_id = $1 order by v.version desc limit 1`

const findStop: Find = async (pool, { payload }) => {
  const found = (await readHalts(pool)).find(({ stopId }) => stopId === payload['id'])
  return found === undefined ? null : { kind: 'stop', stop: found.kind, target: found.target, fromTimestamp: found.from }
}

const findEntry: Find = async (pool, { payload }) => {
  const entry = await entryAt(pool, String(payload['accountId']), Number(payload['sequence']))
  if (entry === null) return null
  const lines = entry.lines.map(({ account, asset, amount }) => ({ account, asset, amount: amountOf(amount, asset) }))
  return { kind: 'entry', journal: entry.journal, lines }
}

/** A version that waits is compared with the newest: no other can be announced while it waits. */
const findCommissions: Find = async (pool) => ({ kind: 'commissions', before: await newestCommissions(pool) })

const finds: Readonly<Record<string, Find>> = {
  '/withdrawals/approve': findCase,
  '/loans/approve': findCase,
  '/complaints/answer': findCase,
  '/staff/invite': findInvited,
  '/staff/inviteAgain': findColleague,
  '/staff/roles': findColleague,
  '/staff/disable': findColleague,
  '/staff/composed/change': findRole,
  '/staff/composed/retire': findRole,
  '/market/resume': findStop,
  '/ledger/reverse': findEntry,
  '/fees/propose': findCommissions,
}
