import { type WireArticleDraft, type WireStaffArticle, articleDesk } from '@rueda/contract/admin/articles.ts'
import { type ArticleTag, articleTags } from '@rueda/rules/articles/article.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../app/api.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { FilterSelect } from '../../app/FilterSelect.tsx'
import { moment } from '../../app/moments.ts'
import { Page, Panel } from '../../app/Page.tsx'
import { Pages } from '../../app/Pages.tsx'
import { may, usePowers } from '../../app/session.ts'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'
import { useHashValue } from '../../app/use-hash.ts'
import { say } from '../../app/words.ts'
import { titleOf } from '../../shared/broadcasts/texts.ts'
import { ArticleForm } from './ArticleForm.tsx'
import { ShownArticle } from './ShownArticle.tsx'
import { WaitingArticle } from './WaitingArticle.tsx'

/** Columns that drafts and published articles share. */
const about: readonly Column<WireStaffArticle | WireArticleDraft>[] = [
  { label: say('broadcasts.title'), show: ({ texts }) => titleOf(texts) },
  { label: say('articles.tag'), show: ({ tag }) => say(`articles.tag.${tag}`) },
  { label: say('broadcasts.languages'), show: ({ texts }) => Object.keys(texts).join(' ') },
]

const draftColumns: readonly Column<WireArticleDraft>[] = [
  {
    label: say('broadcasts.changed'),
    show: ({ changedTimestamp }) => <span className="num whitespace-nowrap">{moment(changedTimestamp)}</span>,
  },
  ...about,
  {
    label: say('switches.state'),
    show: ({ waiting }) => (
      <Pill tone={waiting === null ? 'flat' : 'warn'}>{say(waiting === null ? 'broadcasts.isDraft' : 'broadcasts.waits')}</Pill>
    ),
  },
  {
    label: say('switches.by'),
    show: ({ writtenBy, changedBy }) => (writtenBy === changedBy ? writtenBy : `${writtenBy} → ${changedBy}`),
  },
]

const columns: readonly Column<WireStaffArticle>[] = [
  { label: say('audit.when'), show: ({ timestamp }) => <span className="num whitespace-nowrap">{moment(timestamp)}</span> },
  ...about,
  {
    label: say('switches.state'),
    show: ({ withdrawn }) => (
      <Pill tone={withdrawn === null ? 'up' : 'flat'}>{say(withdrawn === null ? 'articles.stands' : 'articles.withdrawn')}</Pill>
    ),
  },
  { label: say('switches.by'), show: ({ by, askedBy }) => (by === null ? say('articles.house') : `${askedBy ?? ''} + ${by}`) },
]

const NEW = 'new'
const PER_PAGE = 25

/** News: the drafts of staff, and everything that customers can read or could. */
export function Articles() {
  const powers = usePowers()
  const mayWrite = may(powers, 'articles.write')
  const [pageNum, setPage] = useState(1)
  const [tag, setTag] = useState<ArticleTag | null>(null)
  const drafts = useQuery(read(articleDesk.drafts, {}, { live: true }))
  const published = useQuery({
    ...read(articleDesk.list, { pageNum, pageSize: PER_PAGE, ...(tag === null ? {} : { tag }) }, { live: true }),
    placeholderData: keepPreviousData,
  })
  const [openId, open] = useHashValue('open')
  const close = (): void => open(null)
  const draft = drafts.data?.find(({ id }) => id === openId)
  const article = published.data?.list.find(({ id }) => id === openId)
  const choose = (chosen: ArticleTag | null): void => {
    setTag(chosen)
    setPage(1)
  }
  return (
    <Page title={say('nav.articles')} action={mayWrite ? <Button onPress={() => open(NEW)}>{say('articles.write')}</Button> : null}>
      {drafts.data === undefined || drafts.data.length === 0 ? null : (
        <Panel title={say('broadcasts.drafts')}>
          <Table
            label={say('broadcasts.drafts')}
            rows={drafts.data}
            columns={draftColumns}
            idOf={({ id }) => id}
            chosen={openId}
            onChoose={({ id }) => open(id)}
          />
        </Panel>
      )}
      <FilterSelect
        label={say('articles.tag')}
        all={say('articles.all')}
        options={articleTags}
        value={tag}
        onChange={choose}
        nameOf={(each) => say(`articles.tag.${each}`)}
      />
      <Panel title={say('articles.published')}>
        <LoadedBlock query={published} isEmpty={({ total }) => total === 0} empty={say('articles.none')}>
          {({ list, pages, total }) => (
            <>
              <Table
                label={say('articles.published')}
                rows={list}
                columns={columns}
                idOf={({ id }) => id}
                chosen={openId}
                onChoose={({ id }) => open(id)}
              />
              {pages > 1 ? <Pages pageNum={pageNum} pages={pages} total={total} onPage={setPage} /> : null}
            </>
          )}
        </LoadedBlock>
      </Panel>
      {openId === NEW && mayWrite ? (
        <Drawer title={say('articles.write')} onClose={close}>
          <ArticleForm draft={null} onSaved={open} onDone={close} />
        </Drawer>
      ) : null}
      {draft === undefined ? null : (
        <Drawer title={titleOf(draft.texts)} onClose={close}>
          {draft.waiting === null && mayWrite ? (
            <ArticleForm key={draft.id} draft={draft} onSaved={open} onDone={close} />
          ) : (
            <WaitingArticle draft={draft} onDone={close} />
          )}
        </Drawer>
      )}
      {article === undefined ? null : (
        <Drawer title={titleOf(article.texts)} onClose={close}>
          <ShownArticle article={article} mayWithdraw={may(powers, 'articles.withdraw')} />
        </Drawer>
      )}
    </Page>
  )
}
