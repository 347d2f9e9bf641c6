import { type StaffIpo, subscriptions } from '@rueda/contract/admin/subscriptions.ts'
import { CopyValue } from '@rueda/ui/actions/CopyValue.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '../../app/api.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { figure } from '../../app/figures.ts'
import { moment } from '../../app/moments.ts'
import { Page, Panel } from '../../app/Page.tsx'
import { Pages } from '../../app/Pages.tsx'
import { may, useRoles } from '../../app/session.ts'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { Balance } from '../../shared/subscriptions/Balance.tsx'
import { WithdrawOffering } from '../../shared/subscriptions/WithdrawOffering.tsx'

const PER_PAGE = 25
type Code = 0 | 1 | 2 | 3 | 4 | 5
const tones = ['flat', 'up', 'info', 'info', 'up', 'danger'] as const

const StateOf = ({ row: { status } }: Readonly<{ row: StaffIpo }>) => (
  <Pill tone={tones[status as Code]}>{say(`subscriptions.state.${status as Code}`)}</Pill>
)

const columnsNow = (): readonly Column<StaffIpo>[] => [
  { label: say('market.instrument'), show: ({ stockCode }) => stockCode },
  { label: say('staff.name'), show: ({ name }) => name },
  {
    label: say('subscriptions.window'),
    show: ({ openTimestamp, closeTimestamp }) => `${moment(openTimestamp)} – ${moment(closeTimestamp)}`,
  },
  { label: say('subscriptions.drawAt'), show: ({ drawTimestamp }) => moment(drawTimestamp) },
  { label: say('subscriptions.applications'), show: ({ applications }) => String(applications), numeric: true },
  { label: say('subscriptions.requested'), show: ({ requested }) => figure(requested), numeric: true },
  { label: say('subscriptions.held'), show: ({ held }) => figure(held), numeric: true },
  { label: say('subscriptions.paid'), show: ({ paid }) => figure(paid), numeric: true },
  { label: say('subscriptions.refunded'), show: ({ refunded }) => figure(refunded), numeric: true },
  { label: say('subscriptions.balance'), show: ({ balanced }) => <Balance balanced={balanced} /> },
  { label: say('subscriptions.state'), show: (row) => <StateOf row={row} /> },
]

/** New shares: what happens by itself is looked at here; nothing but the whole offering can be taken back. */
export function Subscriptions() {
  const [pageNum, setPage] = useState(1)
  const [openId, open] = useState<string | null>(null)
  const list = useQuery({
    ...read(subscriptions.list, { pageNum, pageSize: PER_PAGE }, { live: true }),
    placeholderData: keepPreviousData,
  })
  const chosen = list.data?.list.find(({ id }) => id === openId) ?? null
  return (
    <Page title={say('nav.subscriptions')}>
      <InlineMessage tone="info">{say('subscriptions.noResult')}</InlineMessage>
      <Panel>
        <LoadedBlock query={list} isEmpty={({ total }) => total === 0}>
          {(page) => (
            <>
              <Table
                label={say('nav.subscriptions')}
                rows={page.list}
                columns={columnsNow()}
                idOf={({ id }) => id}
                chosen={openId}
                onChoose={({ id }) => open(id)}
              />
              <Pages pageNum={page.pageNum} pages={page.pages} total={page.total} onPage={setPage} />
            </>
          )}
        </LoadedBlock>
      </Panel>
      {chosen === null ? null : (
        <Drawer title={`${chosen.name} · ${chosen.stockCode}`} onClose={() => open(null)}>
          <Offering key={chosen.id} row={chosen} onDone={() => open(null)} />
        </Drawer>
      )}
    </Page>
  )
}

type OfferingProps = Readonly<{ row: StaffIpo; onDone: () => void }>

function Offering({ row, onDone }: OfferingProps) {
  const roles = useRoles()
  const { price, quota, lotSize, commitHash, listHash, listDate, allottedLots } = row
  return (
    <>
      <Facts
        rows={[
          { label: say('subscriptions.state'), value: <StateOf row={row} /> },
          { label: say('subscriptions.price'), value: figure(price) },
          { label: say('subscriptions.tranche'), value: say('subscriptions.lots', { num: String(quota), lot: figure(lotSize) }) },
          { label: say('subscriptions.window'), value: `${moment(row.openTimestamp)} – ${moment(row.closeTimestamp)}` },
          { label: say('subscriptions.drawAt'), value: moment(row.drawTimestamp) },
          { label: say('subscriptions.listsOn'), value: formatDate(listDate) },
          { label: say('subscriptions.allotted'), value: `${allottedLots} / ${quota}` },
          { label: say('subscriptions.balance'), value: <Balance balanced={row.balanced} /> },
          { label: say('subscriptions.commitment'), value: <CopyValue value={commitHash} label={say('subscriptions.commitment')} /> },
          listHash === null
            ? null
            : { label: say('subscriptions.list'), value: <CopyValue value={listHash} label={say('subscriptions.list')} /> },
        ]}
      />
      <p className="text-meta text-text3">{say('subscriptions.zone')}</p>
      {row.withdrawable === 1 && may(roles, 'subscriptions.withdraw') ? (
        <WithdrawOffering
          consequence={say('subscriptions.withdrawWhy')}
          label={say('subscriptions.withdraw')}
          withdraw={(why) => call(subscriptions.withdraw, { id: row.id, ...why })}
          onDone={onDone}
        />
      ) : null}
    </>
  )
}
