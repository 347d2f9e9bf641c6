import { accounts } from '@rueda/contract/admin/accounts.ts'
import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import type { StaffRole } from '@rueda/rules/staff/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { usePermissions } from 'react-admin'
import { read } from '../../app/api.ts'
import { may } from '../../app/auth-provider.ts'
import { moment } from '../../app/moments.ts'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'
import { type WhyDraft, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { AccountActs } from './AccountActs.tsx'
import { OrderEvents } from './OrderEvents.tsx'
import { Unmasked } from './Unmasked.tsx'

type Opened = StaffDataOf<typeof accounts.open>

const wallets: readonly Column<Opened['wallets'][number]>[] = [
  { label: say('accounts.wallet'), show: ({ type }) => type },
  { label: say('accounts.cash'), show: ({ cash, currency }) => `${cash} ${currency}`, numeric: true },
  { label: say('accounts.hold'), show: ({ hold }) => hold, numeric: true },
  { label: say('accounts.margin'), show: ({ margin }) => margin, numeric: true },
]
const positions: readonly Column<Opened['positions'][number]>[] = [
  { label: say('market.instrument'), show: ({ instrumentId }) => instrumentId },
  { label: say('accounts.side'), show: ({ side }) => say(`side.${side === 'sell' ? 'sell' : 'buy'}`) },
  { label: say('accounts.quantity'), show: ({ quantity }) => quantity, numeric: true },
  { label: say('market.since'), show: ({ openTimestamp }) => moment(openTimestamp) },
]
const orders: readonly Column<Opened['orders'][number]>[] = [
  { label: say('market.instrument'), show: ({ instrumentId }) => instrumentId },
  { label: say('accounts.side'), show: ({ side }) => say(`side.${side === 'sell' ? 'sell' : 'buy'}`) },
  { label: say('accounts.quantity'), show: ({ quantity, filledQuantity }) => `${filledQuantity} / ${quantity}`, numeric: true },
  { label: say('staff.state'), show: ({ status }) => status },
  { label: say('market.since'), show: ({ acceptTimestamp }) => moment(acceptTimestamp) },
]
const devices: readonly Column<Opened['devices'][number]>[] = [
  { label: say('accounts.device'), show: ({ device }) => device },
  { label: say('staff.lastUse'), show: ({ lastUseTimestamp }) => moment(lastUseTimestamp) },
]

/** One customer from all sides, read-only: nobody but the customer and the rules ends an order or moves a balance. */
export function AccountView({ accountId, why }: Readonly<{ accountId: string; why: WhyDraft }>) {
  const { permissions = [] } = usePermissions<StaffRole[]>()
  const opened = useQuery({ ...read(accounts.open, { accountId, ...whyOf(why) }), staleTime: Number.POSITIVE_INFINITY })
  const [orderId, setOrderId] = useState<string | null>(null)
  return (
    <LoadedBlock query={opened}>
      {({ account, ...data }) => (
        <>
          <p className="text-row">
            {account.email} · {account.username} · {say(`kyc.${account.kycStatus as 'none' | 'pending' | 'passed' | 'failed'}`)}
          </p>
          {may(permissions, 'accounts.unmask') ? <Unmasked accountId={accountId} why={why} /> : null}
          <Section title={say('accounts.wallets')}>
            <Table label={say('accounts.wallets')} rows={data.wallets} columns={wallets} idOf={({ type }) => type} />
          </Section>
          <Section title={say('accounts.positions')}>
            <Table label={say('accounts.positions')} rows={data.positions} columns={positions} idOf={({ id }) => id} />
          </Section>
          <Section title={say('accounts.orders')}>
            <Table
              label={say('accounts.orders')}
              rows={data.orders}
              columns={orders}
              idOf={(order) => order.orderId}
              chosen={orderId}
              onChoose={(order) => setOrderId(order.orderId)}
            />
            {orderId === null ? null : <OrderEvents accountId={accountId} orderId={orderId} why={why} />}
          </Section>
          <Section title={say('accounts.devices')}>
            <Table
              label={say('accounts.devices')}
              rows={data.devices}
              columns={devices}
              idOf={(row) => `${row.device} ${row.createTimestamp}`}
            />
          </Section>
          {may(permissions, 'accounts.freeze') ? <AccountActs account={account} onDone={() => void opened.refetch()} /> : null}
        </>
      )}
    </LoadedBlock>
  )
}

const Section = ({ title, children }: Readonly<{ title: string; children: ReactNode }>) => (
  <section>
    <h3 className="pb-1 text-label text-text2">{title}</h3>
    <div className="overflow-x-auto">{children}</div>
  </section>
)
