import type { accounts } from '@rueda/contract/admin/accounts.ts'
import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import { type ReactNode, useState } from 'react'
import { customerText, nameOf } from '../../app/customer-text.ts'
import { figure, money } from '../../app/figures.ts'
import { moment } from '../../app/moments.ts'
import { type Column, Table } from '../../app/Table.tsx'
import type { WhyDraft } from '../../app/WhyFields.tsx'
import { instrumentText } from '../../app/instrument-text.ts'
import { roleName } from '../../app/role-names.ts'
import { say } from '../../app/words.ts'
import { OrderEvents } from './OrderEvents.tsx'
import { orderStateName } from './order-names.ts'

export type Opened = StaffDataOf<typeof accounts.open>

/** Tabs of an account, one open at a time. */
export const sides = ['holdings', 'orders', 'cards', 'devices', 'messages', 'acts'] as const

type SideProps = Readonly<{ side: (typeof sides)[number]; data: Opened; why: WhyDraft }>

export function Side({ side, data, why }: SideProps) {
  if (side === 'orders') return <Orders data={data} why={why} />
  if (side === 'cards') return <Rows title={say('accounts.side.cards')} rows={data.cards} columns={cards} idOf={({ id }) => id} />
  if (side === 'messages')
    return <Rows title={say('accounts.side.messages')} rows={data.messages} columns={messages} idOf={({ id }) => id} />
  if (side === 'acts')
    return <Rows title={say('accounts.side.acts')} rows={data.acts} columns={acts} idOf={({ sequence }) => String(sequence)} />
  if (side === 'devices') return <Devices data={data} />
  return (
    <>
      <Rows title={say('accounts.wallets')} rows={data.wallets} columns={wallets} idOf={({ type }) => type} />
      <Rows title={say('accounts.positions')} rows={data.positions} columns={positions} idOf={({ id }) => id} />
    </>
  )
}

const Devices = ({ data }: Pick<SideProps, 'data'>) => (
  <>
    <Rows
      title={say('accounts.devices')}
      rows={data.devices}
      columns={devices}
      idOf={({ device, createTimestamp }) => `${device} ${createTimestamp}`}
    />
    <Rows title={say('case.signIns')} rows={data.signIns} columns={signIns} idOf={({ device, timestamp }) => `${device} ${timestamp}`} />
  </>
)

function Orders({ data, why }: Pick<SideProps, 'data' | 'why'>) {
  const [orderId, setOrderId] = useState<string | null>(null)
  const { accountId } = data.account
  return (
    <Section title={say('accounts.orders')} isEmpty={data.orders.length === 0}>
      <Table
        label={say('accounts.orders')}
        rows={data.orders}
        columns={orders}
        idOf={(order) => order.orderId}
        chosen={orderId}
        onChoose={(order) => setOrderId(order.orderId)}
      />
      {orderId === null ? null : <OrderEvents key={orderId} accountId={accountId} orderId={orderId} why={why} />}
    </Section>
  )
}

type RowsProps<Row> = Readonly<{
  title: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  idOf: (row: Row) => string
}>

const Rows = <Row,>({ title, rows, columns, idOf }: RowsProps<Row>) => (
  <Section title={title} isEmpty={rows.length === 0}>
    <Table label={title} rows={rows} columns={columns} idOf={idOf} />
  </Section>
)

const Section = ({ title, isEmpty, children }: Readonly<{ title: string; isEmpty: boolean; children: ReactNode }>) => (
  <section>
    <h3 className="pb-1 text-label text-text2">{title}</h3>
    <div className="overflow-x-auto">{isEmpty ? <p className="text-label text-text3">{say('app.empty')}</p> : children}</div>
  </section>
)

const when = (at: number): ReactNode => <span className="whitespace-nowrap">{moment(at)}</span>

const wallets: readonly Column<Opened['wallets'][number]>[] = [
  { label: say('accounts.wallet'), show: ({ type }) => nameOf('common', `wallet.${type}`, type) },
  { label: say('accounts.cash'), show: ({ cash, currency }) => money(cash, currency), numeric: true },
  { label: say('accounts.hold'), show: ({ hold }) => figure(hold), numeric: true },
  { label: say('accounts.margin'), show: ({ margin }) => figure(margin), numeric: true },
  { label: say('accounts.unsettled'), show: ({ unsettled }) => figure(unsettled), numeric: true },
]
const positions: readonly Column<Opened['positions'][number]>[] = [
  { label: say('market.instrument'), show: instrumentText },
  { label: say('accounts.side'), show: ({ side }) => say(`side.${side === 'sell' ? 'sell' : 'buy'}`) },
  { label: say('accounts.quantity'), show: ({ quantity }) => figure(quantity), numeric: true },
  { label: say('market.since'), show: ({ openTimestamp }) => when(openTimestamp) },
]
const orders: readonly Column<Opened['orders'][number]>[] = [
  { label: say('accounts.orderNo'), show: ({ orderNo }) => <span className="num whitespace-nowrap">{orderNo}</span> },
  { label: say('market.instrument'), show: instrumentText },
  { label: say('accounts.side'), show: ({ side }) => say(`side.${side === 'sell' ? 'sell' : 'buy'}`) },
  {
    label: say('accounts.filled'),
    show: ({ quantity, filledQuantity }) => `${figure(filledQuantity)} / ${figure(quantity)}`,
    numeric: true,
  },
  { label: say('accounts.limit'), show: ({ limitPrice }) => (limitPrice === null ? '—' : figure(limitPrice)), numeric: true },
  { label: say('staff.state'), show: ({ status, endReason }) => orderStateName(endReason ?? status) },
  { label: say('market.since'), show: ({ acceptTimestamp }) => when(acceptTimestamp) },
]
const cards: readonly Column<Opened['cards'][number]>[] = [
  { label: say('card.account'), show: ({ name }) => <span className="num">{name}</span> },
  { label: say('staff.state'), show: ({ status }) => say(`card.status.${status as 'checking' | 'active' | 'rejected' | 'removed'}`) },
  { label: say('why.reason'), show: ({ reason }) => (reason === null ? '—' : customerText('cards', `reason.${reason}`)) },
  { label: say('withdrawal.addedOn'), show: ({ addTimestamp }) => when(addTimestamp) },
  { label: say('card.usableFrom'), show: ({ coolingEndTimestamp }) => when(coolingEndTimestamp) },
]
const devices: readonly Column<Opened['devices'][number]>[] = [
  { label: say('accounts.device'), show: ({ device }) => device },
  { label: say('market.since'), show: ({ createTimestamp }) => when(createTimestamp) },
  { label: say('staff.lastUse'), show: ({ lastUseTimestamp }) => when(lastUseTimestamp) },
]
const signIns: readonly Column<Opened['signIns'][number]>[] = [
  { label: say('accounts.device'), show: ({ device }) => device },
  { label: say('market.since'), show: ({ timestamp }) => when(timestamp) },
  { label: say('staff.state'), show: ({ ended }) => (ended === null ? say('accounts.signedIn') : say('case.signInEnded')) },
]
const messages: readonly Column<Opened['messages'][number]>[] = [
  { label: say('audit.when'), show: ({ timestamp }) => when(timestamp) },
  {
    label: say('accounts.message'),
    show: ({ title, content }) => (
      <>
        <span className="block">{title}</span>
        <span className="block text-meta text-text3">{content}</span>
      </>
    ),
  },
  { label: say('accounts.read'), show: ({ isRead }) => say(isRead === 1 ? 'app.yes' : 'app.no') },
]
const acts: readonly Column<Opened['acts'][number]>[] = [
  { label: say('audit.when'), show: ({ timestamp }) => when(timestamp) },
  { label: say('audit.who'), show: ({ staffName }) => staffName },
  { label: say('audit.role'), show: ({ role }) => roleName(role) },
  { label: say('audit.power'), show: ({ power }) => say(`power.${power}`) },
  { label: say('why.reason'), show: ({ reason }) => say(`reason.${reason}`) },
]
