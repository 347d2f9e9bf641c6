import { articleTags } from '@rueda/rules/articles/article.ts'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { DayHeader } from '@rueda/ui/lists/RecordRow.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Newspaper, Search, SearchX } from 'lucide-react'
import { ArticleRow } from '../../shared/articles/ArticleRow.tsx'
import { useArticles } from '../../shared/articles/use-articles.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useSettled } from '../../shared/forms/use-settled.ts'
import { groupByDay } from '../../shared/lists/by-day.ts'
import { MoreRows } from '../../shared/lists/MoreRows.tsx'
import { useQueryValue } from '../../shared/pages/go.ts'
import { useTypedInQuery } from '../../shared/pages/typed-in-query.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { useText } from '../../shared/text/text.ts'

const tabs = ['all', ...articleTags] as const
const MAX_KEYWORD = 40

/** Route `pages/news/index`: all news, by tag and by word, under their days. */
export function News() {
  const t = useText('articles')
  const [tab, choose] = useQueryValue('tag', tabs, 'all')
  const [typed, setTyped] = useTypedInQuery('q')
  const keyword = useSettled(typed.trim())
  const { read, rows } = useArticles({ ...(tab === 'all' ? {} : { tag: tab }), ...(keyword === '' ? {} : { keyword }) })
  return (
    <Screen title={t('title')} actions={<RefreshButton />}>
      <PullToRefresh />
      <div className="-mb-5">
        <TextField
          label={t('search')}
          labelHidden
          type="search"
          inputMode="search"
          autoComplete="off"
          most={MAX_KEYWORD}
          placeholder={t('search')}
          value={typed}
          onChange={setTyped}
          {...(typed === '' ? { trailing: <Search aria-hidden size={20} className="mx-3 text-text3" /> } : {})}
        />
      </div>
      <ScrollTabs
        label={t('tags')}
        tabs={tabs.map((value) => ({ value, label: t(value === 'all' ? 'tag.all' : `tag.${value}`) }))}
        value={tab}
        onChange={choose}
      />
      <Loaded
        query={read}
        reason={whyFailed}
        isEmpty={() => rows.length === 0}
        empty={<Nothing isSearched={keyword !== '' || tab !== 'all'} />}
      >
        {() => (
          <div className={read.isPlaceholderData ? 'flex flex-col gap-3 opacity-60' : 'flex flex-col gap-3'}>
            {groupByDay(rows, ({ createTimeTimestamp: at }) => formatDate(at)).map(({ day, items }) => (
              <section key={day} aria-label={day}>
                <DayHeader day={day} />
                <Card rows>
                  {items.map((article) => (
                    <ArticleRow key={article.id} article={article} underDay />
                  ))}
                </Card>
              </section>
            ))}
            <MoreRows read={read} />
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

function Nothing({ isSearched }: Readonly<{ isSearched: boolean }>) {
  const t = useText('articles')
  return <EmptyState icon={isSearched ? SearchX : Newspaper} text={t(isSearched ? 'notFound' : 'none')} />
}
