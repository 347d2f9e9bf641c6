import type { PracticeStanding } from '@rueda/contract/practice.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatNumber } from '@rueda/ui/formats/format.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'

/** What is closed, given back and begun with; a dash for a figure that could not be read. */
export function Consequences({ standing: { positions, grant } }: Readonly<{ standing: PracticeStanding }>) {
  const t = useText('practice')
  const { language } = useUi()
  const { data } = useQuery(query(wallets.overview, {}))
  return (
    <Facts
      rows={[
        { label: t('positions'), value: formatNumber(language, String(positions), { least: 0, most: 0 }) },
        { label: t('back'), value: data === undefined ? null : <Money value={data.totalAssets} currency={data.currency} withCode /> },
        { label: t('grant'), value: <Money value={grant} currency="USD" withCode />, strong: true },
      ]}
    />
  )
}
