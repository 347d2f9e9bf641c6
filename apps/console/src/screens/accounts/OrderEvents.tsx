import { accounts } from '@rueda/contract/admin/accounts.ts'
import { Timeline } from '@rueda/ui/Timeline.tsx'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../app/api.ts'
import { LoadedBlock } from '../../app/Table.tsx'
import { type WhyDraft, whyOf } from '../../app/WhyFields.tsx'

/** Everything that happened to an order, as the customer sees it. */
export function OrderEvents({ accountId, orderId, why }: Readonly<{ accountId: string; orderId: string; why: WhyDraft }>) {
  const events = useQuery({ ...read(accounts.order, { accountId, orderId, ...whyOf(why) }), staleTime: Number.POSITIVE_INFINITY })
  return (
    <div className="p-3">
      <LoadedBlock query={events}>
        {(order) => (
          <Timeline
            steps={[...order.events, ...order.fills]
              .toSorted((a, b) => a.timestamp - b.timestamp)
              .map(({ kind, timestamp, price, quantity, reason }) => ({
                label: [kind, quantity, price === null ? null : `@ ${price}`].filter((part) => part !== null).join(' '),
                state: 'done',
                at: timestamp,
                ...(reason === null ? {} : { reason }),
              }))}
          />
        )}
      </LoadedBlock>
    </div>
  )
}
