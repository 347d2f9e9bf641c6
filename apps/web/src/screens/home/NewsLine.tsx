import { ChevronRight, Newspaper } from 'lucide-react'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { HOME_NEWS } from './NewsCard.tsx'
import { useNewest } from '../../shared/articles/use-newest.ts'

/** The latest article in one line that stands still. Nothing while there is none. */
export function NewsLine() {
  const t = useText('articles')
  const { data, isPending } = useNewest(HOME_NEWS)
  const [latest] = data?.list ?? []
  // Its place is kept while it is read, so that nothing below it moves.
  if (isPending) return <div aria-hidden className="h-11" />
  if (latest === undefined) return null
  return (
    <a
      href={hrefTo('pages/news/detail', { id: latest.id })}
      aria-label={`${t('latest')}: ${latest.title}`}
      className="flex min-h-11 items-center gap-2.5 rounded-card bg-s1 px-edge text-label shadow-card active:bg-s2"
    >
      <Newspaper aria-hidden size={18} className="flex-none text-text3" />
      <span lang={latest.lang} className="min-w-0 flex-1 truncate">
        {latest.title}
      </span>
      <ChevronRight aria-hidden size={18} className="flex-none text-text3" />
    </a>
  )
}
