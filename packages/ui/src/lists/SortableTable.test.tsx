import { describe, expect, it } from 'vitest'
import { sortedRows } from './SortableTable.tsx'

type Row = Readonly<{ code: string; result: string | null }>
const rows: readonly Row[] = [
  { code: 'b', result: '9.5' },
  { code: 'c', result: null },
  { code: 'a', result: '10' },
]
const columns = [
  { key: 'code', sortBy: (row: Row) => row.code },
  { key: 'result', sortBy: ({ result }: Row) => (result === null ? null : Number(result)) },
]
const codes = (sort: Parameters<typeof sortedRows>[2]) =>
  sortedRows(rows, columns, sort, (one, other) => one.localeCompare(other))
    .map(({ code }) => code)
    .join('')

describe('a table that sorts', () => {
  it('keeps the order of its rows until a column is chosen', () => {
    expect(codes(null)).toBe('bca')
    expect(codes({ column: 'unknown', order: 'ascending' })).toBe('bca')
  })
  it('sorts words by the alphabet and figures by their size', () => {
    expect(codes({ column: 'code', order: 'ascending' })).toBe('abc')
    expect(codes({ column: 'code', order: 'descending' })).toBe('cba')
  })
  it('puts what is not known last in either order', () => {
    expect(codes({ column: 'result', order: 'descending' })).toBe('abc')
    expect(codes({ column: 'result', order: 'ascending' })).toBe('bac')
  })
})
