import { accounts } from '@rueda/contract/accounts.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { Skeleton } from '@rueda/ui/loading/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { hrefTo } from '../../shared/pages/go.ts'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'

/** The commit that this app was built from, with "+" for changed sources; empty where there was no history, and in development. */
const COMMIT = import.meta.env.VITE_COMMIT ?? ''
const CHARTS_ADDRESS = 'https://www.tradingview.com/'

/** Route `pages/about/index`: the version, the market, the kind of money and the licences. */
export function About() {
  const t = useText('settings')
  const version = useQuery(query(accounts.appVersion, {}))
  const isReplay = version.data?.venue === 'REPLAY'
  return (
    <Screen title={t('about.title')}>
      <p className="pt-2 text-[34px] leading-none font-bold tracking-tight">rueda</p>
      <InlineMessage tone="warn" title={t(isReplay ? 'about.replayTitle' : 'about.simTitle')}>
        {t(isReplay ? 'about.replayWhy' : 'about.simWhy')}
      </InlineMessage>
      <Card label={t('about.version')}>
        <Loaded query={version} reason={whyFailed} skeleton={<Skeleton height={120} />}>
          {(published) => (
            <Facts
              rows={[
                { label: t('about.version'), value: published.version },
                COMMIT === '' ? null : { label: t('about.build'), value: COMMIT },
                { label: t('about.venue'), value: t(`about.${published.venue}`) },
                { label: t('about.money'), value: t(`about.${published.moneyMode}`) },
                published.moneyMode === 'sim' ? { label: t('about.operator'), value: t('about.noLicence') } : null,
              ]}
            />
          )}
        </Loaded>
      </Card>
      <Card title={t('about.licences')}>
        <div className="flex flex-col gap-2 text-label font-normal text-text2">
          <p>{t('about.ours')}</p>
          <TextLink href={hrefTo('pages/about/licences')}>{t('about.thirdParties')}</TextLink>
          <p>{t('about.charts')}</p>
          <TextLink href={CHARTS_ADDRESS}>{t('about.chartsLink')}</TextLink>
        </div>
      </Card>
    </Screen>
  )
}
