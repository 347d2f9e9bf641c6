import type { Card as CardRow } from '@rueda/contract/cards.ts'
import { type Withdrawal, withdrawals } from '@rueda/contract/withdrawals.ts'
import { finish } from '@rueda/ui/fields/typing.ts'
import { useState } from 'react'
import { useCall } from '../../shared/server/api.ts'
import { useQueryOfPage } from '../../shared/pages/go.ts'
import { firstUsable, usableOf } from './CardChoice.tsx'
import type { Sending } from './ReviewSheet.tsx'

type Applying = Readonly<{ walletType: Withdrawal['walletType']; type: 'bank' | 'vm'; own: readonly CardRow[] }>

/** A withdrawal to a saved destination while it is being written, and its result. */
export function useApply({ walletType, type, own }: Applying) {
  const asked = useQueryOfPage()
  const [chosen, choose] = useState(asked['card'] ?? null)
  const [amount, setAmount] = useState(asked['amount'] ?? '')
  const applying = useCall(withdrawals.apply)
  const card = usableOf(own, chosen) ?? firstUsable(own) ?? null
  const sending: Sending = {
    pending: applying.pending,
    error: applying.error,
    done: applying.data ?? null,
    send: (proof) => {
      if (card !== null) void applying.run({ walletType, type, cardId: card.id, amount: finish(amount), ...proof })
    },
  }
  const again = (): void => {
    applying.reset()
    setAmount('')
  }
  return { card, choose, amount, setAmount, sending, again }
}
