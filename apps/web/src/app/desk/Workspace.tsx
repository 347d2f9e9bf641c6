import { quotes } from '@rueda/contract/quotes.ts'
import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { OfflineBanner } from '@rueda/ui/messages/OfflineBanner.tsx'
import { Skeleton, Waiting } from '@rueda/ui/loading/Skeleton.tsx'
import { PaneDivider } from '@rueda/ui/layout/PaneDivider.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Columns2, List, SquareX } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { type RoutePath, entryOf } from '../../routes.ts'
import { DeskQuote } from '../../screens/quotes/DeskQuote.tsx'
import { QuoteUnavailable } from '../../screens/quotes/QuoteUnavailable.tsx'
import { useMedia } from '../../shared/device/appearance.ts'
import { usePoll } from '../../shared/live/live.ts'
import { type QuoteDetail, marketOf, quoteHref } from '../../shared/quotes/instrument.ts'
import { useInstrumentName } from '../../shared/quotes/instrument-name.ts'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { AccountBar } from './AccountBar.tsx'
import { InstrumentList } from './InstrumentList.tsx'
import { DepthPane, TicketPane } from './TicketPane.tsx'
import { TablesPane } from './TablesPane.tsx'
import { WindowsButton } from './WindowsButton.tsx'
import { type InView, useInView } from './in-view.ts'
import { SIZE_LIMITS, USUAL_SIZES } from '@rueda/rules/layouts/desk.ts'
import { arrangeDesk, useDeskLayout } from './layout.ts'
import { type PaneName, paneOfWindow } from './pane-of-window.ts'
import { useSameInstrument } from './pane-windows.ts'

/** From this width on the list stands beside the chart; on narrower desks it is a drawer over it. */
const LIST_BESIDE = '(min-width: 1280px)'
/** What the chart and its tables keep, whatever is chosen at their sides: below it their tools and columns no longer fit. */
const MIN_CENTRE_PX = 620
const RAIL_PX = 64
const atMost = (width: number, least: number, beside: number): string =>
  `min(${width}px, max(${least}px, calc(100vw - ${RAIL_PX + beside + MIN_CENTRE_PX}px)))`
const listRoom = (width: number): string => atMost(width, SIZE_LIMITS.listWidth.least, SIZE_LIMITS.ticketWidth.least)
const ticketRoom = (width: number, list: number): string => atMost(width, SIZE_LIMITS.ticketWidth.least, list)

/** From this width on there is room for two charts. */
const TWO_CHARTS = '(min-width: 1680px)'

/**
 * The trading workspace: the list of instruments, the one in view with its chart and tables, and its ticket with depth and
 * trades. Every page of trading is this workspace with another instrument, list or table in front. A window of its own
 * shows one pane of it.
 */
export function Workspace({ path }: Readonly<{ path: RoutePath }>) {
  const inView = useInView(path)
  const read = useDetail(inView)
  useTitle(path)
  useListOfPage(path)
  const pane = paneOfWindow()
  const href = read.detail === null ? null : quoteHref(read.detail)
  useSameInstrument(href)
  if (pane === 'list') return <InstrumentList inView={inView ?? null} />
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <OfflineBanner />
      {pane === null ? (
        <Whole path={path} read={read} inView={inView} />
      ) : (
        <Instrument path={path} read={read} inView={inView} lead={null} />
      )}
      {pane === null ? <AccountBar tools={href === null ? null : <WindowsButton href={href} />} /> : null}
    </div>
  )
}

type WholeProps = Readonly<{ path: RoutePath; read: DetailRead; inView: InView | null | undefined }>

function Whole({ path, read, inView }: WholeProps) {
  const t = useText('desk')
  const beside = useMedia(LIST_BESIDE)
  const { listWidth } = useDeskLayout()
  const [drawer, setDrawer] = useState(false)
  useCloseWithPage(() => setDrawer(false))
  const openList = beside ? null : <IconButton icon={List} label={t('list.open')} onPress={() => setDrawer(!drawer)} />
  return (
    <div className="relative flex min-h-0 flex-1">
      {beside || drawer ? (
        <aside
          aria-label={t('list')}
          style={{ width: beside ? listRoom(listWidth) : listWidth }}
          className={beside ? 'flex flex-none' : 'absolute inset-y-0 left-0 z-40 flex border-r border-line bg-bg shadow-sheet'}
        >
          <InstrumentList inView={inView ?? null} />
          <PaneDivider
            upright
            label={t('width')}
            hint={t('resetHint')}
            size={listWidth}
            usual={USUAL_SIZES.listWidth}
            {...SIZE_LIMITS.listWidth}
            onSize={(width) => arrangeDesk({ listWidth: width })}
          />
        </aside>
      ) : null}
      <Instrument path={path} read={read} inView={inView} lead={openList} />
    </div>
  )
}

type DetailRead = Readonly<{
  query: Readonly<{ error: unknown; isFetching: boolean; refetch: () => unknown }>
  /** The instrument in view, or while another is read the one before; null where there is none. */
  detail: QuoteDetail | null
}>

function useDetail(inView: InView | null | undefined): DetailRead {
  const poll = usePoll('detail')
  const isNamed = inView !== null && inView !== undefined
  const read = useQuery({
    ...query(quotes.detail, inView ?? NO_INSTRUMENT, { retry: false }),
    enabled: isNamed,
    refetchInterval: poll,
    placeholderData: keepPreviousData,
  })
  return { query: read, detail: isNamed && read.error === null ? (read.data ?? null) : null }
}

const NO_INSTRUMENT = { stockCode: '', market: 'US' } as const

/** The instrument in view, or why there is none. */
function Instrument({ path, read, inView, lead }: WholeProps & Readonly<{ lead: ReactNode }>) {
  const nameOf = useInstrumentName()
  const pane = paneOfWindow()
  const asked = inView ?? NO_INSTRUMENT
  if (read.detail !== null && pane !== null) return <PaneAlone pane={pane} path={path} detail={read.detail} />
  if (read.detail !== null) return <Panes path={path} detail={read.detail} openList={lead} />
  const name = nameOf({ ...asked, name: asked.stockCode })
  const isWaiting = inView === undefined || (inView !== null && read.query.error === null)
  return (
    <div className="flex min-w-0 flex-1">
      {lead}
      {isWaiting ? (
        <WorkspaceSkeleton title={name} />
      ) : (
        <QuoteUnavailable title={name} subtitle={asked.stockCode} query={read.query} missing={inView === null} />
      )}
    </div>
  )
}

type PaneAloneProps = Readonly<{ pane: PaneName; path: RoutePath; detail: QuoteDetail }>

/** One pane in a window of its own, with a heading that says what it is about. */
function PaneAlone({ pane, path, detail }: PaneAloneProps) {
  const nameOf = useInstrumentName()
  return (
    <main id="screen" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
      {pane === 'chart' ? (
        <DeskQuote isInView key={detail.code} detail={detail} />
      ) : (
        <h1 className="truncate border-b border-line bg-s1 px-edge py-2 text-label">
          {nameOf(detail)} <span className="font-normal text-text3">{detail.stock_code}</span>
        </h1>
      )}
      {pane === 'ticket' ? <TicketPane path={path} detail={detail} /> : null}
      {pane === 'depth' ? <DepthPane detail={detail} /> : null}
      {pane === 'tables' ? <TablesPane path={path} detail={detail} /> : null}
    </main>
  )
}

type PanesProps = Readonly<{ path: RoutePath; detail: QuoteDetail; openList: ReactNode }>

function Panes({ path, detail, openList }: PanesProps) {
  const t = useText('desk')
  const { listWidth, ticketWidth, tablesHeight } = useDeskLayout()
  const beside = useMedia(LIST_BESIDE)
  return (
    <>
      <main id="screen" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
        <Charts detail={detail} openList={openList} />
        <PaneDivider
          before
          upright={false}
          label={t('height')}
          hint={t('resetHint')}
          size={tablesHeight}
          usual={USUAL_SIZES.tablesHeight}
          {...SIZE_LIMITS.tablesHeight}
          onSize={(height) => arrangeDesk({ tablesHeight: height })}
        />
        <div style={{ height: tablesHeight }} className="max-h-[50%] flex-none">
          <TablesPane path={path} detail={detail} />
        </div>
      </main>
      <aside aria-label={t('ticket')} style={{ width: ticketRoom(ticketWidth, beside ? listWidth : 0) }} className="flex min-h-0 flex-none">
        <PaneDivider
          before
          upright
          label={t('width')}
          hint={t('resetHint')}
          size={ticketWidth}
          usual={USUAL_SIZES.ticketWidth}
          {...SIZE_LIMITS.ticketWidth}
          onSize={(width) => arrangeDesk({ ticketWidth: width })}
        />
        <div className="grid min-h-0 min-w-0 flex-1 grid-rows-[minmax(0,auto)_minmax(min(178px,20vh),1fr)]">
          <TicketPane path={path} detail={detail} />
          <DepthPane detail={detail} />
        </div>
      </aside>
    </>
  )
}

/** One chart, or beside it that of another instrument that was pinned. */
function Charts({ detail, openList }: Omit<PanesProps, 'path'>) {
  const t = useText('desk')
  const roomy = useMedia(TWO_CHARTS)
  const pinned = useDeskLayout((layout) => layout.pinned)
  const second = roomy ? pinned : null
  const pin = () => arrangeDesk({ pinned: second === null ? { stockCode: detail.stock_code, market: detail.market } : null })
  const tools = roomy && second === null ? <IconButton icon={Columns2} label={t('second')} onPress={pin} /> : null
  return (
    <div aria-label={t('chart')} role="group" className="flex min-h-0 flex-1 divide-x divide-line">
      <div className="flex min-w-0 flex-1 flex-col">
        <DeskQuote isInView key={detail.code} detail={detail} lead={openList} tools={tools} />
      </div>
      {second === null ? null : (
        <div className="flex min-w-0 flex-1 flex-col">
          <SecondChart {...second} tools={<IconButton icon={SquareX} label={t('second.close')} onPress={pin} />} />
        </div>
      )}
    </div>
  )
}

function SecondChart({ stockCode, market, tools }: Readonly<{ stockCode: string; market: string; tools: ReactNode }>) {
  const poll = usePoll('detail')
  const { data } = useQuery({ ...query(quotes.detail, { stockCode, market: marketOf(market) }), refetchInterval: poll })
  return data === undefined ? null : <DeskQuote isInView={false} detail={data} tools={tools} />
}

function WorkspaceSkeleton({ title }: Readonly<{ title: string }>) {
  const { ticketWidth, tablesHeight } = useDeskLayout()
  return (
    <>
      <main id="screen" tabIndex={-1} className="flex min-w-0 flex-1 flex-col gap-3 p-edge">
        <h1 className="sr-only">{title}</h1>
        <Waiting>
          <Skeleton height={52} />
        </Waiting>
        <div className="min-h-0 flex-1 rounded-card bg-s1" />
        <div style={{ height: tablesHeight }} className="rounded-card bg-s1" />
      </main>
      <aside style={{ width: ticketWidth }} className="flex flex-none flex-col gap-3 border-l border-line p-edge">
        <div className="flex-1 rounded-card bg-s1" />
      </aside>
    </>
  )
}

/** The watchlist's page brings its list to the front. */
function useListOfPage(path: RoutePath): void {
  useEffect(() => {
    if (path === 'pages/watchlist/index') arrangeDesk({ list: 'watched' })
  }, [path])
}

function useTitle(path: RoutePath): void {
  const title = useText('titles')(entryOf(path).title)
  useEffect(() => {
    document.title = `${title} · Rueda`
  }, [title])
}

/** What lay over a page closes with it. */
function useCloseWithPage(close: () => void): void {
  const { key } = useLocation()
  const [shown, setShown] = useState(key)
  if (shown !== key) {
    setShown(key)
    close()
  }
}
