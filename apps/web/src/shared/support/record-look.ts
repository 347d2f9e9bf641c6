import { codeOfOrderStatus, subStatusOfOrder } from '@rueda/contract/codes.ts'
import type { Deposit } from '@rueda/contract/deposits.ts'
import type { RecordCard } from '@rueda/contract/support.ts'
import type { Status } from '@rueda/ui/pills/Pill.tsx'
import { useText } from '../text/text.ts'
import { statusOf as depositStatus } from '../deposits/deposit-status.ts'
import { statusOf as orderStatus } from '../orders/order-status-view.ts'
import { type State, statusOfState } from '../withdrawals/withdrawal-status.ts'

/** The state of a record as its own list shows it. */
export function useRecordStatus({ kind, status }: RecordCard): Status {
  const orders = useText('orders')
  const withdrawals = useText('withdrawals')
  const states = useText('status')
  if (kind === 'deposit') return depositStatus(states, { state: status as Deposit['state'] })
  if (kind === 'withdrawal') return statusOfState(withdrawals, status as State)
  const word = status as keyof typeof codeOfOrderStatus
  return orderStatus(orders, { status: codeOfOrderStatus[word], subStatus: subStatusOfOrder[word] })
}
