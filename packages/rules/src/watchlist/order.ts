/** The order of a list by hand (`docs/rules/watchlist.md` P.2). */

/** The list with one of it at another place, counted from 0; a place beyond the end is the end. What is not in it changes nothing. */
export function movedTo<Row>(rows: readonly Row[], row: Row, place: number): readonly Row[] {
  if (!rows.includes(row)) return rows
  const others = rows.filter((each) => each !== row)
  return [...others.slice(0, place), row, ...others.slice(place)]
}

/** The list with those named first, in that order; the others follow as they stood. */
export function inOrderOf<Row>(rows: readonly Row[], named: readonly Row[]): readonly Row[] {
  const first = [...new Set(named)].filter((row) => rows.includes(row))
  return [...first, ...rows.filter((row) => !first.includes(row))]
}
