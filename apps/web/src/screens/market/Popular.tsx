import { quotes } from '@rueda/contract/quotes.ts'
import { Screen } from '@rueda/ui/Screen.tsx'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../app/api.ts'
import { usePoll } from '../../app/live.ts'
import { useText } from '../../app/text.ts'
import { QuoteList } from './QuoteList.tsx'

const MOST_POPULAR = 50

/** Route `pages/product/popular`: what is traded, moves and is watched the most. Nobody pays to be here. */
export function Popular() {
  const t = useText('market')
  const read = useQuery({ ...query(quotes.hot, { limit: MOST_POPULAR, closes: 1 }), refetchInterval: usePoll('rows') })
  return (
    <Screen title={t('popular.title')}>
      <p className="text-meta text-text3">{t('popular.how')}</p>
      <QuoteList query={read} />
    </Screen>
  )
}
