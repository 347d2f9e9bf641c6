import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { powers } from '@rueda/contract/powers.ts'
import { reference } from '@rueda/contract/reference.ts'
import { subscriptions } from '@rueda/contract/subscriptions.ts'
import { trust } from '@rueda/contract/trust.ts'
import { withdrawals } from '@rueda/contract/withdrawals.ts'
import { sha256 } from '@rueda/proof/sha256.ts'
import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { call } from '../../shared/server/api.ts'
import { readDaysKey } from '../../shared/trust/days-key.ts'
import type { ShownDay } from '../../shared/trust/judge-day.ts'
import { readDays, verdictOn } from '../../shared/trust/read-days.ts'
import { shownScenario } from '../../shared/trust/scenario.ts'
import { today } from './today.ts'
import { judgeDraw } from '../../shared/subscriptions/judge-draw.ts'
import { checkLiability } from '../../shared/trust/check-liability.ts'
import type { Outcome } from '../../shared/trust/judge.ts'
import { keptNow } from '../../shared/trust/kept.ts'
import { checkNewestExecution } from '../../shared/executions/newest-execution.ts'
import { check } from '../../shared/trust/watch.ts'
import { type Finding, found } from '../../shared/findings/findings.ts'

/** The claims that hold today, each with the check that this page can make of it. */
export const claimNames = ['history', 'liabilities', 'acts', 'powers', 'clock', 'draws', 'days', 'executions', 'uptime'] as const
export type ClaimName = (typeof claimNames)[number]
/** The claims that are about the account of whoever is signed in. */
export const isOfAccount = (name: ClaimName): boolean => name === 'acts' || name === 'liabilities' || name === 'executions'

const TEN_THOUSANDTHS_A_PERCENT = 100

type Check = (tell: (done: number, of: number) => void, accountId: string | null) => Promise<Finding>

export const checks: Readonly<Record<ClaimName, Check>> = {
  history: async (_, accountId) => foundByWatch(await check(), accountId),
  liabilities: async () => {
    const checked = await checkLiability()
    if (checked === null) return found('open', 'found.liabilities.none')
    const { date, judgement } = checked
    if (judgement.kind === 'leftOut') return found('bad', 'found.liabilities.leftOut', { date })
    if (judgement.kind === 'unsigned') return found('bad', 'found.liabilities.unsigned', { date, asset: judgement.asset })
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
  executions: (tell, accountId) => checkNewestExecution(accountId ?? '', tell),
  uptime: async () => {
    const { upTenThousandths, gaps, sinceTimestamp } = await call(trust.uptime, {})
    const tone = Date.now() - sinceTimestamp < DAY_MS ? 'open' : 'good'
    return found(tone, 'found.uptime', {
      percent: upTenThousandths / TEN_THOUSANDTHS_A_PERCENT,
      gaps: gaps.length,
      sinceAt: sinceTimestamp,
    })
  },
  days: async (tell) => {
    const daysKey = await readDaysKey()
    if (daysKey.kind === 'unanswered') return found('open', 'found.unanswered')
    if (daysKey.kind === 'changed') return found('bad', 'found.days.key')
    const promised = await checkPromises()
    if (typeof promised !== 'number') return promised
    const days = daysKey.kind === 'none' ? [] : await newestDrawn()
    if (days === null) return found('open', 'found.unanswered')
    if (days.length === 0 || daysKey.kind === 'none')
      return promised === 0 ? found('open', 'found.days.none') : found('good', 'found.days.promised', { total: promised })
    let claimed = 0
    for (const [at, day] of days.entries()) {
      tell(at, days.length)
      const { fault, unclaimed } = await verdictOn(day, daysKey.key)
      if (fault !== null) return found('bad', 'found.days.bad', { market: day.market, date: day.date })
      if (unclaimed === null) claimed += 1
    }
    return found(claimed === 0 ? 'open' : 'good', 'found.days', { total: days.length, claimed, promised })
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

/** So many of each market are proven when somebody asks for the claim; the page of a day proves any other one. */
const DAYS_OF_MARKET = 20

/** The newest days of every market that nobody chose; null where they are not answered. */
async function newestDrawn(): Promise<readonly ShownDay[] | null> {
  const pages = await Promise.all(marketNames.map((market) => readDays(market, today())))
  if (pages.some((page) => page === null)) return null
  return pages.flatMap((page) => (page?.days ?? []).filter(({ drawn }) => drawn !== null).slice(0, DAYS_OF_MARKET))
}

/** How many days of before hold to the hash that was promised for them, or the finding that one does not. */
async function checkPromises(): Promise<number | Finding> {
  const [scenario, days] = await Promise.all([shownScenario(), call(reference.commitments, {})])
  const over = days.filter(({ key, date, publishedTimestamp }) => key !== null && publishedTimestamp < Date.parse(date))
  const other = over.find(({ key, commitment }) => promiseOf(key ?? '', scenario?.hash ?? null) !== commitment)
  return other === undefined ? over.length : found('bad', 'found.days.bad', { market: other.market, date: other.date })
}

/** The hash that was published for a day before it: of its key, and of the scenario over it where there is one. */
function promiseOf(key: string, scenarioHash: string | null): string {
  const promise = sha256(hexToBytes(key))
  return bytesToHex(scenarioHash === null ? promise : sha256(concatBytes(promise, hexToBytes(scenarioHash))))
}
