import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { Logo } from '@rueda/ui/quotes/Logo.tsx'
import { classes } from '@rueda/ui/look/classes.ts'
import { useDrag } from '@use-gesture/react'
import { ArrowDown, ArrowUp, Check, GripVertical } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useText } from '../../shared/text/text.ts'
import type { Watched } from '../../shared/watchlist/watching.ts'
import { useInstrumentName } from '../../shared/quotes/instrument-name.ts'

const ROW_HEIGHT = 64

type ManagedRowsProps = Readonly<{
  rows: readonly Watched[]
  chosen: ReadonlySet<string>
  onChoose: (codes: ReadonlySet<string>) => void
  /** So many rows down, or up below zero. */
  onMove: (row: Watched, by: number) => void
}>

type Drag = Readonly<{ code: string; offset: number }>

/** Rows that are dragged by their handle, moved by their arrows, or by the keyboard's on the handle. */
export function ManagedRows({ rows, chosen, onChoose, onMove }: ManagedRowsProps) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const toggle = (code: string) => {
    const next = new Set(chosen)
    if (!next.delete(code)) next.add(code)
    onChoose(next)
  }
  return (
    <ol className="divide-y divide-line">
      {rows.map((row, at) => (
        <ManagedRow
          key={row.code}
          row={row}
          at={at}
          last={rows.length - 1}
          chosen={chosen.has(row.code)}
          offset={drag?.code === row.code ? drag.offset : null}
          onToggle={() => toggle(row.code)}
          onMove={(to) => onMove(row, to - at)}
          onDrag={(offset) => setDrag(offset === null ? null : { code: row.code, offset })}
        />
      ))}
    </ol>
  )
}

type ManagedRowProps = Readonly<{
  row: Watched
  at: number
  last: number
  chosen: boolean
  /** The distance it is dragged from its place; null while it is not. */
  offset: number | null
  onToggle: () => void
  onMove: (to: number) => void
  onDrag: (offset: number | null) => void
}>

function ManagedRow({ row, at, last, chosen, offset, onToggle, onMove, onDrag }: ManagedRowProps) {
  const t = useText('watchlist')
  const name = useInstrumentName()(row)
  const bindHandle = useDrag(
    ({ movement: [, y], last: ended }) => {
      if (!ended) return onDrag(y)
      onDrag(null)
      const to = Math.max(0, Math.min(last, at + Math.round(y / ROW_HEIGHT)))
      if (to !== at) onMove(to)
    },
    // The keys of the keyboard move by whole rows.
    { axis: 'y', filterTaps: true, pointer: { keys: false } },
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    if (to >= 0 && to <= last && to !== at) onMove(to)
  }
  return (
    <li
      className={classes(
        '-mx-edge flex h-16 items-center gap-1 px-edge',
        offset !== null && 'relative z-10 rounded-control bg-s2 shadow-sheet',
      )}
      style={offset === null ? undefined : { transform: `translateY(${offset}px)` }}
    >
      <label className="-ml-1 flex min-h-11 min-w-0 flex-1 items-center gap-2.5">
        <input type="checkbox" checked={chosen} onChange={onToggle} className="peer sr-only" />
        <span
          aria-hidden
          className="grid size-6 flex-none place-items-center rounded-chip border border-line-strong text-transparent peer-checked:border-transparent peer-checked:bg-accent-fill peer-checked:text-on-accent peer-focus-visible:outline-2 peer-focus-visible:outline-focus"
        >
          <Check size={16} strokeWidth={2.5} />
        </span>
        <Logo code={row.stock_code} src={row.localLogoUrl} />
        <span className="flex min-w-0 flex-col">
          <span className="line-clamp-2 text-row leading-tight">{name}</span>
          <span className="truncate text-meta text-text3">{row.stock_code}</span>
        </span>
      </label>
      <IconButton icon={ArrowUp} label={t('up', { name })} disabled={at === 0} onPress={() => onMove(at - 1)} />
      <IconButton icon={ArrowDown} label={t('down', { name })} disabled={at === last} onPress={() => onMove(at + 1)} />
      <button
        type="button"
        {...bindHandle()}
        onKeyDown={onKeyDown}
        className="-mr-[10px] grid size-11 flex-none cursor-grab touch-none place-items-center rounded-control text-text3"
      >
        <GripVertical aria-hidden size={20} />
        <span className="sr-only">{t('place', { name, place: at + 1, of: last + 1 })}</span>
      </button>
    </li>
  )
}
