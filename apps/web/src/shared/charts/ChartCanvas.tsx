import type { KlineBar } from '@rueda/contract/quote-shapes.ts'
import { classes } from '@rueda/ui/look/classes.ts'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { LineHandles, type MovableLine } from './LineHandles.tsx'
import { StudyLegend } from './StudyLegend.tsx'
import { type Drawing, type Shown, drawChart } from './drawing.ts'
import { type DrawnStudy, PANE_SHARE, PRICE_SHARE } from './study-drawing.ts'
import type { Study } from './studies/study.ts'
import { useChartGestures } from './use-chart-gestures.ts'
import { useStudies } from './use-studies.ts'
import { panned, revealing, zoomed } from './view-moves.ts'

export type ChartCanvasProps = Omit<Shown, 'studies'> &
  Readonly<{
    overlays: readonly Study[]
    panes: readonly Study[]
    /** A chart that fills an upright telephone is drawn sideways. */
    turned: boolean
    label: string
    /** Words for the bar the cross is on, and for the events on it. */
    spoken: (bar: KlineBar, at: number) => string
    /** Above the chart, what its lines are at a bar; left out where there is one price. */
    legend?: (at: number) => ReactNode
    marked: (at: number) => readonly string[]
    onScrub: (bar: KlineBar | null) => void
    /** Lines with a handle can be moved; without it they only show. */
    onMoveLine?: ((orderId: string, price: number) => void) | undefined
    moveHint: string
    /** The view has come near the first bar there is. */
    onStart: (() => void) | null
  }>

const PAGE_OF_BARS = 10
const NEAR_START_BARS = 30
const CLOSER = 0.8
const TIME_AXIS_PX = 26

/** The drawn chart with its gestures and keys: a drag, a press, the mouse and the arrows move along the bars. */
export default function ChartCanvas(props: ChartCanvasProps) {
  const { bars, free, turned, label, spoken, marked, onScrub } = props
  const box = useRef<HTMLDivElement>(null)
  const drawing = useDrawing(box)
  const studies = useStudies(props)
  useShown(drawing, props, studies)
  useNearStart(drawing, props.onStart)
  const [at, setAt] = useState<number | null>(null)

  const move = (next: number | null) => {
    setAt(next)
    drawing.current?.mark(next)
    onScrub(next === null ? null : (bars[next] ?? null))
  }
  const pan = (distance: number) => {
    const drawn = drawing.current
    drawn?.moveView(panned(drawn.view(), bars.length, distance, drawn.width()))
  }
  const zoom = (factor: number, x: number) => {
    const drawn = drawing.current
    drawn?.moveView(zoomed(drawn.view(), bars.length, factor, drawn.width() === 0 ? 1 : Math.min(1, x / drawn.width())))
  }
  const gestures = useChartGestures({
    free,
    turned,
    onMark: (x) => move(drawing.current?.barAt(x) ?? null),
    onEnd: () => move(null),
    onPan: pan,
    onZoom: zoom,
  })
  const last = bars.length - 1
  const first = free ? 0 : props.first
  const step = (next: number) => {
    const drawn = drawing.current
    if (free && drawn !== null) drawn.moveView(revealing(drawn.view(), bars.length, next))
    move(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const factor = free ? { '+': CLOSER, '-': 1 / CLOSER }[event.key] : undefined
    if (factor !== undefined) return zoom(factor, drawing.current?.width() ?? 0)
    // Over a page Escape takes the cross away; a chart that fills the screen is closed by it.
    if (event.key === 'Escape' && !free) return move(null)
    moveByKey(event, at ?? last, { first, last }, step)
  }
  const shownAt = at ?? last
  const bar = bars[shownAt]
  return (
    <div className="flex size-full min-h-0 flex-col">
      {props.legend?.(shownAt)}
      <OverlayLegend studies={studies} at={shownAt} />
      <div className="relative min-h-0 flex-1">
        <div ref={box} aria-hidden className="absolute inset-0" />
        <PaneLegends studies={studies} at={shownAt} notes={at === null ? [] : marked(at)} />
        <div
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-orientation="horizontal"
          aria-valuemin={first}
          aria-valuemax={last}
          aria-valuenow={shownAt}
          aria-valuetext={bar === undefined ? '' : [spoken(bar, shownAt), ...marked(shownAt), ...saidOf(studies, shownAt)].join(', ')}
          onKeyDown={onKeyDown}
          onBlur={() => (at === null ? undefined : move(null))}
          {...gestures}
          className={classes('absolute inset-0 z-10 select-none', free ? 'touch-none' : 'touch-pan-y')}
        />
        {props.onMoveLine === undefined ? null : (
          <LineHandles
            drawing={drawing}
            lines={props.lines.filter((line): line is MovableLine => line.handle !== undefined)}
            write={props.write}
            hint={props.moveHint}
            onMove={props.onMoveLine}
          />
        )}
      </div>
    </div>
  )
}

/** The chart on the canvas, drawn anew when the page's theme or palette changes. */
function useDrawing(box: RefObject<HTMLDivElement | null>) {
  const drawing = useRef<Drawing | null>(null)
  useEffect(() => {
    if (box.current === null) return
    const made = drawChart(box.current)
    drawing.current = made
    // Theme and palette are attributes of the page's root; the canvas does not follow them by itself.
    const watcher = new MutationObserver(() => made.recolour())
    watcher.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-updown'] })
    return () => {
      watcher.disconnect()
      made.remove()
      drawing.current = null
    }
  }, [box])
  return drawing
}

function useShown(drawing: RefObject<Drawing | null>, props: ChartCanvasProps, studies: readonly DrawnStudy[]): void {
  const { bars, first, look, base, lines, compared, marks, decimals, write, zone, free, period } = props
  useEffect(
    () => drawing.current?.show({ bars, first, look, base, lines, compared, marks, decimals, write, zone, free, period, studies }),
    [drawing, bars, first, look, base, lines, compared, marks, decimals, write, zone, free, period, studies],
  )
}

function useNearStart(drawing: RefObject<Drawing | null>, onStart: (() => void) | null): void {
  const near = useEffectEvent(() => onStart?.())
  useEffect(
    () =>
      drawing.current?.onView(({ from }) => {
        if (from < NEAR_START_BARS) near()
      }),
    [drawing],
  )
}

type LegendsProps = Readonly<{ studies: readonly DrawnStudy[]; at: number }>

function OverlayLegend({ studies, at }: LegendsProps) {
  const over = studies.filter(({ pane }) => pane === 0)
  if (over.length === 0) return null
  return (
    <div aria-hidden className="flex flex-none flex-wrap gap-x-3 gap-y-0.5 pb-1 text-micro">
      {over.map((drawn, order) => (
        <StudyLegend key={order} drawn={drawn} order={order} at={at} />
      ))}
    </div>
  )
}

/** Each pane's legend at its top, and over the prices the events at the cross. */
function PaneLegends({ studies, at, notes }: LegendsProps & Readonly<{ notes: readonly string[] }>) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-x-0 top-0 z-10 flex flex-col text-micro"
      style={{ bottom: TIME_AXIS_PX }}
    >
      <div className="flex min-h-0 flex-col items-start gap-1 overflow-hidden" style={{ flex: PRICE_SHARE }}>
        {notes.map((note) => (
          <span key={note} className="num rounded-tag bg-s2 px-1.5 py-0.5 text-text1">
            {note}
          </span>
        ))}
      </div>
      {studies
        .filter(({ pane }) => pane > 0)
        .map((drawn) => (
          <div key={drawn.pane} className="min-h-0 overflow-hidden pt-1" style={{ flex: PANE_SHARE }}>
            <span className="inline-flex bg-bg pr-1.5">
              <StudyLegend drawn={drawn} order={0} at={at} />
            </span>
          </div>
        ))}
    </div>
  )
}

/** The studies in words: "MA 20 189,95". */
const saidOf = (studies: readonly DrawnStudy[], at: number): string[] =>
  studies.flatMap(({ name, values, write }) => {
    const said = (values[at] ?? []).flatMap((value) => (value === null ? [] : [write(value)]))
    return said.length === 0 ? [] : [`${name} ${said.join(' ')}`]
  })

function moveByKey(event: KeyboardEvent, at: number, ends: Readonly<{ first: number; last: number }>, move: (at: number) => void): void {
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    PageUp: at - PAGE_OF_BARS,
    PageDown: at + PAGE_OF_BARS,
    Home: ends.first,
    End: ends.last,
  }
  const target = targets[event.key]
  if (target === undefined) return
  event.preventDefault()
  move(Math.max(ends.first, Math.min(ends.last, target)))
}
