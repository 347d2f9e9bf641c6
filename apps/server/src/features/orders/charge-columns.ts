import { type ChargeKind, type Charged, chargeKinds } from '@rueda/rules/fees/schedule.ts'
import type { Column } from '../../write-path/columns.ts'

/** Every kind of charge has a column of its own on orders and on fills. */
export const chargeColumnOf = {
  COMMISSION: 'commission',
  MARKET_FEE: 'market_fee',
  VAT: 'vat',
  SEC_FEE: 'sec_fee',
  TAF: 'taf',
  TRANSACTION_TAX: 'transaction_tax',
} as const satisfies Record<ChargeKind, string>

export type ChargeColumns = Readonly<Record<(typeof chargeColumnOf)[ChargeKind], bigint>>

/** All charges of a row, as SQL. */
export const chargesOfRow = (table: string): string => `(${chargeKinds.map((kind) => `${table}.${chargeColumnOf[kind]}`).join(' + ')})`

/** A column for each kind of charge. */
export const chargeColumns = <Row>(chargesOf: (row: Row) => Charged): readonly Column<Row>[] =>
  chargeKinds.map((kind) => [chargeColumnOf[kind], 'bigint', (row) => chargesOf(row)[kind] ?? 0n])

export const readCharged = (row: ChargeColumns): Charged => Object.fromEntries(chargeKinds.map((kind) => [kind, row[chargeColumnOf[kind]]]))
