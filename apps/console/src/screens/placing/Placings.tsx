import { type StaffPlacing, placings } from '@rueda/contract/admin/placing.ts'
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
const tones = { 0: 'flat', 1: 'up', 2: 'info', 3: 'up', 5: 'danger' } as const
type Code = keyof typeof tones

const StateOf = ({ row: { status } }: Readonly<{ row: StaffPlacing }>) => (
  <Pill tone={tones[status as Code]}>{say(`placing.state.${status as Code}`)}</Pill>
)

const NONE_YET = '–'
const figureOr = (value: string | null): string => (value === null ? NONE_YET : figure(value))
const dateOr = (date: string | null): string => (date === null ? NONE_YET : formatDate(date))

const columnsNow = (): readonly Column<StaffPlacing>[] => [
  { label: say('market.instrument'), show: ({ stockCode }) => stockCode },
  { label: say('staff.name'), show: ({ name }) => name },
  {
    label: say('subscriptions.window'),
    show: ({ openTimestamp, closeTimestamp }) => `${moment(openTimestamp)} – ${moment(closeTimestamp)}`,
  },
  { label: say('placing.discount'), show: ({ discountPct }) => `${figure(discountPct)} %`, numeric: true },
  { label: say('subscriptions.price'), show: ({ price }) => figureOr(price), numeric: true },
  { label: say('subscriptions.applications'), show: ({ applications }) => String(applications), numeric: true },
  { label: say('subscriptions.requested'), show: ({ requested }) => figure(requested), numeric: true },
  { label: say('subscriptions.held'), show: ({ held }) => figure(held), numeric: true },
  { label: say('subscriptions.paid'), show: ({ paid }) => figure(paid), numeric: true },
  { label: say('subscriptions.refunded'), show: ({ refunded }) => figure(refunded), numeric: true },
  { label: say('subscriptions.balance'), show: ({ balanced }) => <Balance balanced={balanced} /> },
  { label: say('subscriptions.state'), show: (row) => <StateOf row={row} /> },
]

/** Placings: what happens by itself is looked at here; nothing but a whole placing can be taken back, before its allotment. */
export function Placings() {
  const [pageNum, setPage] = useState(1)
  const [openId, open] = useState<string | null>(null)
  const list = useQuery({
    ...read(placings.list, { pageNum, pageSize: PER_PAGE }, { live: true }),
    placeholderData: keepPreviousData,
  })
  const chosen = list.data?.list.find(({ id }) => id === openId) ?? null
  return (
    <Page title={say('nav.placing')}>
      <InlineMessage tone="info">{say('placing.noResult')}</InlineMessage>
      <Panel>
        <LoadedBlock query={list} isEmpty={({ total }) => total === 0}>
          {(page) => (
            <>
              <Table
                label={say('nav.placing')}
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
          <Opened key={chosen.id} row={chosen} onDone={() => open(null)} />
        </Drawer>
      )}
    </Page>
  )
}

function Opened({ row, onDone }: Readonly<{ row: StaffPlacing; onDone: () => void }>) {
  const roles = useRoles()
  const { price, quota, lotSize, listHash, allottedLots } = row
  return (
    <>
      <Facts
        rows={[
          { label: say('subscriptions.state'), value: <StateOf row={row} /> },
          { label: say('placing.discount'), value: `${figure(row.discountPct)} %` },
          { label: say('placing.reference'), value: figureOr(row.referencePrice) },
          { label: say('subscriptions.price'), value: figureOr(price) },
          quota === null || lotSize === null
            ? null
            : { label: say('subscriptions.tranche'), value: say('subscriptions.lots', { num: String(quota), lot: figure(lotSize) }) },
          { label: say('subscriptions.window'), value: `${moment(row.openTimestamp)} – ${moment(row.closeTimestamp)}` },
          quota === null ? null : { label: say('subscriptions.allotted'), value: `${allottedLots} / ${quota}` },
          { label: say('placing.unlocks'), value: dateOr(row.unlockDate) },
          { label: say('subscriptions.balance'), value: <Balance balanced={row.balanced} /> },
          listHash === null
            ? null
            : { label: say('subscriptions.list'), value: <CopyValue value={listHash} label={say('subscriptions.list')} /> },
        ]}
      />
      <p className="text-meta text-text3">{say('subscriptions.zone')}</p>
      {row.withdrawable === 1 && may(roles, 'placing.withdraw') ? (
        <WithdrawOffering
          consequence={say('placing.withdrawWhy')}
          label={say('placing.withdraw')}
          withdraw={(why) => call(placings.withdraw, { id: row.id, ...why })}
          onDone={onDone}
        />
      ) : null}
    </>
  )
}
