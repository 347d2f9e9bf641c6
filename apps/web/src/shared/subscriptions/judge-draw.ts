import type { IpoFairness } from '@rueda/contract/subscriptions.ts'
import { drawShares } from '@rueda/rules/subscriptions/draw.ts'

/** What the reader's own browser makes of a published draw. */
export type Verdict = Readonly<{ commitment: boolean; list: boolean; entropy: boolean; seed: boolean; result: boolean; isEqual: boolean }>

/**
 * Draws again from the published list, secret and public value alone, and compares with what was published. Without a beacon the public value is
 * the id of the offering and nothing else: whoever could choose it after the list could choose the result. A beacon's is for the reader to look up.
 */
export function judgeDraw({ id, beaconUrl, list, quota, S, E, commitHash, listHash, seed, keys, allotments }: IpoFairness): Verdict {
  const draw = drawShares({ applications: list, quota, secret: S ?? '', entropy: E ?? '' })
  const own = new Map(draw.results.map(({ number, key, allotted }) => [number, { key, allotted }]))
  const isSameResult =
    allotments.length === draw.results.length &&
    allotments.every(({ number, lots }) => own.get(number)?.allotted === lots) &&
    keys.every(({ number, key }) => own.get(number)?.key === key)
  const verdict = {
    commitment: draw.commitment === commitHash,
    list: draw.listHash === listHash,
    entropy: beaconUrl !== null || E === id,
    seed: draw.seed === seed,
    result: isSameResult,
  }
  return { ...verdict, isEqual: Object.values(verdict).every(Boolean) }
}
