/** The part of a chart that is seen, computed without drawing: places of bars, a bar being one wide. */
export type View = Readonly<{ from: number; to: number }>

const HALF_A_BAR = 0.5
const MIN_BARS = 10
/** Room behind the last bar, for what is written there. */
const ROOM_SHARE = 0.04

/** From one bar to the last, with a little room behind it. */
export const periodView = (first: number, bars: number): View => ({
  from: first - HALF_A_BAR,
  to: bars - HALF_A_BAR + (bars - first) * ROOM_SHARE,
})

/** Something written around the middle of a bar: how wide it is. */
export type Written = Readonly<{ at: number; width: number }>

/** The same view with so much more room behind it that no text at its last bars is cut off in a drawing of this width. */
export function withRoomFor(view: View, written: readonly Written[], width: number): View {
  const ends = written
    .filter((text) => text.width < width)
    .map((text) => (text.at * width - (view.from * text.width) / 2) / (width - text.width / 2))
  return { from: view.from, to: Math.max(view.to, ...ends) }
}

type Placed = Readonly<{ timestamp: number }>

/** The same bars in view when others have come: older ones move all places up, and a view of the last bar shows the next one too. */
export function followed(view: View, before: readonly Placed[], after: readonly Placed[]): View {
  const older = Math.max(
    0,
    after.findIndex(({ timestamp }) => timestamp === before[0]?.timestamp),
  )
  const newer = after.length - before.length - older
  const shift = older + (view.to >= before.length - 1 ? newer : 0)
  return { from: view.from + shift, to: view.to + shift }
}

/** Kept within the bars there are: as wide as asked, and never past an end. */
function within({ from, to }: View, bars: number): View {
  const width = Math.min(to - from, bars * (1 + ROOM_SHARE))
  const room = (width * ROOM_SHARE) / (1 + ROOM_SHARE)
  const start = Math.max(-HALF_A_BAR, Math.min(from, bars - HALF_A_BAR + room - width))
  return { from: start, to: start + width }
}

export function panned(view: View, bars: number, distance: number, width: number): View {
  const shift = width === 0 ? 0 : (-distance / width) * (view.to - view.from)
  return within({ from: view.from + shift, to: view.to + shift }, bars)
}

/** Around the bar under the finger, which stays where it is. */
export function zoomed(view: View, bars: number, factor: number, share: number): View {
  const before = view.to - view.from
  const after = Math.max(Math.min(MIN_BARS, bars), Math.min(bars * (1 + ROOM_SHARE), before * factor))
  const fixed = view.from + before * share
  return within({ from: fixed - after * share, to: fixed + after * (1 - share) }, bars)
}

/** Moved just so far that a bar is in it. */
export function revealing(view: View, bars: number, at: number): View {
  const beyond = at < view.from ? at - HALF_A_BAR - view.from : at > view.to ? at + HALF_A_BAR - view.to : 0
  return beyond === 0 ? view : within({ from: view.from + beyond, to: view.to + beyond }, bars)
}
