import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { SortableTable, sortedRows } from './SortableTable.tsx'

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

describe('a table by keyboard', () => {
  afterEach(cleanup)

  function show() {
    const opening = {
      key: 'code',
      label: 'Code',
      words: true,
      sortBy: ({ code }: Row) => code,
      cell: ({ code }: Row) => <button type="button">{code}</button>,
    }
    render(
      <SortableTable
        label="Rows"
        columns={[opening]}
        rows={rows}
        keyOf={({ code }) => code}
        order={{ usual: 'as they came', chosen: 'sorted' }}
        actions={({ code }) => <button type="button">act on {code}</button>}
      />,
    )
  }
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  const focused = () => document.activeElement?.textContent

  it('goes from what opens a row to what opens the next, and to both ends', () => {
    show()
    screen.getByRole('button', { name: 'b' }).focus()
    const walk = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'ArrowUp', 'End'].map((key) => {
      press(key)
      return focused()
    })
    expect(walk).toEqual(['c', 'a', 'a', 'c', 'b', 'b', 'a'])
  })

  it('stays with the action that it is at', () => {
    show()
    screen.getByRole('button', { name: 'act on b' }).focus()
    press('ArrowDown')
    expect(focused()).toBe('act on c')
  })

  it('says how its rows stand, and that they stand otherwise once a column was chosen', () => {
    show()
    expect(screen.getByText('as they came')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Code' }))
    expect(screen.getByText('sorted')).toBeDefined()
    expect(screen.queryByText('as they came')).toBeNull()
  })
})
