import type { ReactNode } from 'react'

type DataTableProps = Readonly<{ label: string; columns: readonly string[]; rows: readonly (readonly ReactNode[])[] }>

/** A plain table: a chart's figures, a schedule. The first column is text, the others are numbers. */
export function DataTable({ label, columns, rows }: DataTableProps) {
  return (
    <div className="overflow-x-auto">
      <table aria-label={label} className="num w-full text-meta">
        <thead>
          <tr className="border-b border-line text-left text-text3">
            {columns.map((column, at) => (
              <th key={column} scope="col" className={`py-2 font-medium whitespace-nowrap ${at === 0 ? '' : 'pl-3 text-right'}`}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, at) => (
                <td key={columns[at] ?? at} className={`py-2 whitespace-nowrap ${at === 0 ? '' : 'pl-3 text-right'}`}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
