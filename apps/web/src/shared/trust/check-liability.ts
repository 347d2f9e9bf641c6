import { trust } from '@rueda/contract/trust.ts'
import { ApiError } from '../server/api-error.ts'
import { call } from '../server/api.ts'
import { commitmentTo } from './chain.ts'
import { entryAt } from './log-entry.ts'
import { type LiabilityJudgement, type LoggedTotal, isSurelyIn, judgeLiability } from './judge-liability.ts'
import { isNightOverdue, readNights } from './read-nights.ts'
import { Replay } from './replay.ts'
import { check } from './watch.ts'

export type LiabilityFinding = Readonly<{ date: string; judgement: LiabilityJudgement }>

/** Reads the newest night's statement with the account's own entries, and judges it; null while there is none that the account could be in. */
export async function checkLiability(): Promise<LiabilityFinding | null> {
  // Read first: a night that is said meanwhile is nobody's omission.
  const [newest] = await readNights()
  const own = await call(trust.liability, {}).catch((error: unknown) => {
    if (error instanceof ApiError && error.is('object.not_found')) return null
    throw error
  })
  if (newest !== undefined && (own === null || own.date < newest)) {
    const { list } = await call(trust.entries, { after: 0 })
    if (isSurelyIn(newest, list[0]?.timestamp ?? null)) return { date: newest, judgement: { kind: 'leftOut' } }
  }
  if (own === null) return null
  // The checkpoint that is believed has to cover what the night said.
  await check()
  const { key } = await call(trust.receipts, { after: own.sequence })
  const replay = new Replay(commitmentTo(key))
  while (replay.head.sequence < own.sequence && replay.wrong === null) {
    const { list } = await call(trust.entries, { after: replay.head.sequence })
    if (list.length === 0) break
    replay.add(list.filter(({ sequence }) => sequence <= own.sequence))
  }
  const logged = new Map<string, LoggedTotal | null>()
  for (const { asset, entry } of own.assets) logged.set(asset, entry === null ? null : await totalAt(entry))
  const head = replay.wrong === null ? replay.headAt(own.sequence) : null
  const next = await call(trust.entries, { after: own.sequence })
  const nextEntryAt = next.list[0]?.timestamp ?? null
  const isOverdue = await isNightOverdue(own)
  return { date: own.date, judgement: judgeLiability({ own, key, balances: replay.balances, head, logged, nextEntryAt, isOverdue }) }
}

/** What the believed log says at a place; null where that cannot be read or is something else. */
async function totalAt(place: number): Promise<LoggedTotal | null> {
  const entry = await entryAt(place)
  return entry?.kind === 'liabilities' ? entry : null
}
