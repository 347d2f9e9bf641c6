import { type Market, markets } from '@rueda/contract/codes.ts'
import type { Position } from '@rueda/contract/positions.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { type DeskList, deskLists } from '@rueda/rules/layouts/desk.ts'
import { USUAL_LIST } from '@rueda/rules/watchlist/lists.ts'
import { Chip, ChipRow } from '@rueda/ui/choices/Chip.tsx'
import { type Sort, SortMark, nextSort } from '@rueda/ui/lists/SortHeader.tsx'
import { classes } from '@rueda/ui/look/classes.ts'
import { Loaded, type Loading } from '@rueda/ui/loading/Loaded.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown, Pencil, Search } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { MoreRows } from '../../shared/lists/MoreRows.tsx'
import { useSortedPoll } from '../../shared/quotes/use-sorted-poll.ts'
import { hrefTo, useReturn } from '../../shared/pages/go.ts'
import { floatingOf } from '../../shared/positions/floating.ts'
import { positionQuoteHref } from '../../shared/positions/position-links.ts'
import { useHoldings } from '../../shared/positions/use-holdings.ts'
import { useSignedIn } from '../../shared/security/session.ts'
import { quoteHref } from '../../shared/quotes/instrument.ts'
import { type NameOf, useNaming } from '../../shared/quotes/instrument-name.ts'
import { pages, rowsOf } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { useCloses } from '../../shared/watchlist/closes.ts'
import { useGiveDeviceOrder } from '../../shared/watchlist/device-order.ts'
import { chooseList, useChosenList, useListName, useListRows, useLists } from '../../shared/watchlist/lists.ts'
import type { InView } from './in-view.ts'
import { arrangeDesk, useDeskLayout } from './layout.ts'
import { HoldingLine, QuoteLine } from './ListLine.tsx'
import { useListKeys } from './use-list-keys.ts'

/** The instruments at hand: those watched, those of a market, those held. What is chosen is shown by the other panes. */
export function InstrumentList({ inView }: Readonly<{ inView: InView | null }>) {
  const t = useText('desk')
  const search = useText('search')
  const signedIn = useSignedIn()
  const list = useDeskLayout((layout) => layout.list) ?? (signedIn ? 'watched' : 'market')
  return (
    <div className="@container flex h-full min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex-none px-3 pt-3">
        <a
          href={hrefTo('pages/search/index')}
          className="flex h-9 items-center gap-2 rounded-control border border-line-strong bg-s1 px-3 text-meta text-text3 hover:bg-s2"
        >
          <Search aria-hidden size={16} />
          <span className="min-w-0 flex-1 truncate">{search('field')}</span>
          <kbd className="text-micro">/</kbd>
        </a>
        <ScrollTabs<DeskList>
          label={t('list')}
          tabs={deskLists.map((value) => ({ value, label: t(`list.${value}`) }))}
          value={list}
          onChange={(next) => arrangeDesk({ list: next })}
        />
      </div>
      <ShownList list={list} signedIn={signedIn} inView={inView} />
    </div>
  )
}

type ShownListProps = Readonly<{ list: DeskList; signedIn: boolean; inView: InView | null }>

function ShownList({ list, signedIn, inView }: ShownListProps) {
  if (list === 'market') return <MarketList inView={inView} />
  if (!signedIn) return <SignInFirst />
  return list === 'watched' ? <WatchedList inView={inView} /> : <HoldingList inView={inView} />
}

function SignInFirst() {
  const t = useText('desk')
  const common = useText('common')
  const here = useReturn()
  return (
    <p className="flex flex-col items-start gap-2 p-3 text-meta text-text3">
      {t('list.login')}
      <a href={hrefTo('pages/auth/login', { return: here })} className="text-accent">
        {common('act.login')}
      </a>
    </p>
  )
}

type Column = 'name' | 'last' | 'change'
type ListSort = Sort<Column>

/** The heads of a list's columns, each over its figures; pressed, they sort. */
function Head({ sort, onSort, change }: Readonly<{ sort: ListSort; onSort: (sort: ListSort) => void; change: string }>) {
  const t = useText('desk')
  const columns = [
    { column: 'name', label: t('column.name'), place: 'flex-1 justify-start' },
    { column: 'last', label: t('column.last'), place: 'min-w-[58px] justify-end' },
    { column: 'change', label: change, place: 'w-[72px] justify-end' },
  ] as const
  return (
    <div className="flex h-8 flex-none items-center gap-2 border-b border-line px-3 text-micro text-text3">
      {columns.map(({ column, label, place }) => (
        <button
          key={column}
          type="button"
          onClick={() => onSort(nextSort<Column>(sort, column, column === 'name' ? 'ascending' : 'descending'))}
          className={classes('inline-flex h-8 items-center gap-1 whitespace-nowrap hover:text-text1', place)}
        >
          {label}
          {sort?.column === column ? <SortMark order={sort.order} /> : null}
        </button>
      ))}
    </div>
  )
}

const SKELETON_ROWS = 12
const ROW_PX = 40

/** The rows themselves, in a scroller of their own; arrow keys go from one to the next. */
function QuoteLines({
  read,
  empty,
  inView,
  onMore,
}: Readonly<{ read: Loading<readonly Quote[]>; empty: string; inView: InView | null; onMore?: ReactNode }>) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Loaded
        query={read}
        reason={whyFailed}
        skeleton={<SkeletonRows rows={SKELETON_ROWS} height={ROW_PX} />}
        isEmpty={(rows) => rows.length === 0}
        empty={<p className="p-3 text-meta text-text3">{empty}</p>}
      >
        {(rows) => <Lines rows={rows} inView={inView} />}
      </Loaded>
      {onMore}
    </div>
  )
}

function Lines({ rows, inView }: Readonly<{ rows: readonly Quote[]; inView: InView | null }>) {
  const at = rows.findIndex((row) => row.stock_code === inView?.stockCode && row.market === inView.market)
  useListKeys(rows.map(quoteHref), at)
  return (
    <ul>
      {rows.map((quote, place) => (
        <li key={quote.code}>
          <QuoteLine quote={quote} isChosen={place === at} />
        </li>
      ))}
    </ul>
  )
}

function WatchedList({ inView }: Readonly<{ inView: InView | null }>) {
  const t = useText('desk')
  const naming = useNaming()
  const [sort, setSort] = useState<ListSort>(null)
  useGiveDeviceOrder()
  const words = useText('watchlist')
  const listId = useChosenList()
  const watched = useListRows(listId)
  const closes = useCloses(watched.data ?? [])
  const data = useMemo(
    () =>
      watched.data === undefined
        ? undefined
        : sortedBy(
            watched.data.map((row) => ({ ...row, closes: [...(closes.get(row.code) ?? [])] })),
            sort,
            naming,
          ),
    [watched.data, closes, sort, naming],
  )
  return (
    <>
      <ChosenList />
      <Head sort={sort} onSort={setSort} change={t('column.change')} />
      <QuoteLines
        read={{ ...watched, data }}
        empty={listId === USUAL_LIST ? t('list.noneWatched') : words('list.nothing')}
        inView={inView}
      />
    </>
  )
}

/** Which of my lists is shown, and the way to their names and order. */
function ChosenList() {
  const t = useText('watchlist')
  const { data } = useLists()
  const chosen = useChosenList()
  const nameOf = useListName()
  return (
    <div className="flex flex-none items-center gap-1 pt-2 pr-1 pl-3">
      <span className="relative min-w-0 flex-1">
        <select
          aria-label={t('lists')}
          value={chosen}
          onChange={(event) => chooseList(event.target.value)}
          className="h-8 w-full appearance-none truncate rounded-control border border-line-strong bg-s1 pr-8 pl-2.5 text-meta text-text1 hover:bg-s2"
        >
          {data?.lists.map((list) => (
            <option key={list.id} value={list.id}>
              {nameOf(list)} ({list.count})
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden size={16} className="pointer-events-none absolute inset-y-0 right-2 my-auto text-text3" />
      </span>
      <IconButton icon={Pencil} label={t('manage')} href={hrefTo('pages/watchlist/manage')} />
    </div>
  )
}

type Naming = Readonly<{ nameOf: NameOf; compare: (one: string, other: string) => number }>

function sortedBy<Row extends Quote>(rows: readonly Row[], sort: ListSort, { nameOf, compare }: Naming): readonly Row[] {
  if (sort === null) return rows
  const way = sort.order === 'ascending' ? 1 : -1
  const figure = (row: Row) => Number(sort.column === 'last' ? row.price_nominal : row.change_ratio)
  return [...rows].sort((one, other) =>
    sort.column === 'name' ? way * compare(nameOf(one), nameOf(other)) : way * (figure(one) - figure(other)),
  )
}

const PAGE_SIZE = 50
const sortNames = { name: 'name', last: 'price_nominal', change: 'change_ratio' } as const satisfies Record<Column, string>
const orderNames = { descending: 'desc', ascending: 'asc' } as const

/** A whole market, page by page; what moved most stands first, as the server sorts it. */
function MarketList({ inView }: Readonly<{ inView: InView | null }>) {
  const t = useText('desk')
  const words = useText('market')
  const [market, setMarket] = useState<Market>(inView?.market ?? 'US')
  const [sort, setSort] = useState<ListSort>({ column: 'change', order: 'descending' })
  const sorted = sort === null ? {} : { sort: sortNames[sort.column], order: orderNames[sort.order] }
  const poll = useSortedPoll()
  const read = useInfiniteQuery({
    ...pages(quotes.all, { market, closes: 1, ...sorted }, PAGE_SIZE),
    refetchInterval: poll,
  })
  return (
    <>
      <div className="flex-none px-3 pt-2">
        <ChipRow label={t('list.market')}>
          {markets.map((name) => (
            <Chip key={name} selected={name === market} onPress={() => setMarket(name)}>
              {words(`market.${name}`)}
            </Chip>
          ))}
        </ChipRow>
      </div>
      <Head sort={sort} onSort={setSort} change={t('column.change')} />
      <QuoteLines
        read={{ ...read, data: read.data === undefined ? undefined : (rowsOf(read.data) as Quote[]) }}
        empty={words('empty')}
        inView={inView}
        onMore={<MoreRows read={read} />}
      />
    </>
  )
}

function HoldingList({ inView }: Readonly<{ inView: InView | null }>) {
  const t = useText('desk')
  const { nameOf, compare } = useNaming()
  const [sort, setSort] = useState<ListSort>(null)
  const holdings = useHoldings()
  const sortRows = (list: readonly Position[]): readonly Position[] => {
    if (sort === null) return list
    const way = sort.order === 'ascending' ? 1 : -1
    const figure = (row: Position) => Number(sort.column === 'last' ? row.currentPrice : (floatingOf(row, null)?.percent ?? 0))
    return [...list].sort((one, other) =>
      sort.column === 'name' ? way * compare(nameOf(one), nameOf(other)) : way * (figure(one) - figure(other)),
    )
  }
  return (
    <>
      <Head sort={sort} onSort={setSort} change={t('list.result')} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Loaded
          query={holdings}
          reason={whyFailed}
          skeleton={<SkeletonRows rows={SKELETON_ROWS} height={ROW_PX} />}
          isEmpty={({ list }) => list.length === 0}
          empty={<p className="p-3 text-meta text-text3">{t('list.noneHeld')}</p>}
        >
          {({ list }) => <HoldingLines list={sortRows(list)} inView={inView} />}
        </Loaded>
      </div>
    </>
  )
}

function HoldingLines({ list, inView }: Readonly<{ list: readonly Position[]; inView: InView | null }>) {
  const at = list.findIndex((row) => row.stockCode === inView?.stockCode && row.market === inView.market)
  useListKeys(list.map(positionQuoteHref), at)
  return (
    <ul>
      {list.map((position, place) => (
        <li key={position.id}>
          <HoldingLine position={position} isChosen={place === at} />
        </li>
      ))}
    </ul>
  )
}
