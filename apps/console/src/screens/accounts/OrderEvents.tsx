import { accounts } from '@rueda/contract/admin/accounts.ts'
import { Timeline } from '@rueda/ui/lists/Timeline.tsx'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../app/api.ts'
import { LoadedBlock } from '../../app/Table.tsx'
import { type WhyDraft, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { orderStateName } from './order-names.ts'

const kindName = (kind: string): string => {
  if (kind === 'accepted') return say('accounts.accepted')
  return kind === 'fill' ? say('accounts.fill') : orderStateName(kind)
}

/** Everything that happened to an order, as the customer sees it. */
export function OrderEvents({ accountId, orderId, why }: Readonly<{ accountId: string; orderId: string; why: WhyDraft }>) {
  const events = useQuery(read(accounts.order, { accountId, orderId, ...whyOf(why) }, { once: true }))
  return (
    <div className="p-3">
      <LoadedBlock query={events}>
        {(order) => (
          <Timeline
            steps={[...order.events, ...order.fills]
              .toSorted((a, b) => a.timestamp - b.timestamp)
              .map(({ kind, timestamp, price, quantity, reason }) => ({
                label: [kindName(kind), quantity, price === null ? null : `@ ${price}`].filter((part) => part !== null).join(' '),
                state: 'done',
                at: timestamp,
                ...(reason === null ? {} : { reason: orderStateName(reason) }),
              }))}
          />
        )}
      </LoadedBlock>
    </div>
  )
}
