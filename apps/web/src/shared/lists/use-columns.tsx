import { Switch } from '@rueda/ui/fields/Switch.tsx'
import type { TableColumn } from '@rueda/ui/lists/SortableTable.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { Columns3 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useText } from '../text/text.ts'

/** The columns that a reader has taken off each table, on this device; a desk gives them to the account. */
type Hidden = Readonly<{ hidden: Readonly<Record<string, readonly string[]>> }>
export const useHiddenColumns = create<Hidden>()(persist((): Hidden => ({ hidden: {} }), { name: 'rueda.columns' }))
const NONE: readonly string[] = []

/** The columns shown of a table, and the button that chooses them. The first column stays: it says what a row is. */
export function useColumns<Row>(
  table: string,
  columns: readonly TableColumn<Row>[],
): Readonly<{ shown: readonly TableColumn<Row>[]; button: ReactNode }> {
  const hidden = useHiddenColumns((kept) => kept.hidden[table] ?? NONE)
  const shown = columns.filter(({ key }, at) => at === 0 || !hidden.includes(key))
  return { shown, button: <ColumnsButton table={table} columns={columns} hidden={hidden} /> }
}

type ColumnsButtonProps = Readonly<{
  table: string
  columns: readonly Readonly<{ key: string; label: string }>[]
  hidden: readonly string[]
}>

function ColumnsButton({ table, columns, hidden }: ColumnsButtonProps) {
  const t = useText('desk')
  const [open, setOpen] = useState(false)
  const choose = (key: string, shows: boolean) => {
    const next = shows ? hidden.filter((one) => one !== key) : [...hidden, key]
    useHiddenColumns.setState(({ hidden: before }) => ({ hidden: { ...before, [table]: next } }))
  }
  return (
    <>
      <button
        type="button"
        title={t('columns')}
        aria-label={t('columns')}
        onClick={() => setOpen(true)}
        className="grid size-8 place-items-center rounded-chip text-text3 hover:bg-s2 hover:text-text1"
      >
        <Columns3 aria-hidden size={16} />
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('columns')}>
        <p className="pb-2 text-meta text-text2">{t('columns.why')}</p>
        <div className="divide-y divide-line">
          {columns.slice(1).map(({ key, label }) => (
            <p key={key} className="flex min-h-12 items-center justify-between gap-3 text-row">
              {label}
              <Switch label={label} on={!hidden.includes(key)} onChange={(shows) => choose(key, shows)} />
            </p>
          ))}
        </div>
      </Sheet>
    </>
  )
}
