import type { Position } from '@rueda/contract/positions.ts'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPrice } from '@rueda/ui/formats/format.ts'
import { useText } from '../text/text.ts'

/** The direction of a position on margin, its liquidation price, and its margin state unless normal. */
export function MarginLine({ position }: { position: Position }) {
  const t = useText('positions')
  const { language } = useUi()
  if (position.isolatedPosition === 0) return null
  const { marginState } = position
  const facts = { num: String(position.leverage), price: formatPrice(language, position.liquidationPrice, position.decimals) }
  const side = sides[position.direction === 0 ? 'long' : 'short'][position.leverage > 1 ? 'by' : 'plain']
  return (
    <span className="flex min-w-0 basis-full flex-wrap items-center justify-between gap-x-2 gap-y-0.5">
      <span className="num text-meta text-text3">{t(side, facts)}</span>
      {marginState === null || marginState === 'NORMAL' ? null : (
        <Pill tone={marginState === 'WARN' ? 'warn' : 'danger'}>{t(states[marginState])}</Pill>
      )}
    </span>
  )
}

const sides = {
  long: { plain: 'margin.long', by: 'margin.longBy' },
  short: { plain: 'margin.short', by: 'margin.shortBy' },
} as const
const states = { WARN: 'margin.stateWarn', CALL: 'margin.stateCall', LIQUIDATE: 'margin.stateLiquidate' } as const
