import { type StaffIpo, subscriptions } from '@rueda/contract/admin/subscriptions.ts'
import { CopyValue } from '@rueda/ui/actions/CopyValue.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { call, read } from '../../app/api.ts'
import { figure } from '../../app/figures.ts'
import { moment } from '../../app/moments.ts'
import { may, usePowers } from '../../app/session.ts'
import type { Column } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { Balance } from '../../shared/subscriptions/Balance.tsx'
import { OfferingsPage } from '../../shared/subscriptions/OfferingsPage.tsx'
import { OpenedOffering } from '../../shared/subscriptions/OpenedOffering.tsx'
import { sumColumns, windowColumns, windowOf } from '../../shared/subscriptions/columns.tsx'

type Code = 0 | 1 | 2 | 3 | 4 | 5
const tones = ['flat', 'up', 'info', 'info', 'up', 'danger'] as const

const StateOf = ({ row: { status } }: Readonly<{ row: StaffIpo }>) => (
  <Pill tone={tones[status as Code]}>{say(`subscriptions.state.${status as Code}`)}</Pill>
)

const columnsNow = (): readonly Column<StaffIpo>[] => [
  ...windowColumns(),
  { label: say('subscriptions.drawAt'), show: ({ drawTimestamp }) => moment(drawTimestamp) },
  ...sumColumns(),
  { label: say('subscriptions.state'), show: (row) => <StateOf row={row} /> },
]

/** New shares: what happens by itself is looked at here; nothing but the whole offering can be taken back. */
export const Subscriptions = () => (
  <OfferingsPage
    title={say('nav.subscriptions')}
    notice={say('subscriptions.noResult')}
    read={(asked) => read(subscriptions.list, asked, { live: true })}
    columns={columnsNow()}
    opened={(row, onDone) => <Opened row={row} onDone={onDone} />}
  />
)

function Opened({ row, onDone }: Readonly<{ row: StaffIpo; onDone: () => void }>) {
  const powers = usePowers()
  const { price, quota, lotSize, commitHash, listHash, listDate, allottedLots } = row
  return (
    <OpenedOffering
      facts={[
        { label: say('subscriptions.state'), value: <StateOf row={row} /> },
        { label: say('subscriptions.price'), value: figure(price) },
        { label: say('subscriptions.tranche'), value: say('subscriptions.lots', { num: String(quota), lot: figure(lotSize) }) },
        { label: say('subscriptions.window'), value: windowOf(row) },
        { label: say('subscriptions.drawAt'), value: moment(row.drawTimestamp) },
        { label: say('subscriptions.listsOn'), value: formatDate(listDate) },
        { label: say('subscriptions.allotted'), value: `${allottedLots} / ${quota}` },
        { label: say('subscriptions.balance'), value: <Balance balanced={row.balanced} /> },
        { label: say('subscriptions.commitment'), value: <CopyValue value={commitHash} label={say('subscriptions.commitment')} /> },
        listHash === null
          ? null
          : { label: say('subscriptions.list'), value: <CopyValue value={listHash} label={say('subscriptions.list')} /> },
      ]}
      withdrawing={
        row.withdrawable === 1 && may(powers, 'subscriptions.withdraw')
          ? {
              consequence: say('subscriptions.withdrawWhy'),
              label: say('subscriptions.withdraw'),
              withdraw: (why) => call(subscriptions.withdraw, { id: row.id, ...why }),
            }
          : null
      }
      onDone={onDone}
    />
  )
}
