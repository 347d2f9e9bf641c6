import type { LedgerEntry } from '@rueda/contract/admin/ledger.ts'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import type { ReactNode } from 'react'
import { moment } from '../../app/moments.ts'
import { type Column, Table } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { shownAmount } from './shown-amount.ts'

type Line = LedgerEntry['lines'][number]

const columns: readonly Column<LedgerEntry>[] = [
  {
    label: say('ledger.entry'),
    show: ({ timestamp, accountId, sequence }) => (
      <Beside detail={moment(timestamp)}>
        <span className="num">
          {accountId}-{sequence}
        </span>
      </Beside>
    ),
  },
  {
    label: say('ledger.kind'),
    show: (entry) => (
      <Beside detail={entry.causeNumber ?? say(`cause.${entry.causeKind as 'order'}`)}>
        <Kind entry={entry} />
      </Beside>
    ),
  },
  {
    label: say('ledger.account'),
    show: ({ lines }) => (
      <Lines lines={lines}>
        {({ account, asset }) => (
          <>
            {account} <span className="text-meta text-text3">{account.endsWith(asset) ? '' : asset}</span>
          </>
        )}
      </Lines>
    ),
  },
  { label: say('ledger.debit'), show: ({ lines }) => <Lines lines={lines}>{({ debit }) => shownAmount(debit)}</Lines>, numeric: true },
  { label: say('ledger.credit'), show: ({ lines }) => <Lines lines={lines}>{({ credit }) => shownAmount(credit)}</Lines>, numeric: true },
  {
    label: say('ledger.balance'),
    show: ({ lines }) => <Lines lines={lines}>{({ balanceAfter }) => (balanceAfter === null ? '—' : shownAmount(balanceAfter))}</Lines>,
    numeric: true,
  },
]

type JournalProps = Readonly<{ entries: readonly LedgerEntry[]; chosen: string | null; onChoose: (entry: LedgerEntry) => void }>

/** Entries with their lines, as in a journal: the event, and beside it the accounts that lost and those that gained. */
export const Journal = ({ entries, chosen, onChoose }: JournalProps) => (
  <Table label={say('nav.ledger')} rows={entries} columns={columns} idOf={({ hash }) => hash} chosen={chosen} onChoose={onChoose} />
)

/** Lines one under the other, at the same height in every column. */
const Lines = ({ lines, children }: Readonly<{ lines: readonly Line[]; children: (line: Line) => ReactNode }>) =>
  lines.map((line) => (
    <div key={`${line.account} ${line.debit} ${line.credit}`} className="h-6 leading-6 whitespace-nowrap">
      {children(line)}
    </div>
  ))

const Beside = ({ detail, children }: Readonly<{ detail: string; children: ReactNode }>) => (
  <div className="leading-6 whitespace-nowrap">
    {children}
    <div className="num text-meta text-text3">{detail}</div>
  </div>
)

/** The kind of an entry, with a mark when it does not verify or was taken back. */
function Kind({ entry: { journal, isVerified, isBalanced, reversedBy } }: Readonly<{ entry: LedgerEntry }>) {
  return (
    <span className="flex items-center gap-2">
      {say(`journal.${journal}`)}
      <span className="text-meta text-text3">{journal}</span>
      {isVerified === 0 || isBalanced === 0 ? (
        <Pill tone="danger" shape="cross">
          {say('ledger.broken')}
        </Pill>
      ) : null}
      {reversedBy === null ? null : <Pill tone="warn">{say('ledger.reversed')}</Pill>}
    </span>
  )
}
