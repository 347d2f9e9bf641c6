import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { positions } from '@rueda/contract/positions.ts'
import { toCsv } from '../lists/csv.ts'

export type PositionInFull = DataOf<typeof positions.lots>

type Words = Readonly<{ mark: string; columns: readonly string[]; lot: string; sold: string }>

/** The lots of a position as a file for a spreadsheet: those still held, then what was sold out of each. */
export function lotsCsv({ position, lots, disposals }: PositionInFull, { mark, columns, lot, sold }: Words): string {
  const { stockCode, currency } = position
  return toCsv([
    [mark],
    columns,
    ...lots.map((each) => [
      lot,
      stockCode,
      each.acquiredDate,
      '',
      each.quantity,
      each.costAmount,
      each.marketValue ?? '',
      each.profit ?? '',
      currency,
      '',
    ]),
    ...disposals.map((each) => [
      sold,
      stockCode,
      each.acquiredDate,
      each.disposedDate,
      each.quantity,
      each.costAmount,
      each.proceeds,
      each.profit,
      currency,
      each.boughtBackDate ?? '',
    ]),
  ])
}

const INDENT = 2

/** The same for a program, dividends included. */
export const lotsJson = ({ position, lots, disposals, dividends, lotProfit }: PositionInFull): string =>
  JSON.stringify(
    {
      venue: position.venue,
      market: position.market,
      stockCode: position.stockCode,
      positionNum: position.positionNum,
      currency: position.currency,
      lotProfit,
      lots,
      disposals,
      dividends,
    },
    null,
    INDENT,
  )
