import { hashOfText, proRata } from '../subscriptions/draw.ts'
import type { Instant } from '../time.ts'

/** The allotment of a placing (`docs/rules/placing.md` E.3): it follows from the list of the close alone, and anybody can do it again. */
export type PlacingApplication = Readonly<{ number: string; lots: number; at: Instant }>
export type Placed = Readonly<{ number: string; lots: number; at: Instant; rank: number; allotted: number }>

/** By the moment of application, and by number where two came in the same millisecond. */
export const inOrder = <Application extends PlacingApplication>(applications: readonly Application[]): readonly Application[] =>
  applications.toSorted((a, b) => a.at - b.at || (a.number < b.number ? -1 : 1))

/** Every application in a line, in its order: what everybody hashes. */
export const listOfPlacing = (applications: readonly PlacingApplication[]): string =>
  inOrder(applications)
    .map(({ number, lots, at }) => `${number}:${lots}:${at}`)
    .join('\n')

export const hashOfPlacing = (applications: readonly PlacingApplication[]): string => hashOfText(listOfPlacing(applications))

/** Everybody all of it where there is enough; otherwise in proportion, by the largest remainder, and of equal ones the earlier first. */
export function allotPlacing(applications: readonly PlacingApplication[], quota: number): readonly Placed[] {
  const ordered = inOrder(applications)
  const allotted = proRata(
    ordered.map(({ lots }) => lots),
    quota,
  )
  return ordered.map(({ number, lots, at }, index) => ({ number, lots, at, rank: index + 1, allotted: allotted[index] ?? 0 }))
}
