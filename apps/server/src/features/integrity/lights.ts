import { type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Reader } from '../../db/snapshot.ts'

/**
 * Reason why no money may leave: a check is broken, or for too long no run has found every check to hold. Silence counts as red
 * (`docs/rules/withdrawals.md` P.4): a ledger that nobody checks is not known to be in order.
 */
export type PayoutHold = 'broken' | 'silent'
export type Lights = Readonly<{ hold: PayoutHold | null; lastCleanAt: Instant | null }>

/** Greatest age of the newest clean run. */
export const MAX_SILENCE_MS = 30 * MINUTE_MS

export async function readLights(reader: Reader, now: Instant): Promise<Lights> {
  const { rows } = await reader.query<{ broken: boolean; last_clean_at: bigint | null }>(READ)
  const [{ broken, last_clean_at: lastClean } = { broken: false, last_clean_at: null }] = rows
  const lastCleanAt = lastClean === null ? null : Number(lastClean)
  const isSilent = lastCleanAt === null || lastCleanAt < now - MAX_SILENCE_MS
  return { hold: broken ? 'broken' : isSilent ? 'silent' : null, lastCleanAt }
}

// A full run may end after a shorter one that began later: the newest of each kind has to be clean.
const READ = `
  select exists (
           select from unnest(array['full', 'incremental']) as kind (scope)
           join lateral (select clean from integrity_runs r where r.scope = kind.scope order by at desc limit 1) newest on not newest.clean
         ) as broken,
         (select max(at) from integrity_runs where clean) as last_clean_at`

/** Money leaves only while the checks hold, and a recent run has shown it. */
export const arePayoutsHeld = async (reader: Reader, now: Instant): Promise<boolean> => (await readLights(reader, now)).hold !== null
