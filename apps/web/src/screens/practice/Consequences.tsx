import type { PracticeStanding } from '@rueda/contract/practice.ts'
import { plans } from '@rueda/contract/plans.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { BEGINNING_EVERY_MS } from '@rueda/rules/practice/begin-again.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatNumber } from '@rueda/ui/formats/format.ts'
import { useQuery } from '@tanstack/react-query'
import { hrefTo } from '../../shared/pages/go.ts'
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

/** What beginning again does not end, and how long it is before the next time. */
export function GoesOn() {
  const t = useText('practice')
  const titles = useText('titles')
  const { language } = useUi()
  const { data } = useQuery(query(plans.list, { isOpen: 1 }))
  const isBuying = data?.list.some(({ status }) => status === 'active') ?? false
  return (
    <>
      {isBuying ? (
        <InlineMessage tone="warn" action={<TextLink href={hrefTo('pages/plan/index')}>{titles('plans')}</TextLink>}>
          {t('plans')}
        </InlineMessage>
      ) : null}
      <p className="text-meta text-text3">
        {t('again', { num: formatNumber(language, String(BEGINNING_EVERY_MS / DAY_MS), { least: 0, most: 0 }) })}
      </p>
    </>
  )
}
