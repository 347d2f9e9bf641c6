import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** An instrument beside another on its chart, with what its name and its bars are asked by. */
export type Compared = Pick<Quote, 'code' | 'stock_code' | 'market' | 'source' | 'name'>

/** What is compared with an instrument, kept on this device by the instrument's id; the one changed last comes last. */
type Comparisons = Readonly<{ of: Readonly<Record<string, readonly Compared[]>> }>

export const MAX_COMPARED = 3
const MAX_KEPT = 30
const NONE: readonly Compared[] = []

const useComparisons = create<Comparisons>()(
  persist((): Comparisons => ({ of: {} }), {
    name: 'rueda.comparisons',
    merge: (kept, current) => ({ ...current, of: sound(kept) }),
  }),
)

/** What is compared with an instrument on its chart, at most three. */
export const useCompared = (code: string): readonly Compared[] => useComparisons(({ of }) => of[code] ?? NONE)

/** Adds an instrument to the chart of another; nothing happens where it is there already, or three others are. */
export function compare(code: string, { code: added, stock_code, market, source, name }: Compared): void {
  const before = useComparisons.getState().of[code] ?? NONE
  if (added === code || before.length >= MAX_COMPARED || before.some((each) => each.code === added)) return
  keep(code, [...before, { code: added, stock_code, market, source, name }])
}

/** Takes an instrument off the chart of another. */
export const uncompare = (code: string, removed: string): void =>
  keep(
    code,
    (useComparisons.getState().of[code] ?? NONE).filter((each) => each.code !== removed),
  )

function keep(code: string, compared: readonly Compared[]): void {
  const { [code]: _, ...others } = useComparisons.getState().of
  const all = Object.entries(others)
  const kept = compared.length === 0 ? all : [...all, [code, compared] as const]
  useComparisons.setState({ of: Object.fromEntries(kept.slice(-MAX_KEPT)) })
}

/** Drops kept values that this version does not know, as another version of the app may have written them. */
function sound(kept: unknown): Comparisons['of'] {
  const { of } = (kept ?? {}) as { of?: unknown }
  if (typeof of !== 'object' || of === null) return {}
  return Object.fromEntries(
    Object.entries(of).flatMap(([code, list]) => {
      const known = Array.isArray(list) ? list.filter(isCompared).slice(0, MAX_COMPARED) : []
      return known.length === 0 ? [] : [[code, known] as const]
    }),
  )
}

function isCompared(value: unknown): value is Compared {
  if (typeof value !== 'object' || value === null) return false
  const { code, stock_code, market, name } = value as Partial<Compared>
  return [code, stock_code, name].every((text) => typeof text === 'string') && marketNames.some((known) => known === market)
}
