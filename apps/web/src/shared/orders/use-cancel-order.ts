import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { toast } from '@rueda/ui/messages/toast.ts'
import { type Call, useCall } from '../server/api.ts'
import { useText } from '../text/text.ts'

const outdated = [orders.list, positions.byStock, positions.holding, positions.sizes, wallets.all, wallets.overview]

/** Cancels what is still working of an order, and says so. */
export function useCancelOrder(onDone: () => void): Call<typeof orders.cancel> {
  const t = useText('orders')
  return useCall(orders.cancel, {
    refreshes: outdated,
    onDone: () => {
      void toast(t('detail.cancelled'))
      onDone()
    },
  })
}
