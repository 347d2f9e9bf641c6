import { quotes } from '@rueda/contract/quotes.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Chip } from '@rueda/ui/choices/Chip.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { SectionHeader, TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../shared/server/api.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useWatching } from '../../shared/watchlist/watching.ts'
import { SuggestedRow } from '../../shared/watchlist/Suggestions.tsx'
import { forgetAll, useSearchHistory } from './search-history.ts'

const POPULAR = 10

/** The latest searches, and the instruments others look at. */
export function BeforeTyping({ onChoose }: { onChoose: (word: string) => void }) {
  const t = useText('search')
  const watching = useWatching()
  const words = useSearchHistory((history) => history.words)
  const hot = useQuery(query(quotes.hot, { limit: POPULAR }))
  return (
    <>
      {words.length === 0 ? null : (
        <section className="flex flex-col gap-2.5 pb-1">
          <SectionHeader title={t('recent')} action={<TextLink onPress={forgetAll}>{t('recent.clear')}</TextLink>} />
          <div className="flex flex-wrap gap-2">
            {words.map((word) => (
              <Chip key={word} onPress={() => onChoose(word)}>
                {word}
              </Chip>
            ))}
          </div>
        </section>
      )}
      <Card rows title={t('popular')} action={<TextLink href={hrefTo('pages/product/popular')}>{t('popular.all')}</TextLink>}>
        <Loaded query={hot} reason={whyFailed}>
          {(list) => (
            <div className="divide-y divide-line">
              {list.map((quote) => (
                <SuggestedRow key={quote.code} quote={quote} watching={watching} />
              ))}
            </div>
          )}
        </Loaded>
      </Card>
    </>
  )
}
