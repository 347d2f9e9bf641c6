import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { useCallback } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** The order of the watchlist is this device's own: codes as they were arranged; new ones follow as they were added. */
const useOrder = create<Readonly<{ codes: readonly string[] }>>()(
  persist((): Readonly<{ codes: readonly string[] }> => ({ codes: [] }), { name: 'rueda.watchOrder' }),
)

export const arrange = (codes: readonly string[]): void => void useOrder.setState({ codes })

export function useWatchOrder(): <Row extends Pick<Quote, 'code'>>(list: readonly Row[]) => readonly Row[] {
  const codes = useOrder((order) => order.codes)
  return useCallback((list) => arranged(list, codes), [codes])
}

export function arranged<Row extends Pick<Quote, 'code'>>(list: readonly Row[], codes: readonly string[]): readonly Row[] {
  const place = new Map(codes.map((code, at) => [code, at]))
  const last = codes.length
  return list
    .map((row, at) => ({ row, place: place.get(row.code) ?? last + at }))
    .sort((a, b) => a.place - b.place)
    .map(({ row }) => row)
}

/** The list with the row at `from` standing at `to`. */
export function moved<Row>(list: readonly Row[], from: number, to: number): readonly Row[] {
  const row = list[from]
  if (row === undefined || to < 0 || to >= list.length) return list
  const rest = list.filter((_, at) => at !== from)
  return [...rest.slice(0, to), row, ...rest.slice(to)]
}
