import { type Article, articles } from '@rueda/contract/articles.ts'
import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Skeleton } from '@rueda/ui/loading/Skeleton.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useQuery } from '@tanstack/react-query'
import { AArrowDown, AArrowUp, FileX, Share2 } from 'lucide-react'
import { Content } from '../../shared/articles/Content.tsx'
import { type ArticleSize, articleSizes, change, useSettings } from '../../shared/device/settings.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { hrefTo, useQueryOfPage } from '../../shared/pages/go.ts'
import { InstrumentRow } from '../../shared/quotes/InstrumentRow.tsx'
import { useInstrumentMenu } from '../../shared/quotes/InstrumentMenu.tsx'
import { asApiError } from '../../shared/server/api-error.ts'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'

const IDENTIFIER = /^[0-9a-f-]{36}$/u

/** Route `pages/news/detail`: one article, and the instruments that it mentions. */
export function ArticlePage() {
  const titles = useText('titles')
  const { id = '' } = useQueryOfPage()
  const known = IDENTIFIER.test(id)
  const read = useQuery({ ...query(articles.one, { id }), enabled: known })
  const gone = !known || (read.error !== null && asApiError(read.error).is('object.not_found'))
  return (
    <Screen title={titles('article')} actions={gone ? null : <ShareButton id={id} />}>
      {gone ? (
        <Gone />
      ) : (
        <Loaded query={read} reason={whyFailed} skeleton={<Lines />}>
          {(article) => (
            <>
              <Text article={article} />
              <Mentioned article={article} />
            </>
          )}
        </Loaded>
      )}
    </Screen>
  )
}

const LINES = ['100%', '92%', '97%', '60%']

const Lines = () => (
  <Card className="flex flex-col gap-3">
    <Skeleton width="25%" />
    <Skeleton height={30} />
    <Skeleton height={30} width="70%" />
    {LINES.map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </Card>
)

const sizeClasses: Readonly<Record<ArticleSize, string>> = {
  small: 'text-row font-normal',
  usual: 'text-body',
  large: 'text-[1.25rem] leading-[1.5]',
}

function Text({ article }: Readonly<{ article: Article }>) {
  const t = useText('articles')
  const { language } = useUi()
  const size = useSettings((settings) => settings.articleSize)
  const { tag, title, source, createTimeTimestamp: at, simulated, lang, content } = article
  return (
    <Card>
      <article className="flex max-w-[68ch] flex-col gap-3">
        <header className="flex flex-col gap-2">
          <div className="flex flex-wrap items-center gap-2">
            <Pill>{t(`tag.${tag}`)}</Pill>
            {simulated === 1 ? <Pill tone="warn">{t('simulated')}</Pill> : null}
          </div>
          <h2 lang={lang} className="text-total text-pretty">
            {title}
          </h2>
          <div className="flex items-center justify-between gap-3">
            <p className="num text-meta text-text3">
              {source} · {formatDateTime(at)}
            </p>
            <SizeButtons />
          </div>
        </header>
        {lang === language ? null : <p className="text-meta text-text3">{t('otherLanguage', { language: t(`language.${lang}`) })}</p>}
        <div lang={lang} className={`flex flex-col gap-3 text-pretty ${sizeClasses[size]}`}>
          <Content content={content} />
        </div>
      </article>
    </Card>
  )
}

/** The size that articles are read in, kept on this device. */
function SizeButtons() {
  const t = useText('articles')
  const at = useSettings((settings) => articleSizes.indexOf(settings.articleSize))
  const [smaller, larger] = [articleSizes[at - 1], articleSizes[at + 1]]
  return (
    <div className="-my-2 -mr-[10px] flex flex-none">
      <IconButton
        icon={AArrowDown}
        label={t('smaller')}
        disabled={smaller === undefined}
        onPress={() => change(smaller === undefined ? {} : { articleSize: smaller })}
      />
      <IconButton
        icon={AArrowUp}
        label={t('larger')}
        disabled={larger === undefined}
        onPress={() => change(larger === undefined ? {} : { articleSize: larger })}
      />
    </div>
  )
}

/** Its instruments as they are quoted now. */
function Mentioned({ article: { instruments } }: Readonly<{ article: Article }>) {
  const t = useText('articles')
  const menu = useInstrumentMenu()
  if (instruments.length === 0) return null
  return (
    <>
      <Card rows title={t('related')}>
        {instruments.map((quote) => (
          <InstrumentRow key={quote.code} quote={quote} onMenu={menu.open} />
        ))}
      </Card>
      {menu.sheet}
    </>
  )
}

/** Copies the address of the article. */
function ShareButton({ id }: Readonly<{ id: string }>) {
  const t = useText('articles')
  const common = useText('common')
  const share = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(new URL(hrefTo('pages/news/detail', { id }), location.href).href)
      void toast(t('copied'))
    } catch {
      void toast(t('notCopied'), 'error')
    }
  }
  return <IconButton icon={Share2} label={common('act.share')} onPress={() => void share()} />
}

function Gone() {
  const t = useText('articles')
  return <EmptyState icon={FileX} text={t('gone')} action={<Button href={hrefTo('pages/news/index')}>{t('back')}</Button>} />
}
