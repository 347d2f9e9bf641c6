import { Arrow } from './Arrow.tsx'
import { classes } from '../look/classes.ts'
import { PrivacyMask } from '../money/PrivacyMask.tsx'
import { useUi } from '../provider/context.tsx'
import { type Direction, directionOf, directionOfPercent, formatChange, formatMoney, formatPercent } from '../formats/format.ts'
import type { Language } from '../formats/languages.ts'
import { toneText, toneTint } from '../look/tone.ts'
import { type UiText, fill } from '../provider/ui-text.ts'

export type ChangeProps = Readonly<{
  /** Decimal text; a difference of prices, or of money with `currency`. */
  absolute?: string | null | undefined
  /** Percent points as decimal text: "1.25" is 1,25%. */
  percent?: string | null | undefined
  currency?: string | undefined
  decimals?: number | undefined
  mode?: 'text' | 'pill' | undefined
  /** The account's own money is masked in private mode; a market's change is not. */
  own?: boolean | undefined
  className?: string | undefined
}>

/** A move: arrow, sign and colour together, and in words for a screen reader. */
export function Change({ own = false, ...change }: ChangeProps) {
  return own ? (
    <PrivacyMask>
      <Shown {...change} />
    </PrivacyMask>
  ) : (
    <Shown {...change} />
  )
}

function Shown(props: Omit<ChangeProps, 'own'>) {
  const { language, text } = useUi()
  const { absolute, percent, mode = 'text', className } = props
  if ((absolute ?? null) === null && (percent ?? null) === null) return <span className="text-text3">—</span>
  const direction = changeDirection(props)
  const figures = writeFigures(props, direction, language)
  const pill = mode === 'pill'
  return (
    <span
      className={classes(
        'num inline-flex items-center gap-1 font-medium whitespace-nowrap',
        toneText[direction],
        pill && `min-w-[78px] justify-end rounded-chip px-[7px] py-px text-meta ${toneTint[direction]}`,
        className,
      )}
    >
      <Arrow direction={direction} size={pill ? 9 : 11} />
      <span aria-hidden>{figures}</span>
      <span className="sr-only">{spokenChange(props, language, text)}</span>
    </span>
  )
}

/** A price that moved too little to show stands still; money that was lost is lost, however little it is of the whole. */
export function changeDirection({ absolute, percent, currency }: Pick<ChangeProps, 'absolute' | 'percent' | 'currency'>): Direction {
  if (currency !== undefined && (absolute ?? null) !== null) return directionOf(absolute)
  return percent === null || percent === undefined ? directionOf(absolute) : directionOfPercent(percent)
}

function writeFigures({ absolute, percent, currency, decimals }: ChangeProps, direction: Direction, language: Language): string {
  const sign = direction === 'flat' ? 'plain' : 'change'
  const amount = writeAmount(direction === 'flat' ? absolute?.replace('-', '') : absolute, sign, currency, decimals, language)
  if (percent === null || percent === undefined) return amount
  const points = formatPercent(language, direction === 'flat' ? '0' : percent, sign)
  return amount === '' ? points : `${amount} (${points})`
}

function writeAmount(
  absolute: string | null | undefined,
  sign: 'plain' | 'change',
  currency: string | undefined,
  decimals: number | undefined,
  language: Language,
): string {
  if (absolute === null || absolute === undefined) return ''
  return currency === undefined ? formatChange(language, absolute, decimals, sign) : formatMoney(language, absolute, currency, { sign })
}

/** "sube 1,24, 0,56%": for labels of whole rows too. */
export function spokenChange({ absolute, percent, currency, decimals }: ChangeProps, language: Language, text: UiText): string {
  const direction = changeDirection({ absolute: absolute ?? null, percent: percent ?? null, currency })
  if (direction === 'flat') return text.unchanged
  const amount = writeAmount(absolute?.replace('-', ''), 'plain', currency, decimals, language)
  const points = percent === null || percent === undefined ? '' : formatPercent(language, percent.replace('-', ''), 'plain')
  if (amount === '' || points === '') {
    return fill(direction === 'up' ? text.risesPercent : text.fallsPercent, { percent: amount || points })
  }
  return fill(direction === 'up' ? text.rises : text.falls, { amount, percent: points })
}
