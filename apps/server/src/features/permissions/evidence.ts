import type { PermissionEvidence } from '@rueda/rules/permissions/review.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Reader } from '../../db/snapshot.ts'
import { worthOf } from '../wallets/worth.ts'
import type { PermissionDeps } from './deps.ts'
import * as store from './store.ts'

type About = Readonly<{ accountId: string; permissions: readonly store.Permission[]; now: Instant }>

/** Gathers what the rules look at besides the quiz, as it is at this moment; what is owned comes from the ledger. */
export async function gather(
  app: PermissionDeps,
  reader: Reader,
  { accountId, permissions, now }: About,
): Promise<Omit<PermissionEvidence, 'isQuizPassed'>> {
  const applicant = await store.applicantOf(reader, accountId)
  if (applicant === null) throw new Error(`there is a permission without its account ${accountId}`)
  const { isIdentified, isFrozen, openedAt: accountOpenedAt } = applicant
  const assets = await worthOf(app, accountId)
  return { isIdentified, isFrozen, accountOpenedAt, assets, isInstitution: isOpen(permissions, 'institution'), now }
}

const isOpen = (permissions: readonly store.Permission[], wanted: store.Permission['type']): boolean =>
  permissions.some(({ type, status }) => type === wanted && status === 'open')
