import type { LotChoice } from '@rueda/rules/positions/lots.ts'
import type { Column } from '../../write-path/columns.ts'

/** The choice of lots, as orders and executions keep it. */
export type LotColumns =
  | Readonly<{ lot_method: LotChoice['method']; lot_chosen: string }>
  | Readonly<{ lot_method: null; lot_chosen: null }>

export const readLotChoice = (row: LotColumns): LotChoice | null =>
  row.lot_method === null ? null : { method: row.lot_method, chosen: numbersIn(row.lot_chosen) }

/** Their numbers, in their order, with commas between them. */
const numbersIn = (chosen: string): readonly number[] => (chosen === '' ? [] : chosen.split(',').map(Number))

export const lotColumns = <Row extends Readonly<{ lots: LotChoice | null }>>(): readonly Column<Row>[] => [
  ['lot_method', 'text', ({ lots }) => lots?.method ?? null],
  ['lot_chosen', 'text', ({ lots }) => lots?.chosen.join(',') ?? null],
]
