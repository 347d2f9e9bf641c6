import { Ellipsis } from 'lucide-react'
import { Change } from './Change.tsx'
import { Logo } from './Logo.tsx'
import { Tag } from '../pills/Pill.tsx'
import { Price } from './Price.tsx'
import { Sparkline, upTo } from './Sparkline.tsx'
import { classes } from '../look/classes.ts'
import { useUi } from '../provider/context.tsx'
import { useLongPress } from '../actions/use-long-press.ts'

export type QuoteRowProps = Readonly<{
  name: string
  /** True for names in words, such as those of pairs, which are told apart by their ends: nothing of them is cut. */
  wholeName?: boolean | undefined
  code: string
  href: string
  price: string | null | undefined
  decimals?: number | undefined
  changePercent: string | null | undefined
  /** Set to show the change in price instead of percent. */
  changeAbsolute?: string | null | undefined
  tag?: string | undefined
  /** Something about it, after its code. */
  note?: string | undefined
  logo?: string | null | undefined
  closes?: readonly string[] | undefined
  /** Opens what can be done with it; also by a press of 350 ms. */
  onContext?: (() => void) | undefined
  stale?: boolean | undefined
  /** A closed market's price is quiet and does not flash. */
  muted?: boolean | undefined
}>

/** An instrument in a list: one link that reads as its name, code, price and move. */
export function QuoteRow(props: QuoteRowProps) {
  const { text } = useUi()
  const press = useLongPress(props.onContext)
  const { name, code, href, price, decimals, changePercent, changeAbsolute } = props
  const move = changeAbsolute === undefined ? { percent: changePercent } : { absolute: changeAbsolute, decimals }
  return (
    <div className="group relative">
      <a
        href={href}
        {...press}
        className={classes(
          '-mx-edge flex min-h-16 items-center gap-2.5 px-edge py-1.5 select-none active:bg-s2 [-webkit-touch-callout:none]',
          // Large text has no logo in whose place the button could stand.
          props.onContext !== undefined && 'large:pointer-fine:pl-12',
        )}
      >
        <span className="flex-none large:hidden">
          <Logo code={code} src={props.logo ?? null} />
        </span>
        <Names {...props} />
        {props.closes === undefined ? null : (
          <span className="max-[399px]:[&_svg]:w-12 max-[349px]:hidden large:hidden">
            <Sparkline closes={upTo(props.closes, price)} />
          </span>
        )}
        <span className="flex min-w-[86px] flex-none flex-col items-end gap-0.5">
          <Price
            value={price}
            decimals={decimals}
            stale={props.stale ?? false}
            flash={props.muted !== true}
            className={classes(props.muted === true && 'text-text2')}
          />
          <Change {...move} mode="pill" />
        </span>
      </a>
      {props.onContext === undefined ? null : (
        <button
          type="button"
          aria-label={`${text.more}: ${name}`}
          onClick={props.onContext}
          // In the logo's place, so that prices stand at the edge that all figures of a page have.
          className="absolute top-1/2 -left-1 grid size-11 -translate-y-1/2 place-items-center rounded-control bg-s3 text-text1 opacity-0 not-focus-visible:pointer-events-none focus-visible:opacity-100 pointer-fine:group-hover:pointer-events-auto pointer-fine:group-hover:opacity-100"
        >
          <Ellipsis aria-hidden size={20} />
        </button>
      )}
    </div>
  )
}

function Names({ name, wholeName = false, code, tag, note }: Pick<QuoteRowProps, 'name' | 'wholeName' | 'code' | 'tag' | 'note'>) {
  return (
    <span className="flex min-w-0 flex-1 flex-col">
      <span className={classes('text-row leading-[1.2]', wholeName ? 'wrap-anywhere' : 'line-clamp-2')}>{name}</span>
      <span className="flex items-center gap-1 text-meta text-text3">
        {note === undefined ? <span className="truncate">{code}</span> : <CodeAndNote code={code} note={note} />}
        {tag === undefined ? null : <Tag>{tag}</Tag>}
      </span>
    </span>
  )
}

/** Beside each other, or one under the other: the dot between them is cut off where a line begins with it. */
function CodeAndNote({ code, note }: Readonly<{ code: string; note: string }>) {
  return (
    <span className="num min-w-0 overflow-hidden">
      <span className="-ml-3 flex flex-wrap">
        <span className="pl-3">{code}</span>
        <span className="whitespace-nowrap max-[349px]:hidden">
          <span className="inline-block w-3 text-center">{' · '}</span>
          {note}
        </span>
      </span>
    </span>
  )
}
