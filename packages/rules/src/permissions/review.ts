import { DAY_MS, type Instant } from '../time.ts'
import type { PermissionReason, PermissionType } from './permission.ts'

/** Stored with every decision: the version of these rules that made it. A change of them is a new number. */
export const PERMISSION_RULE_VERSION = 'permission-1'

export const MIN_ACCOUNT_DAYS = 7
/** In cents: 25,000 dollars to get the permission, 10,000 to keep it. */
export const ASSETS_NEEDED = 2_500_000n
export const ASSETS_TO_KEEP = 1_000_000n
/** Assets may be lower than that for so long. */
export const LOW_FOR_MS = 30 * DAY_MS

export type PermissionEvidence = Readonly<{
  isIdentified: boolean
  isFrozen: boolean
  accountOpenedAt: Instant
  /** The customer's assets in cents, by the ledger and the market's prices. */
  assets: bigint
  isInstitution: boolean
  /** Null where the kind has no quiz. */
  isQuizPassed: boolean | null
  now: Instant
}>

export const permissionFindings = ['pass', 'fail', 'uncertain'] as const
type Finding = (typeof permissionFindings)[number]

const checks = {
  identity: { reason: 'IDENTITY', find: ({ isIdentified }) => (isIdentified ? 'pass' : 'fail') },
  age: {
    reason: 'ACCOUNT_TOO_NEW',
    find: ({ accountOpenedAt, now }) => (now - accountOpenedAt >= MIN_ACCOUNT_DAYS * DAY_MS ? 'pass' : 'fail'),
  },
  assets: { reason: 'ASSETS_TOO_LOW', find: ({ assets, isInstitution }) => (isInstitution || assets >= ASSETS_NEEDED ? 'pass' : 'fail') },
  quiz: { reason: 'QUIZ_FAILED', find: ({ isQuizPassed }) => (isQuizPassed === true ? 'pass' : 'fail') },
  institution: { reason: 'NO_INSTITUTION', find: ({ isInstitution }) => (isInstitution ? 'pass' : 'fail') },
  /** Only a person can tell whose papers they are. */
  papers: { reason: 'PAPERS_INSUFFICIENT', find: () => 'uncertain' },
  /** A frozen account is looked at by a person first. */
  freeze: { reason: 'REVOKED', find: ({ isFrozen }) => (isFrozen ? 'uncertain' : 'pass') },
} as const satisfies Record<string, Readonly<{ reason: PermissionReason; find: (evidence: PermissionEvidence) => Finding }>>

export type PermissionCheck = keyof typeof checks
export const permissionChecks = Object.keys(checks) as PermissionCheck[]

/** In the order in which failures are reported. */
const asked: Readonly<Record<PermissionType, readonly PermissionCheck[]>> = {
  blockTrade: ['identity', 'age', 'assets', 'quiz', 'freeze'],
  trading: ['identity', 'institution', 'freeze'],
  institution: ['identity', 'papers', 'freeze'],
}

export type PermissionVerdict = Readonly<{
  outcome: Finding
  reason: PermissionReason | null
  findings: Readonly<Partial<Record<PermissionCheck, Finding>>>
}>

/** Passes when every check does, fails with the first that does not, and leaves the rest to a person (`docs/rules/block-trades.md` E.4). */
export function reviewPermission(type: PermissionType, evidence: PermissionEvidence): PermissionVerdict {
  const found = asked[type].map((name) => [name, checks[name].find(evidence)] as const)
  const findings = Object.fromEntries(found)
  const failed = found.find(([, finding]) => finding === 'fail')
  if (failed !== undefined) return { outcome: 'fail', reason: checks[failed[0]].reason, findings }
  return { outcome: found.some(([, finding]) => finding === 'uncertain') ? 'uncertain' : 'pass', reason: null, findings }
}

type Held = Readonly<{ lowSince: Instant | null }>
type Kept = Readonly<{ lost: PermissionReason | null; lowSince: Instant | null }>

/**
 * Checks that a permission once given still stands (`docs/rules/permissions.md` J.2): it ends with the identity it rested on, and the one
 * for blocks also after thirty days without a break of too few assets.
 */
export function recheckPermission(
  type: PermissionType,
  { lowSince }: Held,
  { isIdentified, isInstitution, assets, now }: Pick<PermissionEvidence, 'isIdentified' | 'isInstitution' | 'assets' | 'now'>,
): Kept {
  if (!isIdentified) return { lost: 'IDENTITY', lowSince: null }
  if (type === 'trading' && !isInstitution) return { lost: 'NO_INSTITUTION', lowSince: null }
  if (type !== 'blockTrade' || assets >= ASSETS_TO_KEEP) return { lost: null, lowSince: null }
  const since = lowSince ?? now
  return { lost: now - since >= LOW_FOR_MS ? 'ASSETS_LOST' : null, lowSince: since }
}
