import { type StaffPlacing, placings } from '@rueda/contract/admin/placing.ts'
import { CopyValue } from '@rueda/ui/actions/CopyValue.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { call, read } from '../../app/api.ts'
import { figure } from '../../app/figures.ts'
import { may, usePowers } from '../../app/session.ts'
import type { Column } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { Balance } from '../../shared/subscriptions/Balance.tsx'
import { OfferingsPage } from '../../shared/subscriptions/OfferingsPage.tsx'
import { OpenedOffering } from '../../shared/subscriptions/OpenedOffering.tsx'
import { sumColumns, windowColumns, windowOf } from '../../shared/subscriptions/columns.tsx'

const tones = { 0: 'flat', 1: 'up', 2: 'info', 3: 'up', 5: 'danger' } as const
type Code = keyof typeof tones

const StateOf = ({ row: { status } }: Readonly<{ row: StaffPlacing }>) => (
  <Pill tone={tones[status as Code]}>{say(`placing.state.${status as Code}`)}</Pill>
)

const NONE_YET = '–'
const figureOr = (value: string | null): string => (value === null ? NONE_YET : figure(value))
const dateOr = (date: string | null): string => (date === null ? NONE_YET : formatDate(date))

const columnsNow = (): readonly Column<StaffPlacing>[] => [
  ...windowColumns(),
  { label: say('placing.discount'), show: ({ discountPct }) => `${figure(discountPct)} %`, numeric: true },
  { label: say('subscriptions.price'), show: ({ price }) => figureOr(price), numeric: true },
  ...sumColumns(),
  { label: say('subscriptions.state'), show: (row) => <StateOf row={row} /> },
]

/** Placings: what happens by itself is looked at here; nothing but a whole placing can be taken back, before its allotment. */
export const Placings = () => (
  <OfferingsPage
    title={say('nav.placing')}
    notice={say('placing.noResult')}
    read={(asked) => read(placings.list, asked, { live: true })}
    columns={columnsNow()}
    opened={(row, onDone) => <Opened row={row} onDone={onDone} />}
  />
)

function Opened({ row, onDone }: Readonly<{ row: StaffPlacing; onDone: () => void }>) {
  const powers = usePowers()
  const { price, quota, lotSize, listHash, allottedLots } = row
  return (
    <OpenedOffering
      facts={[
        { label: say('subscriptions.state'), value: <StateOf row={row} /> },
        { label: say('placing.discount'), value: `${figure(row.discountPct)} %` },
        { label: say('placing.reference'), value: figureOr(row.referencePrice) },
        { label: say('subscriptions.price'), value: figureOr(price) },
        quota === null || lotSize === null
          ? null
          : { label: say('subscriptions.tranche'), value: say('subscriptions.lots', { num: String(quota), lot: figure(lotSize) }) },
        { label: say('subscriptions.window'), value: windowOf(row) },
        quota === null ? null : { label: say('subscriptions.allotted'), value: `${allottedLots} / ${quota}` },
        { label: say('placing.unlocks'), value: dateOr(row.unlockDate) },
        { label: say('subscriptions.balance'), value: <Balance balanced={row.balanced} /> },
        listHash === null
          ? null
          : { label: say('subscriptions.list'), value: <CopyValue value={listHash} label={say('subscriptions.list')} /> },
      ]}
      withdrawing={
        row.withdrawable === 1 && may(powers, 'placing.withdraw')
          ? {
              consequence: say('placing.withdrawWhy'),
              label: say('placing.withdraw'),
              withdraw: (why) => call(placings.withdraw, { id: row.id, ...why }),
            }
          : null
      }
      onDone={onDone}
    />
  )
}
