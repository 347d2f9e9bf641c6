import type { LedgerEntry } from '@rueda/contract/admin/ledger.ts'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { may, usePowers } from '../../app/session.ts'
import { moment } from '../../app/moments.ts'
import { Payload } from '../../app/Payload.tsx'
import { type Column, Table } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { ReverseForm } from './ReverseForm.tsx'
import { shownAmount } from './shown-amount.ts'

type Line = LedgerEntry['lines'][number]
const columns: readonly Column<Line>[] = [
  { label: say('ledger.account'), show: ({ account }) => <span className="num">{account}</span> },
  { label: say('ledger.debit'), show: ({ debit }) => shownAmount(debit), numeric: true },
  { label: say('ledger.credit'), show: ({ credit }) => shownAmount(credit), numeric: true },
  { label: say('ledger.balance'), show: ({ balanceAfter }) => (balanceAfter === null ? '—' : shownAmount(balanceAfter)), numeric: true },
]

/** One entry: its amounts, its cause, its place in the chain, and whether it can be reversed. */
export function EntryView({ entry, onDone }: Readonly<{ entry: LedgerEntry; onDone: () => void }>) {
  const powers = usePowers()
  const { accountId, sequence, journal, reversalOf, reversedBy, reversalBar } = entry
  return (
    <>
      <p className="text-row">
        {say(`journal.${journal}`)} <span className="text-text3">{journal}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Light holds={entry.isBalanced === 1} text={say(entry.isBalanced === 1 ? 'ledger.balanced' : 'ledger.unbalanced')} />
        <Light holds={entry.isVerified === 1} text={say(entry.isVerified === 1 ? 'ledger.verified' : 'ledger.unverified')} />
      </div>
      <div className="flex-none overflow-x-auto">
        <Table
          label={say('ledger.lines')}
          rows={entry.lines}
          columns={columns}
          idOf={({ account, debit, credit }) => `${account} ${debit} ${credit}`}
        />
      </div>
      <Payload
        value={{
          [say('ledger.when')]: moment(entry.timestamp),
          [say('ledger.valueDate')]: entry.valueDate,
          [say('ledger.cause')]: say(`cause.${entry.causeKind as 'order'}`),
          [say('ledger.reference')]: entry.causeNumber ?? entry.causeId,
          [say('ledger.hash')]: entry.hash,
          [say('ledger.previousHash')]: entry.previousHash,
        }}
      />
      <nav aria-label={say('ledger.leads')} className="flex flex-wrap gap-x-4 gap-y-1 text-label">
        <Way to={`accounts?search=${accountId}&open=${accountId}`}>{say('ledger.toAccount', { account: accountId })}</Way>
        <Way to={`ledger?accountId=${accountId}`}>{say('ledger.toOwn')}</Way>
        {entry.causeNumber === null ? null : (
          <Way to={`ledger?reference=${encodeURIComponent(entry.causeNumber)}`}>{say('ledger.toCause', { number: entry.causeNumber })}</Way>
        )}
        {entry.causeKind === 'order' ? (
          <Way to={`accounts?search=${encodeURIComponent(entry.causeNumber ?? accountId)}`}>{say('ledger.toOrder')}</Way>
        ) : null}
        {reversalOf === null ? null : (
          <Way to={`ledger?reference=${accountId}-${reversalOf}`}>{say('ledger.takesBack', { sequence: reversalOf })}</Way>
        )}
        {reversedBy === null ? null : (
          <Way to={`ledger?reference=${accountId}-${reversedBy}`}>{say('ledger.takenBackBy', { sequence: reversedBy })}</Way>
        )}
      </nav>
      {reversalBar === null ? null : <p className="text-meta text-text3">{say(`ledger.bar.${reversalBar}`)}</p>}
      {reversalBar === null && reversedBy === null && may(powers, 'ledger.reverse') ? (
        <ReverseForm key={sequence} entry={entry} onDone={onDone} />
      ) : null}
    </>
  )
}

const Light = ({ holds, text }: Readonly<{ holds: boolean; text: string }>) => (
  <Pill tone={holds ? 'up' : 'danger'} shape={holds ? 'check' : 'cross'}>
    {text}
  </Pill>
)

const Way = ({ to, children }: Readonly<{ to: string; children: string }>) => (
  <a href={`#/${to}`} className="inline-flex min-h-8 items-center text-accent">
    {children}
  </a>
)
