import { accounts } from '@rueda/contract/admin/accounts.ts'
import type { ApprovalAbout, WaitingApproval } from '@rueda/contract/admin/approvals.ts'
import { articleDesk } from '@rueda/contract/admin/articles.ts'
import { type WireTexts, broadcasts } from '@rueda/contract/admin/broadcasts.ts'
import { calendars } from '@rueda/contract/admin/calendars.ts'
import { complaintDesk } from '@rueda/contract/admin/complaints.ts'
import type { StaffEndpoint, StaffParsedOf } from '@rueda/contract/admin/endpoint.ts'
import { feeDesk } from '@rueda/contract/admin/fees.ts'
import { instruments } from '@rueda/contract/admin/instruments.ts'
import { ledger } from '@rueda/contract/admin/ledger.ts'
import { loanDesk } from '@rueda/contract/admin/loans.ts'
import { market } from '@rueda/contract/admin/market.ts'
import { offerings } from '@rueda/contract/admin/offerings.ts'
import { composedRoles } from '@rueda/contract/admin/roles.ts'
import { staff } from '@rueda/contract/admin/staff.ts'
import { placings } from '@rueda/contract/admin/placing.ts'
import { subscriptions } from '@rueda/contract/admin/subscriptions.ts'
import { switches } from '@rueda/contract/admin/switches.ts'
import { terms } from '@rueda/contract/admin/terms.ts'
import { withdrawalReviews } from '@rueda/contract/admin/withdrawals.ts'
import { channelOf } from '@rueda/rules/deposits/channel.ts'
import { powerChanges } from '@rueda/rules/staff/composed.ts'
import type { PowerName } from '@rueda/rules/staff/powers.ts'
import type { StaffRole } from '@rueda/rules/staff/roles.ts'
import { walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import { rails } from '@rueda/rules/withdrawals/rails.ts'
import { textLanguages } from '@rueda/text/keys.ts'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { nativeNames } from '@rueda/text/languages.ts'
import { figure, money } from '../../app/figures.ts'
import { language } from '../../app/language.ts'
import { moment } from '../../app/moments.ts'
import { roleName, rolesText } from '../../app/role-names.ts'
import { say } from '../../app/words.ts'
import type { Fact } from '../../shared/cases/CaseParts.tsx'
import { riskFlagName } from '../../shared/cases/risk-flags.ts'
import { commissionFacts } from './commission-facts.ts'

/** A request in words: a line that distinguishes it from others of its kind, and all its facts. */
export type Said = Readonly<{ summary: string; facts: readonly (Fact | null)[] }>

type About<Kind> = Extract<ApprovalAbout, { kind: Kind }> | null
type Saying = readonly [path: string, say: (payload: Readonly<Record<string, unknown>>, about: ApprovalAbout | null) => Said]

/** Casts a payload, which passed its endpoint's schema before the server kept it. */
const of = <E extends StaffEndpoint>(endpoint: E, said: (asked: StaffParsedOf<E>, about: ApprovalAbout | null) => Said): Saying => [
  endpoint.path,
  (payload, about) => said(payload as StaffParsedOf<E>, about),
]

const aboutA = <Kind extends ApprovalAbout['kind']>(about: ApprovalAbout | null, kind: Kind): About<Kind> =>
  about?.kind === kind ? (about as Extract<ApprovalAbout, { kind: Kind }>) : null

/** What is said in each language that it is written in. */
const textsSaid = (texts: WireTexts): Fact[] =>
  textLanguages.flatMap((spoken) => {
    const text = texts[spoken]
    return text === undefined ? [] : [{ label: nativeNames[spoken], value: `${text.title}\n${text.body}` }]
  })

/** Powers in words, a line each; nothing where there are none. */
const powersSaid = (label: 'roles.powers' | 'approvals.powersGained' | 'approvals.powersLost', powers: readonly PowerName[]): Fact[] =>
  powers.length === 0 ? [] : [{ label: say(label), value: powers.map((power) => say(`power.${power}`)).join('\n') }]

const withdrawal = (about: About<'case'>): Said => {
  if (about === null) return { summary: say('approvals.caseGone'), facts: [] }
  const { queue, amount, currency, destination, riskFlags } = about
  const shown = amount === null || currency === null ? null : money(amount, currency)
  return {
    summary: [shown, destination].filter((each) => each !== null).join(' → '),
    facts: [
      { label: say('cases.amount'), value: shown },
      { label: say('withdrawal.destination'), value: destination },
      riskFlags.length === 0
        ? null
        : { label: say('cases.risk'), value: riskFlags.map((each) => riskFlagName(queue, each)).join(' · '), alarming: true },
    ],
  }
}

const loan = (about: About<'case'>): Said => {
  const { summary, facts } = withdrawal(about)
  return { summary, facts: facts.filter((fact) => fact?.label !== say('withdrawal.destination')) }
}

const colleague = (about: About<'colleague'>, asked: readonly StaffRole[] | null): Said => {
  const name = about === null ? '—' : [about.name, about.email].filter((each) => each !== null).join(' · ')
  const then = asked === null ? null : rolesText(asked, about?.asked ?? [])
  return {
    summary: then === null ? name : `${name}: ${then}`,
    facts: [
      { label: say('approvals.colleague'), value: name },
      { label: say('approvals.rolesNow'), value: about === null ? null : rolesText(about.roles, about.composed) },
      then === null ? null : { label: say('approvals.rolesThen'), value: then },
    ],
  }
}

const customer = (accountId: string): Said => ({ summary: '', facts: [{ label: say('audit.customer'), value: accountId }] })

const day = ({ market: of, date }: Readonly<{ market: string; date: string }>, more: readonly Fact[] = []): Said => ({
  summary: `${of} · ${date}`,
  facts: [{ label: say('market.market'), value: of }, { label: say('calendars.day'), value: date }, ...more],
})

const from = (effective: number): Fact => ({ label: say('terms.effective'), value: moment(effective) })

/** One for every endpoint at which a request needs a second person. */
const sayings: ReadonlyMap<string, Saying[1]> = new Map([
  of(withdrawalReviews.approve, (_, about) => withdrawal(aboutA(about, 'case'))),
  of(loanDesk.approve, (_, about) => loan(aboutA(about, 'case'))),
  of(complaintDesk.answer, ({ version }, about) => ({
    summary: about === null ? say('approvals.caseGone') : say('case.complaint'),
    facts: [{ label: say('complaints.version'), value: String(version) }],
  })),
  of(accounts.unmask, ({ accountId }) => customer(accountId)),
  of(accounts.thaw, ({ accountId }) => customer(accountId)),
  of(staff.invite, ({ name, email, roles, samePersonAs }, about) => ({
    summary: `${name} · ${email}: ${rolesText(roles, aboutA(about, 'colleague')?.asked ?? [])}`,
    facts: [
      { label: say('staff.name'), value: name },
      { label: say('signIn.email'), value: email },
      { label: say('staff.roles'), value: rolesText(roles, aboutA(about, 'colleague')?.asked ?? []) },
      samePersonAs === undefined ? null : { label: say('approvals.samePerson'), value: say('app.yes'), alarming: true },
    ],
  })),
  of(staff.inviteAgain, (_, about) => {
    const { summary, facts } = colleague(aboutA(about, 'colleague'), null)
    return { summary: say('approvals.newLink', { name: summary }), facts }
  }),
  of(staff.changeRoles, ({ roles }, about) => colleague(aboutA(about, 'colleague'), roles)),
  of(staff.disable, (_, about) => colleague(aboutA(about, 'colleague'), null)),
  of(composedRoles.compose, ({ name, powers }) => ({
    summary: name,
    facts: [{ label: say('roles.name'), value: name }, ...powersSaid('roles.powers', powers)],
  })),
  of(composedRoles.change, ({ powers }, about) => {
    const role = aboutA(about, 'role')
    const { gained, lost } = powerChanges(role?.powers ?? [], powers)
    return {
      summary: role?.name ?? '—',
      facts: [
        { label: say('roles.name'), value: role?.name ?? null },
        { label: say('roles.holders'), value: role === null || role.holders.length === 0 ? null : role.holders.join(', ') },
        ...powersSaid('approvals.powersGained', gained),
        ...powersSaid('approvals.powersLost', lost),
        ...powersSaid('roles.powers', powers),
      ],
    }
  }),
  of(composedRoles.retire, ({ instead }, about) => {
    const role = aboutA(about, 'role')
    const other = instead ?? role?.instead ?? null
    return {
      summary: `${say('roles.retire')} · ${role?.name ?? '—'}`,
      facts: [
        { label: say('roles.name'), value: role?.name ?? null },
        { label: say('roles.holders'), value: role === null || role.holders.length === 0 ? null : role.holders.join(', ') },
        { label: say('roles.instead'), value: other === null ? null : roleName(other) },
      ],
    }
  }),
  of(ledger.reverse, ({ accountId, sequence, evidence }, about) => {
    const entry = aboutA(about, 'entry')
    const kind = entry === null ? '' : say(`journal.${entry.journal}`)
    return {
      summary: `${kind} · ${accountId}-${sequence}`,
      facts: [
        { label: say('ledger.entry'), value: `${accountId}-${sequence}` },
        { label: say('ledger.kind'), value: kind },
        ...(entry?.lines ?? []).map(({ account, asset, amount }) => ({ label: account, value: `${figure(amount)} ${asset}` })),
        { label: say('ledger.evidence'), value: evidence },
      ],
    }
  }),
  of(market.resume, (_, about) => {
    const stop = aboutA(about, 'stop')
    if (stop === null) return { summary: say('approvals.stopGone'), facts: [] }
    const where = stop.target ?? say('market.everywhere')
    return {
      summary: `${say(`market.${stop.stop}`)} · ${where}`,
      facts: [
        { label: say('market.what'), value: say(`market.${stop.stop}`) },
        { label: say('market.where'), value: where },
        { label: say('market.since'), value: moment(stop.fromTimestamp) },
      ],
    }
  }),
  of(switches.turnMoney, ({ name, isOff, cause }) => ({
    summary: say(isOff === 1 ? 'approvals.turnOff' : 'approvals.turnOn', { name: say(`switch.${name}`) }),
    facts: [
      { label: say('switches.what'), value: say(`switch.${name}`) },
      { label: say('switches.state'), value: say(isOff === 1 ? 'switches.turnOff' : 'switches.turnOn') },
      cause === undefined ? null : { label: say('switches.cause'), value: say(`switches.cause.${cause}`) },
    ],
  })),
  of(offerings.close, ({ kind, id, cause }) => ({
    summary: say('offerings.closing', { name: `${say(`offering.kind.${kind}`)} · ${id}` }),
    facts: [
      { label: say('offerings.what'), value: `${say(`offering.kind.${kind}`)} · ${id}` },
      { label: say('switches.cause'), value: say(`switches.cause.${cause}`) },
    ],
  })),
  of(subscriptions.withdraw, ({ id }) => ({
    summary: `${say('subscriptions.withdraw')} · ${id}`,
    facts: [{ label: say('nav.subscriptions'), value: id }],
  })),
  of(placings.withdraw, ({ id }) => ({
    summary: `${say('placing.withdraw')} · ${id}`,
    facts: [{ label: say('nav.placing'), value: id }],
  })),
  of(broadcasts.publish, ({ segment, value, texts }) => {
    const whom = [say(`broadcasts.segment.${segment}`), value].filter((each) => each !== undefined).join(' · ')
    return {
      summary: `${texts[language()].title} · ${whom}`,
      facts: [{ label: say('broadcasts.segment'), value: whom }, ...textsSaid(texts)],
    }
  }),
  of(articleDesk.publish, ({ tag, instruments: mentioned, texts }) => ({
    summary: texts[language()].title,
    facts: [
      { label: say('articles.tag'), value: say(`articles.tag.${tag}`) },
      mentioned.length === 0 ? null : { label: say('articles.mentioned'), value: mentioned.join(' ') },
      ...textsSaid(texts),
    ],
  })),
  of(instruments.delist, ({ instrumentId, closingFromTimestamp, endTimestamp }) => ({
    summary: instrumentId,
    facts: [
      { label: say('market.instrument'), value: instrumentId },
      { label: say('approvals.closingFrom'), value: moment(closingFromTimestamp) },
      { label: say('approvals.ends'), value: moment(endTimestamp) },
    ],
  })),
  of(calendars.closeDay, (asked) => day(asked, [{ label: say('calendars.cause'), value: say(`calendars.cause.${asked.cause}`) }])),
  of(calendars.reopenDay, (asked) => day(asked)),
  of(feeDesk.propose, (asked, about) => ({
    summary: `${say('fees.firstDay')} ${formatDate(asked.firstDay)}`,
    facts: commissionFacts(asked, aboutA(about, 'commissions')?.before ?? null),
  })),
  of(terms.changeFee, ({ rail, sharePercent, least, effectiveTimestamp }) => ({
    summary: `${say(`switch.withdrawals.${rail}`)} · ${figure(sharePercent)} % · ${say('terms.least')} ${money(least, rails[rail].pays)}`,
    facts: [
      { label: say('terms.rail'), value: say(`switch.withdrawals.${rail}`) },
      { label: say('terms.share'), value: `${figure(sharePercent)} %` },
      { label: say('terms.least'), value: money(least, rails[rail].pays) },
      from(effectiveTimestamp),
    ],
  })),
  of(terms.changeMinimum, ({ channelId, minimum, effectiveTimestamp }) => {
    const least = money(minimum, walletCurrencies[channelOf(channelId).wallet])
    return {
      summary: `${say(`switch.deposits.${channelId}`)} · ${say('terms.minimum')} ${least}`,
      facts: [
        { label: say('terms.channel'), value: say(`switch.deposits.${channelId}`) },
        { label: say('terms.minimum'), value: least },
        from(effectiveTimestamp),
      ],
    }
  }),
  of(terms.changeLimit, ({ limit, amount, effectiveTimestamp }) => ({
    summary: `${say(`limit.${limit}`)} · ${money(amount, 'USD')}`,
    facts: [
      { label: say('terms.limit'), value: say(`limit.${limit}`) },
      { label: say('terms.means'), value: say(`limit.${limit}.how`) },
      { label: say('terms.amount'), value: money(amount, 'USD') },
      from(effectiveTimestamp),
    ],
  })),
  of(terms.changeAccount, ({ channelId, bankName, accountName, accountNo, alias }) => ({
    summary: `${say(`switch.deposits.${channelId}`)} · ${accountNo}`,
    facts: [
      { label: say('terms.channel'), value: say(`switch.deposits.${channelId}`) },
      { label: say('terms.bankName'), value: bankName },
      { label: say('terms.accountName'), value: accountName },
      { label: say('terms.accountNo'), value: accountNo },
      alias === undefined ? null : { label: say('terms.alias'), value: alias },
    ],
  })),
])

export const isSaid = (path: string): boolean => sayings.has(path)

export const saidOf = ({ path, payload, about }: WaitingApproval): Said => sayings.get(path)?.(payload, about) ?? { summary: '', facts: [] }
