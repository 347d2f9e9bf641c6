import type { MiningState } from '@rueda/contract/mining.ts'
import { chanceOf } from '@rueda/rules/mining/share.ts'
import { MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import { formatNumber } from '@rueda/ui/formats/format.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useText } from '../../shared/text/text.ts'
import { percent } from './StateCard.tsx'

/** What a round costs, how long it takes, and the chance it has: before the button. */
export function TermsCard({ state }: Readonly<{ state: MiningState }>) {
  const t = useText('mining')
  const { language } = useUi()
  const { energy, tries, roundMs, ordinaryRate } = state
  const number = (value: number | string) => formatNumber(language, String(value))
  const hashes = ordinaryRate * (roundMs / SECOND_MS)
  return (
    <Card title={t('terms')}>
      <Facts
        rows={[
          { label: t('cost'), value: t('cost.value', { num: number(energy.needed) }) },
          { label: t('length'), value: t('length.value', { num: number(roundMs / MINUTE_MS) }) },
          { label: t('tries'), value: number(tries) },
          { label: t('chance'), value: percent(language, chanceOf(BigInt(tries), hashes)) },
          { label: t('reward'), value: t('reward.value') },
        ]}
      />
      <p className="mt-1 text-meta text-text3">{t('battery')}</p>
    </Card>
  )
}
