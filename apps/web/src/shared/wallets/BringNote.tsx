import { useText } from '../text/text.ts'
import type { BuyingPower } from './buying-power.ts'

/** Beside the button that confirms: the transfer is no step of its own. */
export function BringNote({ power: { bring } }: Readonly<{ power: Pick<BuyingPower, 'bring'> }>) {
  const orders = useText('orders')
  return bring.length === 0 ? null : <p className="text-meta text-text2">{orders('bring.note')}</p>
}
