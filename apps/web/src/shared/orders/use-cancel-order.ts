import { orders } from '@rueda/contract/orders.ts'
import { toast } from '@rueda/ui/messages/toast.ts'
import { type Call, useCall } from '../server/api.ts'
import { useText } from '../text/text.ts'

/** Cancels what is still working of an order, and says so. */
export function useCancelOrder(onDone: () => void): Call<typeof orders.cancel> {
  const t = useText('orders')
  return useCall(orders.cancel, {
    onDone: () => {
      void toast(t('detail.cancelled'))
      onDone()
    },
  })
}
