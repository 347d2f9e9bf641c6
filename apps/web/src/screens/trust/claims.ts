import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { powers } from '@rueda/contract/powers.ts'
import { reference } from '@rueda/contract/reference.ts'
import { subscriptions } from '@rueda/contract/subscriptions.ts'
import { trust } from '@rueda/contract/trust.ts'
import { withdrawals } from '@rueda/contract/withdrawals.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { call } from '../../shared/server/api.ts'
import { judgeDraw } from '../../shared/subscriptions/judge-draw.ts'
import { checkLiability } from '../../shared/trust/check-liability.ts'
import type { Outcome } from '../../shared/trust/judge.ts'
import { keptNow } from '../../shared/trust/kept.ts'
import { check } from '../../shared/trust/watch.ts'
import { type Finding, found } from './findings.ts'

/** The claims that hold today, each with the check that this page can make of it. */
export const claimNames = ['history', 'liabilities', 'acts', 'powers', 'clock', 'draws', 'days', 'uptime'] as const
export type ClaimName = (typeof claimNames)[number]
/** The claims that are about the account of whoever is signed in. */
export const isOfAccount = (name: ClaimName): boolean => name === 'acts' || name === 'liabilities'

const TEN_THOUSANDTHS_A_PERCENT = 100

type Check = (tell: (done: number, of: number) => void, accountId: string | null) => Promise<Finding>

export const checks: Readonly<Record<ClaimName, Check>> = {
  history: async (_, accountId) => foundByWatch(await check(), accountId),
  liabilities: async () => {
    const checked = await checkLiability()
    if (checked === null) return found('open', 'found.liabilities.none')
    const { date, judgement } = checked
    if (judgement.kind === 'wrong') return found('bad', 'found.liabilities.bad', { date, asset: judgement.asset })
    if (judgement.kind === 'open') return found('open', 'found.liabilities.waiting', { date })
    return found('good', 'found.liabilities', { date, assets: judgement.assets })
  },
  acts: async () => {
    const { list, total } = await call(powers.acts, {})
    const [newest] = list
    return newest === undefined ? found('good', 'found.acts.none') : found('good', 'found.acts', { total, newestAt: newest.timestamp })
  },
  powers: async () => {
    const register = await call(powers.register, {})
    return found('good', 'found.powers', { total: register.length, two: register.filter(({ people }) => people === 'two').length })
  },
  clock: async () => {
    const { paid, open, medianMs } = await call(withdrawals.clock, {})
    if (medianMs === null) return found('good', 'found.clock.none', { open })
    return found('good', 'found.clock', { paid, open, minutes: Math.max(1, Math.round(medianMs / MINUTE_MS)) })
  },
  draws: async (tell) => {
    const drawn = await allDrawn()
    for (const [at, id] of drawn.entries()) {
      tell(at, drawn.length)
      const proof = await call(subscriptions.fairness, { id })
      if (!judgeDraw(proof).isEqual) return found('bad', 'found.draws.bad', { name: proof.name })
    }
    return drawn.length === 0 ? found('open', 'found.draws.none') : found('good', 'found.draws', { total: drawn.length })
  },
  uptime: async () => {
    const { upTenThousandths, gaps, sinceTimestamp } = await call(trust.uptime, {})
    const tone = Date.now() - sinceTimestamp < DAY_MS ? 'open' : 'good'
    return found(tone, 'found.uptime', {
      percent: upTenThousandths / TEN_THOUSANDTHS_A_PERCENT,
      gaps: gaps.length,
      sinceAt: sinceTimestamp,
    })
  },
  days: async () => {
    const [scenario, days] = await Promise.all([call(reference.scenario, {}), call(reference.commitments, {})])
    const over = days.filter(({ key, date, publishedTimestamp }) => key !== null && publishedTimestamp < Date.parse(date))
    const other = over.find(({ key, commitment }) => promiseOf(key ?? '', scenario?.hash ?? null) !== commitment)
    if (other !== undefined) return found('bad', 'found.days.bad', { market: other.market, date: other.date })
    return over.length === 0 ? found('open', 'found.days.none') : found('good', 'found.days', { total: over.length })
  },
}

/** The watch's outcome as a finding. */
export function foundByWatch(outcome: Outcome, accountId: string | null): Finding {
  const { log, accounts, contradiction } = keptNow()
  if (contradiction !== null) return found('bad', 'found.history.contradiction')
  if (outcome !== 'fine' || log === null)
    return found(outcome === 'overdue' ? 'bad' : 'open', `found.history.${outcome === 'fine' ? 'unreachable' : outcome}`)
  const figures = { size: log.size, pinnedAt: log.pinnedAt }
  const account = accounts.find(({ id }) => id === accountId)
  if (account === undefined) return found('good', 'found.history.log', figures)
  const waits = account.waiting !== null
  return found('good', waits ? 'found.history.waiting' : 'found.history.fine', { ...figures, sequence: account.newest.sequence })
}

const OFFERINGS = 50

/** The latest offerings of new shares whose secret is published: their draw is over. */
async function allDrawn(): Promise<readonly string[]> {
  const { list } = await call(subscriptions.saleList, { pageSize: OFFERINGS })
  return list.filter(({ seedReveal }) => seedReveal !== null).map(({ id }) => id)
}

/** The hash that was published for a day before it: of its key, and of the scenario over it where there is one. */
function promiseOf(key: string, scenarioHash: string | null): string {
  const promise = sha256(hexToBytes(key))
  return bytesToHex(scenarioHash === null ? promise : sha256(concatBytes(promise, hexToBytes(scenarioHash))))
}
