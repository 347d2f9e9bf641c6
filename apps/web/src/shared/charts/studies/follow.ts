import type { KlineBar } from '@rueda/contract/quote-shapes.ts'
import { type StudyBar, type StudyWalk, walkOf } from './catalogue.ts'
import type { Study } from './study.ts'
import type { Value } from './walk.ts'

type Walked = Readonly<{ bar: KlineBar; given: readonly Value[]; next: StudyWalk }>
/** The results of a study bar by bar. */
export type StudyValues = readonly (readonly Value[])[]

/**
 * A study kept up with bars that arrive: only what is new or has changed is walked, which on a live chart is the
 * last bar.
 */
export function followStudy(study: Study): (bars: readonly KlineBar[]) => StudyValues {
  const begin = walkOf(study)
  let walked: readonly Walked[] = []
  return (bars) => {
    const kept = walked.slice(0, agreeing(walked, bars))
    let walk = kept.at(-1)?.next ?? begin
    const more = bars.slice(kept.length).map((bar) => {
      const step = walk(readBar(bar))
      walk = step.next
      return { bar, given: step.given, next: step.next }
    })
    walked = [...kept, ...more]
    return walked.map(({ given }) => given)
  }
}

/** The number of bars from the beginning that are still the same. */
function agreeing(walked: readonly Walked[], bars: readonly KlineBar[]): number {
  const at = bars.findIndex((bar, index) => {
    const known = walked[index]?.bar
    return known === undefined || !isSame(known, bar)
  })
  return at === -1 ? bars.length : at
}

const isSame = (a: KlineBar, b: KlineBar): boolean =>
  a === b || (a.timestamp === b.timestamp && a.close === b.close && a.high === b.high && a.low === b.low && a.volume === b.volume)

const readBar = ({ high, low, close, volume }: KlineBar): StudyBar => ({
  high: Number(high),
  low: Number(low),
  close: Number(close),
  volume: Number(volume),
})
