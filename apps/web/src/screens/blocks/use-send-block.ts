import { blocks } from '@rueda/contract/blocks.ts'
import { useHeld } from '../../shared/forms/use-held.ts'
import { type Call, useCall } from '../../shared/server/api.ts'
import type { BuyingPower } from '../../shared/wallets/buying-power.ts'
import { useBuyingPower } from '../../shared/wallets/use-buying-power.ts'
import { WALLET } from './BlockCost.tsx'
import type { Placed } from './BlockSheet.tsx'

type Sent = Readonly<{ side: 'buy' | 'sell'; total: string; onDone: (placed: Placed) => void }>
export type BlockSending = Readonly<{ sending: Call<typeof blocks.create>; power: BuyingPower }>

/** How a block is sent, and what there is to pay it with; a sale takes nothing. */
export function useSendBlock({ side, total, onDone }: Sent): BlockSending {
  const sending = useCall(blocks.create, { onDone })
  const power = useBuyingPower(WALLET, side === 'buy' ? total : '')
  return { sending, power: useHeld(power, sending.pending) }
}
