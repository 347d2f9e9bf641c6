import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { hrefTo } from '../pages/go.ts'
import type { QuoteDetail } from '../quotes/instrument.ts'
import { useText } from '../text/text.ts'
import { isPlannable } from './is-plannable.ts'

type PlanDoorProps = Readonly<{ detail: Pick<QuoteDetail, 'market' | 'certificate' | 'stock_code'>; amount?: string | undefined }>

/** The way from a share to buying it every month; nothing where no part of it can be bought. */
export function PlanDoor({ detail, amount }: PlanDoorProps) {
  const t = useText('plans')
  if (!isPlannable(detail)) return null
  return (
    <p className="flex justify-center">
      <TextLink href={hrefTo('pages/plan/index', { stock: detail.stock_code, market: detail.market, amount })}>{t('door')}</TextLink>
    </p>
  )
}
