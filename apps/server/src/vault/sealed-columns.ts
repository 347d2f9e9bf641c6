import type { Place } from './vault.ts'

/**
 * Every column with values sealed in the vault, and the place that each value was sealed for. A test compares this with the
 * schema: a column that is not here could neither be exported to its owner nor follow a change of keys.
 */
export type SealedColumn = Readonly<{ table: string; column: string; owner: string; placeOf: (owner: string) => Place }>

const ofAccount = (table: string, column: string, field: string): SealedColumn => ({
  table,
  column,
  owner: 'account_id',
  placeOf: (accountId) => ({ accountId, field }),
})

const ofStaff = (column: string): SealedColumn => ({
  table: 'staff',
  column,
  owner: 'staff_id',
  placeOf: (staffId) => ({ accountId: `staff:${staffId}`, field: 'staff.factor' }),
})

/** The secret of the market, which belongs to no account. */
export const VENUE_SECRET: Place = { accountId: 'venue', field: 'venue.secret' }

/** The key that the days are drawn with, which belongs to no account. */
export const VRF_SECRET: Place = { accountId: 'venue', field: 'venue.days' }

/** The keys of the public log, which belong to no account. */
export const trustKeyPlace = (name: string): Place => ({ accountId: `trust:${name}`, field: 'trust.key' })

/** The key under which an account's heads are logged. */
export const accountKeyPlace = (accountId: string): Place => ({ accountId, field: 'account.key' })

/** An account's part of an archived month; which month is said inside. */
export const archivePartPlace = (accountId: string): Place => ({ accountId, field: 'archive.part' })

export const sealedColumns: readonly SealedColumn[] = [
  ofAccount('accounts', 'closed_email', 'closed email'),
  ofAccount('account_keys', 'sealed', 'account.key'),
  // The head of the seal alone: what it opens lies in a file.
  ofAccount('archive_parts', 'sealed', 'archive.part'),
  ofAccount('authenticators', 'secret', 'authenticator'),
  ofAccount('cards', 'sealed', 'card.details'),
  ofAccount('complaints', 'sealed', 'complaint.text'),
  ofAccount('complaints', 'answer', 'complaint.answer'),
  ofAccount('complaint_drafts', 'sealed', 'complaint.draft'),
  ofAccount('kyc_cases', 'document', 'kyc.document'),
  ofAccount('kyc_cases', 'person', 'kyc.person'),
  ofAccount('permissions', 'sealed', 'permission.answers'),
  ofAccount('support_messages', 'sealed', 'support.message'),
  ofAccount('support_notes', 'sealed', 'support.note'),
  ofAccount('withdrawals', 'sealed', 'card.details'),
  // The secret of a draw belongs to no account.
  { table: 'ipos', column: 'sealed', owner: 'id', placeOf: (id) => ({ accountId: `ipo:${id}`, field: 'ipo.secret' }) },
  { table: 'trust_keys', column: 'sealed', owner: 'name', placeOf: trustKeyPlace },
  ofStaff('factor'),
  ofStaff('setup_factor'),
  { table: 'vrf_keys', column: 'sealed', owner: 'only_row', placeOf: () => VRF_SECRET },
  { table: 'venue_settings', column: 'sealed', owner: 'only_row', placeOf: () => VENUE_SECRET },
]
