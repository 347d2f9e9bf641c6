import { formatScaled } from '@rueda/rules/decimal.ts'
import { type Agency, type AgencyId, EXIT_FEE, STOP_SHARE, type Strategy, agencies } from '@rueda/rules/follow/agency.ts'
import { INVESTED } from '@rueda/rules/follow/strike.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { type Translate, useText } from '../../shared/text/text.ts'
import { shareText } from './figures.ts'

/** The rule of an agency in the reader's language, from the parameters that its English text is written from. */
export function RuleGloss({ id }: Readonly<{ id: AgencyId }>) {
  const t = useText('follow')
  const { strategy, managementFee, profitShare }: Agency = agencies[id]
  const { language } = useUi()
  const share = (value: bigint): string => shareText(language, formatScaled(value))
  const costs = { management: share(managementFee), share: share(profitShare), exit: share(EXIT_FEE), stop: share(STOP_SHARE) }
  return (
    <>
      <ul className="flex list-disc flex-col gap-1.5 pl-4 text-label font-normal text-text2">
        <li>{t(`gloss.every.${strategy.every}`)}</li>
        <li>{holdsText(t, strategy)}</li>
        <li>{t('gloss.carriesOut', { invested: share(INVESTED) })}</li>
        <li>{t('gloss.costs', costs)}</li>
      </ul>
      <p className="text-meta text-text3">{t('gloss.binds')}</p>
    </>
  )
}

function holdsText(t: Translate<'follow'>, { kind, every: _, ...figures }: Strategy): string {
  // A text with a `count` of its own would be one of the two of a plural.
  const named = Object.entries(figures).map(([name, value]) => [name === 'count' ? 'num' : name, String(value)])
  return t(`gloss.holds.${kind}`, Object.fromEntries(named))
}
