import type { ReviewCase } from '@rueda/contract/admin/cases.ts'
import type { CaseKind } from '@rueda/rules/staff/cases.ts'
import { HOUR_MS } from '@rueda/rules/time.ts'
import { Pill, Tag } from '@rueda/ui/pills/Pill.tsx'
import { Amount } from '../../app/Amount.tsx'
import { decimalsOf } from '../../app/figures.ts'
import { age, moment } from '../../app/moments.ts'
import type { Column } from '../../app/Table.tsx'
import { useMinutes } from '../../app/use-minutes.ts'
import { say } from '../../app/words.ts'
import { riskFlagName } from '../../shared/cases/risk-flags.ts'
import { outcomeOf } from '../../shared/cases/outcome.ts'

const aboutMoney: readonly CaseKind[] = ['deposit', 'withdrawal', 'loan', 'repayment']

/** Returns the columns of a queue: waiting time and deadline, amount, risk flags, assignee. */
export function columnsOf(kind: CaseKind, isClosed: boolean, rows: readonly ReviewCase[]): readonly Column<ReviewCase>[] {
  const decimals = Math.max(0, ...rows.map(({ amount }) => decimalsOf(amount ?? '')))
  return [
    ...(isClosed ? [closed] : waiting),
    { label: say('audit.customer'), show: (row) => <Customer row={row} /> },
    ...(aboutMoney.includes(kind) ? [amountOf(decimals)] : []),
    { label: say('cases.risk'), sort: 'risk', show: (row) => <RiskFlags row={row} /> },
    isClosed
      ? { label: say('cases.outcome'), show: outcomeOf }
      : { label: say('cases.assignee'), show: ({ claimedBy, claimedByMe }) => (claimedByMe === 1 ? say('cases.you') : (claimedBy ?? '—')) },
  ]
}

const Customer = ({ row: { accountId, countryCode } }: Readonly<{ row: ReviewCase }>) => (
  <span className="num inline-flex items-center gap-1.5">
    {accountId}
    {countryCode === null ? null : <Tag>{countryCode}</Tag>}
  </span>
)

const At = ({ at }: Readonly<{ at: number | null }>) => <span className="num whitespace-nowrap">{at === null ? '—' : moment(at)}</span>

const waiting: readonly Column<ReviewCase>[] = [
  { label: say('cases.age'), sort: 'age', show: (row) => <Waits row={row} /> },
  { label: say('cases.due'), sort: 'due', isExtra: true, show: ({ dueTimestamp }) => <At at={dueTimestamp} /> },
]

const closed: Column<ReviewCase> = { label: say('cases.endedAt'), sort: 'due', show: ({ closeTimestamp }) => <At at={closeTimestamp} /> }

const amountOf = (decimals: number): Column<ReviewCase> => ({
  label: say('cases.amount'),
  sort: 'amount',
  numeric: true,
  show: ({ amount, currency }) =>
    amount === null || currency === null ? '—' : <Amount amount={amount} currency={currency} decimals={decimals} />,
})

const SOON_MS = 2 * HOUR_MS

/** Shows the time it has waited, coloured by the time that staff have left. */
function Waits({ row: { openTimestamp, dueTimestamp } }: Readonly<{ row: ReviewCase }>) {
  const now = useMinutes()
  const left = dueTimestamp - now
  const waited = age(Math.max(0, now - openTimestamp))
  if (left < 0) return <span className="num whitespace-nowrap text-danger">{`${waited} · ${say('cases.late')}`}</span>
  if (left > SOON_MS) return <span className="num whitespace-nowrap">{waited}</span>
  return <span className="num whitespace-nowrap text-warn">{`${waited} · ${say('cases.soon', { age: age(left) })}`}</span>
}

const SHOWN = 2

/** The first risk flag; the tooltip lists all of them, and so does the drawer. */
function RiskFlags({ row: { kind, riskFlags } }: Readonly<{ row: ReviewCase }>) {
  if (riskFlags.length === 0) return <span className="text-text3">{say('cases.nothing')}</span>
  const names = riskFlags.map((riskFlag) => riskFlagName(kind, riskFlag))
  return (
    <span className="flex flex-wrap items-center gap-1 whitespace-nowrap" title={names.join(' · ')}>
      {names.slice(0, SHOWN).map((name) => (
        <Pill key={name} tone="warn">
          {name}
        </Pill>
      ))}
      {names.length > SHOWN ? <span className="text-meta text-text3">{say('cases.more', { count: names.length - SHOWN })}</span> : null}
    </span>
  )
}
