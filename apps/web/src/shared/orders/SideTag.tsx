import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { useText } from '../text/text.ts'

/** Bought or sold, as a word on its colour. */
export function SideTag({ direction }: { direction: number }) {
  const t = useText('orders')
  return <Pill tone={direction === 0 ? 'up' : 'down'}>{t(direction === 0 ? 'tag.buy' : 'tag.sell')}</Pill>
}
