/** So many shares of a whole can be told apart. */
export const COLOURS = 8

export const seriesColour = (at: number): string => `var(--series-${(at % COLOURS) + 1})`

/** The colour of a share, beside its name in the legend. */
export const SliceDot = ({ at }: { at: number }) => (
  <span aria-hidden className="inline-block size-2.5 flex-none rounded-[3px]" style={{ background: seriesColour(at) }} />
)
