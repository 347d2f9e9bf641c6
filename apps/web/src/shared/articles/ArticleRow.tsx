import type { ArticleItem } from '@rueda/contract/articles.ts'
import { RecordIcon } from '@rueda/ui/lists/RecordRow.tsx'
import { Logo } from '@rueda/ui/quotes/Logo.tsx'
import { formatDateTime, formatTime } from '@rueda/ui/formats/dates.ts'
import { Building2, ChartLine, Landmark, type LucideIcon, Newspaper, OctagonPause } from 'lucide-react'
import { hrefTo } from '../pages/go.ts'
import { useText } from '../text/text.ts'

type Tag = ArticleItem['tag']
const icons: Readonly<Record<Tag, LucideIcon>> = {
  market: ChartLine,
  company: Building2,
  trading: OctagonPause,
  offering: Landmark,
  house: Newspaper,
}

/** An article in a list; under the header of its day it says the time alone. */
export function ArticleRow({ article, underDay = false }: Readonly<{ article: ArticleItem; underDay?: boolean }>) {
  const t = useText('articles')
  const { id, title, tag, cover, lang, createTimeTimestamp: at } = article
  return (
    <a href={hrefTo('pages/news/detail', { id })} className="-mx-edge flex min-h-[72px] items-center gap-3 px-edge py-2.5 active:bg-s2">
      {cover === null ? <RecordIcon icon={icons[tag]} /> : <Logo code={tag} src={cover} />}
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span lang={lang} className="line-clamp-2 text-row">
          {title}
        </span>
        <span className="num text-meta text-text3">
          {t(`tag.${tag}`)} · {underDay ? formatTime(at) : formatDateTime(at)}
        </span>
      </span>
    </a>
  )
}
