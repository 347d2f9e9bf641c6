import { accounts } from '@rueda/contract/admin/accounts.ts'
import { articleDesk } from '@rueda/contract/admin/articles.ts'
import { broadcasts } from '@rueda/contract/admin/broadcasts.ts'
import { calendars } from '@rueda/contract/admin/calendars.ts'
import { cases } from '@rueda/contract/admin/cases.ts'
import { complaintDesk } from '@rueda/contract/admin/complaints.ts'
import type { StaffEndpoint } from '@rueda/contract/admin/endpoint.ts'
import { feeDesk } from '@rueda/contract/admin/fees.ts'
import { instruments } from '@rueda/contract/admin/instruments.ts'
import { ledger } from '@rueda/contract/admin/ledger.ts'
import { market } from '@rueda/contract/admin/market.ts'
import { loanDesk } from '@rueda/contract/admin/loans.ts'
import { offerings } from '@rueda/contract/admin/offerings.ts'
import { composedRoles } from '@rueda/contract/admin/roles.ts'
import { staff } from '@rueda/contract/admin/staff.ts'
import { placings } from '@rueda/contract/admin/placing.ts'
import { subscriptions } from '@rueda/contract/admin/subscriptions.ts'
import { switches } from '@rueda/contract/admin/switches.ts'
import { terms } from '@rueda/contract/admin/terms.ts'
import { withdrawalReviews } from '@rueda/contract/admin/withdrawals.ts'
import type { StaffRole } from '@rueda/rules/staff/roles.ts'
import { complaints } from '@rueda/contract/complaints.ts'
import { support } from '@rueda/contract/support.ts'
import { limitNames } from '@rueda/rules/terms/limits.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Customer } from './harness.ts'
import type { MarketHarness } from './market-harness.ts'
import { type StaffCaller, hire } from './staff.ts'

/**
 * Everything that takes two persons, with what makes it succeed: one asks, the other asks for exactly the same, and it is
 * done. Most of it touches nothing that anybody owns. Two acts do, and say so in the register of powers: a linked reversal
 * posts the exact counter entry, and an approved withdrawal leaves; what they do is `decided`, and a comparison of two
 * servers does it in both.
 */
export type Pair = readonly [StaffCaller, StaffCaller]
export type Life = Readonly<{
  harness: MarketHarness
  /** The customers who are frozen and thawed, whose first entry is reversed, and who withdraw. */
  frozen: Customer
  corrected: Customer
  withdrawer: Customer
  pairs: Map<StaffRole, Pair>
  /** Times at which each pair last showed their second factors. */
  shown: Map<StaffRole, number>
}>

type Input = Record<string, unknown>
export type ActOfTwo = Readonly<{
  role: StaffRole
  endpoint: StaffEndpoint
  moves: 'nothing' | 'what is decided'
  /** Input that both send, after what one of them does before; null where there is nothing to decide now. */
  ask: (life: Life, pair: Pair, turn: number) => Promise<Input | null> | Input
  /** A case is in the hand of one person at a time: taken before each request, and given back after it. */
  take?: (who: StaffCaller, input: Input) => Promise<unknown>
  give?: (who: StaffCaller, input: Input) => Promise<unknown>
}>

const A_WEDNESDAY = '2027-02-10'
const why = { reason: 'maintenance' as const }
const soon = ({ harness }: Life, days: number): number => harness.app.clock.now() + days * DAY_MS
/** Picks another one each turn, for the acts that choose among some. */
const inTurn = <Value>(values: readonly Value[], turn: number): Value | undefined => values[turn % values.length]

/** New shares that can still be withdrawn; nobody has applied for them in the comparison. */
async function withdrawableIpo(who: StaffCaller): Promise<string | null> {
  const { list } = await who.ask(subscriptions.list, {})
  return list.find(({ withdrawable, applications }) => withdrawable === 1 && applications === 0)?.id ?? null
}

/** A placing that nobody has applied for, before its allotment. */
async function withdrawablePlacing(who: StaffCaller): Promise<string | null> {
  const { list } = await who.ask(placings.list, {})
  return list.find(({ withdrawable, applications }) => withdrawable === 1 && applications === 0)?.id ?? null
}

export const actsOfTwo: readonly ActOfTwo[] = [
  {
    ...{ role: 'admin', endpoint: staff.invite, moves: 'nothing' },
    ask: (_, __, turn) => ({ ...why, email: `invited${turn}@example.org`, name: 'Nora', roles: ['support'] }),
  },
  {
    ...{ role: 'admin', endpoint: staff.inviteAgain, moves: 'nothing' },
    ask: async (_, [one]) => ({ ...why, staffId: await invited(one) }),
  },
  {
    ...{ role: 'admin', endpoint: staff.changeRoles, moves: 'nothing' },
    ask: async (_, [one], turn) => ({ ...why, staffId: await invited(one), roles: [turn % 2 === 0 ? 'kyc' : 'support'] }),
  },
  {
    ...{ role: 'admin', endpoint: staff.disable, moves: 'nothing' },
    ask: async (_, [one]) => ({ ...why, staffId: await invited(one) }),
  },
  {
    ...{ role: 'admin', endpoint: composedRoles.compose, moves: 'nothing' },
    ask: (_, __, turn) => ({ ...why, name: `Rol ${turn}`, powers: ['market.see', 'ledger.see'] }),
  },
  {
    ...{ role: 'admin', endpoint: composedRoles.change, moves: 'nothing' },
    ask: async (_, [one]) => {
      const role = await composed(one, 'ledger.see')
      return role === undefined ? null : { ...why, roleId: role.roleId, version: role.version, powers: ['market.see', 'fees.see'] }
    },
  },
  {
    ...{ role: 'admin', endpoint: composedRoles.retire, moves: 'nothing' },
    ask: async (_, [one]) => {
      const role = await composed(one, 'fees.see')
      return role === undefined ? null : { ...why, roleId: role.roleId }
    },
  },
  {
    ...{ role: 'risk', endpoint: accounts.thaw, moves: 'nothing' },
    ask: async ({ frozen: { accountId } }, [one]) => {
      await one.call(accounts.freeze, { reason: 'security', accountId })
      return { ...why, accountId }
    },
  },
  {
    ...{ role: 'risk', endpoint: accounts.unmask, moves: 'nothing' },
    ask: ({ frozen: { accountId } }) => ({ ...why, accountId }),
  },
  {
    ...{ role: 'risk', endpoint: market.resume, moves: 'nothing' },
    ask: async (_, [one]) => ({ ...why, id: (await one.ask(market.halt, { ...why, scope: 'market', target: 'US' })).id }),
  },
  {
    ...{ role: 'risk', endpoint: switches.turnMoney, moves: 'nothing' },
    ask: (_, __, turn) => ({ ...why, name: inTurn(['exchanges', 'deposits.BTC', 'withdrawals.ERC20'], turn), isOff: 1, cause: 'provider' }),
  },
  {
    ...{ role: 'product', endpoint: broadcasts.publish, moves: 'nothing' },
    ask: (_, __, turn) => {
      const words = { title: `Aviso ${turn}`, body: 'El sábado hacemos tareas de mantenimiento.' }
      return { ...why, segment: 'everybody', texts: { es: words, en: words } }
    },
  },
  {
    ...{ role: 'product', endpoint: articleDesk.publish, moves: 'nothing' },
    ask: async (_, [one], turn) => {
      const words = { title: `Noticia ${turn}`, body: 'Desde el lunes atendemos hasta las 20.' }
      const written = { ...why, tag: 'house' as const, instruments: [], texts: { es: words, en: words } }
      const { id: draftId, version } = await one.ask(articleDesk.saveDraft, written)
      return { ...written, draftId, version }
    },
  },
  {
    ...{ role: 'product', endpoint: subscriptions.withdraw, moves: 'nothing' },
    ask: async (_, [one]) => {
      const id = await withdrawableIpo(one)
      return id === null ? null : { ...why, id }
    },
  },
  {
    ...{ role: 'product', endpoint: placings.withdraw, moves: 'nothing' },
    ask: async (_, [one]) => {
      const id = await withdrawablePlacing(one)
      return id === null ? null : { ...why, id }
    },
  },
  {
    ...{ role: 'product', endpoint: instruments.delist, moves: 'nothing' },
    ask: async (life, [one], turn) => {
      const { list } = await one.ask(instruments.list, { market: 'US', pageSize: 100 })
      const free = list.filter(({ delisting }) => delisting === null)
      return { ...why, instrumentId: inTurn(free, turn)?.instrumentId, closingFromTimestamp: soon(life, 10), endTimestamp: soon(life, 20) }
    },
  },
  {
    ...{ role: 'product', endpoint: feeDesk.propose, moves: 'nothing' },
    ask: async ({ harness: { app } }, [who], turn) => {
      const { versions, earliestDay, latestDay } = await who.ask(feeDesk.list, {})
      const days = await app.venue.calendar('US', earliestDay, latestDay)
      const after = versions[0]?.firstDay ?? ''
      const firstDay = days.find(({ date, trading }) => trading && date > after)?.date
      const markets = (versions.at(-1)?.markets ?? []).map(({ market: name, steps }) => ({
        market: name,
        steps: steps.map(({ from, commissions }) => ({
          from,
          commissions: commissions.map(({ scope, rate, minimum, maximum }) => ({
            ...{ scope, minimum, maximum },
            // Another rate each turn, never above the first.
            rate: name === 'US' ? `0.0${1 + (turn % 2)}` : rate,
          })),
        })),
      }))
      return firstDay === undefined ? null : { ...why, firstDay, markets }
    },
  },
  {
    ...{ role: 'product', endpoint: terms.changeFee, moves: 'nothing' },
    ask: (life, _, turn) => ({ ...why, rail: 'ERC20', sharePercent: '0', least: String(6 + turn), effectiveTimestamp: soon(life, 2) }),
  },
  {
    ...{ role: 'product', endpoint: terms.changeMinimum, moves: 'nothing' },
    ask: (life, _, turn) => ({ ...why, channelId: 'USDT-TRC20', minimum: String(20 + turn), effectiveTimestamp: soon(life, 2) }),
  },
  {
    ...{ role: 'risk', endpoint: terms.changeLimit, moves: 'nothing' },
    ask: (life, _, turn) => ({ ...why, limit: limitNames[0], amount: String(4_000 + turn), effectiveTimestamp: soon(life, 2) }),
  },
  {
    ...{ role: 'risk', endpoint: terms.changeAccount, moves: 'nothing' },
    ask: (_, __, turn) => {
      const accountNo = `AR${String(100_000_000 + turn)}`
      return {
        ...why,
        channelId: 'USD-WIRE',
        bankName: 'Banco',
        accountName: 'Rueda',
        accountNo,
        lastSix: accountNo.slice(-6),
      }
    },
  },
  {
    ...{ role: 'product', endpoint: calendars.closeDay, moves: 'nothing' },
    ask: () => ({ ...why, market: 'US', date: A_WEDNESDAY, cause: 'weather' }),
  },
  {
    ...{ role: 'product', endpoint: calendars.reopenDay, moves: 'nothing' },
    ask: () => ({ ...why, market: 'US', date: A_WEDNESDAY }),
  },
  {
    ...{ role: 'cashier', endpoint: ledger.reverse, moves: 'what is decided' },
    ask: async ({ corrected: { accountId } }, [one]) => {
      const { list } = await one.ask(ledger.ofAccount, { reason: 'review', accountId })
      const wrong = list.find(({ reversalBar, reversedBy }) => reversalBar === null && reversedBy === null)
      return wrong === undefined ? null : { ...why, accountId, sequence: wrong.sequence, hash: wrong.hash, evidence: 'ticket 4711' }
    },
  },
  {
    ...{ role: 'product', endpoint: offerings.close, moves: 'nothing' },
    ask: async (_, [one], turn) => {
      const open = (await one.ask(offerings.list, {})).offerings.filter(({ kind, status }) => kind === 'fund' && status !== 'closed')
      const chosen = inTurn(open, turn)
      return chosen === undefined ? null : { ...why, kind: chosen.kind, id: chosen.id, cause: 'law' }
    },
  },
  {
    ...{ role: 'support', endpoint: complaintDesk.answer, moves: 'nothing' },
    ask: async (life, [one], turn) => {
      const id = await complained(life, one, turn)
      if (id === null) return null
      await one.ask(cases.claim, { id })
      await one.ask(complaintDesk.acknowledge, { id })
      const { version } = await one.ask(complaintDesk.draft, { id, outcome: 'upheld', language: 'es', text: `Tenés razón ${turn}` })
      await one.ask(cases.release, { id })
      return { reason: 'review', id, version }
    },
    take: (who, { id }) => who.call(cases.claim, { id: String(id) }),
    give: (who, { id }) => who.call(cases.release, { id: String(id) }),
  },
  {
    ...{ role: 'risk', endpoint: loanDesk.approve, moves: 'what is decided' },
    ask: async (_, [one]) => {
      const [waiting] = (await one.ask(cases.list, { kind: 'loan', state: 'open' })).list
      return waiting === undefined ? null : { reason: 'review', id: waiting.id }
    },
    take: (who, { id }) => who.call(cases.claim, { id: String(id) }),
    give: (who, { id }) => who.call(cases.release, { id: String(id) }),
  },
  {
    ...{ role: 'cashier', endpoint: withdrawalReviews.approve, moves: 'what is decided' },
    ask: async (_, [one]) => {
      const [waiting] = (await one.ask(cases.list, { kind: 'withdrawal', state: 'open' })).list
      return waiting === undefined ? null : { reason: 'review', id: waiting.id }
    },
    take: (who, { id }) => who.call(cases.claim, { id: String(id) }),
    give: (who, { id }) => who.call(cases.release, { id: String(id) }),
  },
]

/** The case of a complaint that a customer makes now; null while the one before it waits for its answer. */
async function complained({ harness, corrected }: Life, who: StaffCaller, turn: number): Promise<string | null> {
  const send = (endpoint: typeof support.send | typeof complaints.file, text: string) =>
    harness.call(endpoint, { text }, corrected.token, { 'idempotency-key': `complaint-${turn}-${text.length}` })
  await send(support.send, 'No me llegó.')
  const { data } = await send(complaints.file, 'Nadie me dijo por qué.')
  const { list } = await who.ask(cases.list, { kind: 'complaint', pageSize: 100 })
  return list.find(({ subjectId }) => subjectId === data?.id)?.id ?? null
}

async function invited(admin: StaffCaller): Promise<string | undefined> {
  return (await admin.ask(staff.list, {})).find(({ state }) => state === 'invited')?.staffId
}

/** A role in force with this power: a new one has the first of them, a changed one the second. */
const composed = async (admin: StaffCaller, power: 'ledger.see' | 'fees.see') =>
  (await admin.ask(composedRoles.list, {})).find(({ state, powers }) => state === 'held' && powers.includes(power))

/** A second factor holds for five minutes, and the preparation takes a moment too. */
const SHOWN_FOR_MS = 4 * MINUTE_MS

export async function pairOf({ harness, pairs, shown }: Life, role: StaffRole): Promise<Pair> {
  const known = pairs.get(role)
  const pair = known ?? ([await hire(harness, [role]), await hire(harness, [role])] as const)
  const now = harness.app.wallClock.now()
  if (known !== undefined && now - (shown.get(role) ?? 0) > SHOWN_FOR_MS) for (const each of pair) await each.signIn()
  if (known === undefined || now - (shown.get(role) ?? 0) > SHOWN_FOR_MS) shown.set(role, now)
  pairs.set(role, pair)
  return pair
}

export const stateOf = (data: unknown): unknown => (typeof data === 'object' && data !== null && 'state' in data ? data.state : null)

/** Answers to each of the two requests: a state, or a refusal by its code. */
export type Answered = Readonly<Record<'asked' | 'askedAgain' | 'askedOtherwise' | 'done', unknown>>

/** Lets the first ask, alone and once more, and the second for something else and then for exactly the same. Null without an act to do. */
export async function doTogether(life: Life, act: ActOfTwo, turn: number): Promise<Answered | null> {
  const [one, other] = await pairOf(life, act.role)
  const input = await act.ask(life, [one, other], turn)
  if (input === null) return null
  const ask = async (who: StaffCaller, asked: Input): Promise<unknown> => {
    await act.take?.(who, input)
    const { code, data } = await who.call(act.endpoint, asked)
    await act.give?.(who, input)
    return stateOf(data) ?? code
  }
  return {
    asked: await ask(one, input),
    askedAgain: await ask(one, input),
    askedOtherwise: await ask(other, { ...input, note: 'something else' }),
    done: await ask(other, input),
  }
}
