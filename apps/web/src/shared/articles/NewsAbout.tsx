import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { whyFailed } from '../failures/why-failed.ts'
import { MoreRows } from '../lists/MoreRows.tsx'
import { marketOf } from '../quotes/instrument.ts'
import { useText } from '../text/text.ts'
import { ArticleRow } from './ArticleRow.tsx'
import { useArticles } from './use-articles.ts'

type Instrument = Pick<Quote, 'stock_code' | 'market'>

/** The articles that mention an instrument, page by page. */
export function NewsAbout({ quote, titled = false }: Readonly<{ quote: Instrument; titled?: boolean }>) {
  const t = useText('articles')
  const { read, rows } = useArticles({ stockCode: quote.stock_code, market: marketOf(quote.market) })
  return (
    <>
      <Card rows {...(titled ? { title: t('title') } : { label: t('title') })}>
        <Loaded
          query={read}
          reason={whyFailed}
          skeleton={<SkeletonRows rows={3} />}
          isEmpty={() => rows.length === 0}
          empty={<p className="py-4 text-meta text-text3">{t('noneAbout')}</p>}
        >
          {() => (
            <div className="divide-y divide-line">
              {rows.map((article) => (
                <ArticleRow key={article.id} article={article} />
              ))}
            </div>
          )}
        </Loaded>
      </Card>
      {rows.length === 0 ? null : <MoreRows read={read} />}
    </>
  )
}
