import { StartRefused } from '../../db/start-refused.ts'
import type { FullApp } from '../../app.ts'
import { checkPassword } from '../accounts/password.ts'
import { createPasswordHashing } from '../accounts/hashing.ts'
import { offerSetup } from './setup.ts'
import * as store from './store.ts'

/**
 * The first staff account is made at the first start: from ADMIN_EMAIL and ADMIN_PASSWORD, or without them for the opener of the one-time
 * link that the start prints. Until somebody has set it up, every start prints a new link.
 */
export async function firstStaff(app: FullApp): Promise<string | null> {
  const { pool, settings, wallClock } = app
  if (await store.isAnybodySetUp(pool)) return null
  const known = await store.firstMember(pool)
  const member = known ?? (await makeFirst(app))
  if (settings.ADMIN_EMAIL !== undefined && settings.ADMIN_PASSWORD !== undefined && member.passwordHash !== null) return null
  return offerSetup(app, pool, member, wallClock.now())
}

async function makeFirst({ pool, settings, ids, wallClock }: FullApp): Promise<Pick<store.StaffMember, 'staffId' | 'passwordHash'>> {
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = settings
  const staffId = ids.next()
  const passwordHash = ADMIN_PASSWORD === undefined ? null : await hashOf(ADMIN_PASSWORD, ADMIN_EMAIL)
  const name = ADMIN_EMAIL?.split('@')[0] ?? 'Admin'
  const member = { staffId, personId: ids.next(), email: ADMIN_EMAIL ?? null, name, roles: ['admin'] as const, passwordHash }
  await store.insert(pool, { ...member, now: wallClock.now() })
  return member
}

async function hashOf(password: string, email: string | undefined): Promise<string> {
  const strong = checkPassword({ password, policy: 'staff', own: [email] })
  if (!strong.ok)
    throw new StartRefused('ADMIN_PASSWORD must have 15 to 128 characters, be on no list of common passwords, and not be the address.')
  const hashed = await createPasswordHashing().hash(password)
  if (hashed.busy) throw new Error('nothing else hashes at the start')
  return hashed.value
}
