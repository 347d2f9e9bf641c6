import { Card } from '@rueda/ui/layout/Card.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { ArticleRow } from '../../shared/articles/ArticleRow.tsx'
import { useNewest } from '../../shared/articles/use-newest.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'

export const HOME_NEWS = 3

/** The latest news, with a link to all of them. */
export function NewsCard() {
  const t = useText('articles')
  const home = useText('home')
  const newest = useNewest(HOME_NEWS)
  return (
    <Card rows title={t('title')} action={<TextLink href={hrefTo('pages/news/index')}>{home('all')}</TextLink>}>
      <Loaded
        query={newest}
        reason={whyFailed}
        skeleton={<SkeletonRows rows={HOME_NEWS} />}
        isEmpty={({ list }) => list.length === 0}
        empty={<p className="py-4 text-meta text-text3">{t('none')}</p>}
      >
        {({ list }) => (
          <div className="divide-y divide-line">
            {list.map((article) => (
              <ArticleRow key={article.id} article={article} />
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  )
}
