import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { Price } from '@rueda/ui/quotes/Price.tsx'
import { formatDate, formatDateTime } from '@rueda/ui/formats/dates.ts'
import { useBackCloses } from '@rueda/ui/sheets/use-back-closes.ts'
import { SlidersHorizontal, StickyNote, X } from 'lucide-react'
import { type CSSProperties, type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useMedia } from '../device/appearance.ts'
import { useText } from '../text/text.ts'
import { ChartBody, type Scrubbed } from './ChartBody.tsx'
import { LookChoice, RangeControl } from './ChartControls.tsx'
import ChartSettings from './ChartSettings.tsx'
import { ChartNotes } from './notes/ChartNotes.tsx'
import { useCompared } from './chart-comparisons.ts'
import { difference, percentBetween } from './chart-data.ts'
import type { ChartLine } from './drawing.ts'
import { ExtendedPrice } from '../quotes/ExtendedPrice.tsx'
import { regularPriceOf } from '../quotes/regular-price.ts'
import { useInstrumentName } from '../quotes/instrument-name.ts'

type FullChartProps = Readonly<{ quote: Quote; lines: readonly ChartLine[]; onClose: () => void }>

const UPRIGHT_TELEPHONE = '(orientation: portrait) and (max-width: 599px)'
const LOW = '(max-height: 599px)'

/** The chart over the whole window, to scroll and to zoom. On an upright telephone it is turned sideways. */
export default function FullChart({ quote, lines, onClose }: FullChartProps) {
  const c = useText('charts')
  const nameOf = useInstrumentName()
  const dialog = useRef<HTMLDialogElement>(null)
  const upright = useMedia(UPRIGHT_TELEPHONE)
  const low = useMedia(LOW)
  const [scrubbed, setScrubbed] = useState<Scrubbed | null>(null)
  const [aside, setAside] = useState<'settings' | 'notes' | null>(null)
  const turn = (which: 'settings' | 'notes') => setAside(aside === which ? null : which)
  const compares = useCompared(quote.code).length > 0
  useModal(dialog, onClose)
  useBackCloses(true, onClose)
  const mostPanes = low || upright ? 1 : 2
  return createPortal(
    <dialog
      ref={dialog}
      role="dialog"
      aria-label={c('full.title', { name: nameOf(quote) })}
      onCancel={(event: SyntheticEvent) => {
        event.preventDefault()
        onClose()
      }}
      className="m-0 h-dvh max-h-none w-screen max-w-none overflow-hidden bg-bg p-0 text-text1 outline-none"
    >
      <div className="flex flex-col gap-2" style={upright ? onItsSide : standing}>
        <header className="flex flex-none items-center gap-3">
          <Heading quote={quote} scrubbed={scrubbed} />
          <span className="-my-1.5 flex flex-none items-center">
            <IconButton icon={StickyNote} label={c('notes')} pressed={aside === 'notes'} onPress={() => turn('notes')} />
            <IconButton icon={SlidersHorizontal} label={c('settings')} pressed={aside === 'settings'} onPress={() => turn('settings')} />
            <IconButton icon={X} label={c('full.close')} onPress={onClose} />
          </span>
        </header>
        <div className="flex min-h-0 flex-1 gap-3">
          <figure className="min-w-0 flex-1">
            <ChartBody quote={quote} lines={lines} mostPanes={mostPanes} free turned={upright} onScrub={setScrubbed} />
          </figure>
          {aside === null ? null : (
            <aside
              aria-label={c(aside === 'settings' ? 'settings.title' : 'notes')}
              className="w-72 flex-none overflow-y-auto border-l border-line pl-3"
            >
              {aside === 'settings' ? <ChartSettings market={quote.market} mostPanes={mostPanes} full /> : <ChartNotes quote={quote} />}
            </aside>
          )}
        </div>
        <footer className="-my-0.5 flex flex-none items-center gap-4">
          <div className="w-full max-w-[420px] min-w-0">
            <RangeControl />
          </div>
          {compares ? null : <LookChoice market={quote.market} />}
        </footer>
      </div>
    </dialog>,
    document.body,
  )
}

const EDGE = '12px'
const inset = (side: 'top' | 'right' | 'bottom' | 'left'): string => `max(${EDGE}, env(safe-area-inset-${side}, 0px))`

const standing: CSSProperties = {
  height: '100%',
  padding: `${inset('top')} ${inset('right')} ${inset('bottom')} ${inset('left')}`,
}
/** Turned a quarter to the right: the notch that was above is now at the left. */
const onItsSide: CSSProperties = {
  position: 'absolute',
  top: 0,
  left: '100%',
  width: '100dvh',
  height: '100vw',
  transformOrigin: 'top left',
  transform: 'rotate(90deg)',
  padding: `${inset('right')} ${inset('bottom')} ${inset('left')} ${inset('top')}`,
}

/** Over everything, with the rest of the page out of reach, until it is closed by its button, by Escape or by the telephone. */
function useModal(dialog: { current: HTMLDialogElement | null }, onClose: () => void): void {
  const leave = useEffectEvent(() => {
    if (document.fullscreenElement === null) onClose()
  })
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    const hear = () => leave()
    document.addEventListener('fullscreenchange', hear)
    return () => {
      document.removeEventListener('fullscreenchange', hear)
      shown?.close()
    }
  }, [dialog])
}

function Heading({ quote, scrubbed }: Readonly<{ quote: Quote; scrubbed: Scrubbed | null }>) {
  const nameOf = useInstrumentName()
  const { price, change, percent } = regularPriceOf(quote)
  return (
    <div className="flex min-h-8 min-w-0 flex-1 items-center gap-x-3 overflow-hidden">
      <span className="min-w-0 truncate text-nav">{nameOf(quote)}</span>
      {scrubbed === null ? (
        <span className="flex flex-none items-center gap-2">
          <Price value={price} decimals={quote.decimals} />
          <Change absolute={change} percent={percent} decimals={quote.decimals} className="text-meta" />
          <ExtendedPrice quote={quote} stale={false} />
        </span>
      ) : (
        <ScrubbedFacts quote={quote} scrubbed={scrubbed} />
      )}
    </div>
  )
}

function ScrubbedFacts({ quote, scrubbed: { bar, base, daily, zone } }: Readonly<{ quote: Quote; scrubbed: Scrubbed }>) {
  return (
    <span className="flex flex-none items-center gap-2">
      <Price value={bar.close} decimals={quote.decimals} />
      <Change
        absolute={difference(base, bar.close, quote.decimals)}
        percent={percentBetween(base, bar.close)}
        decimals={quote.decimals}
        className="text-meta"
      />
      <span className="num text-meta text-text3">{daily ? formatDate(bar.timestamp, zone) : formatDateTime(bar.timestamp)}</span>
    </span>
  )
}
