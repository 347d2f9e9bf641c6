type Part = Readonly<{ limit: number; offset: number }>
type Listed<Row> = Readonly<{ positions: readonly Row[]; total: number }>

/** One list out of two: the shares first, and behind them the positions on margin, page by page. */
export async function besideMargin<Shares, Margin>(
  { limit, offset }: Part,
  shares: (part: Part) => Promise<Listed<Shares>>,
  margin: (part: Part) => Promise<Listed<Margin>>,
): Promise<Readonly<{ page: Listed<Shares>; margin: Listed<Margin> }>> {
  const page = await shares({ limit, offset })
  const left = limit - page.positions.length
  return { page, margin: await margin({ limit: left, offset: Math.max(0, offset - page.total) }) }
}
