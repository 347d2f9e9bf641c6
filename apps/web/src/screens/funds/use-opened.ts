import { useKeptInVisit } from '../../shared/device/kept.ts'
import { useQueryOfPage } from '../../shared/pages/go.ts'

/** The one of a list whose sheet is open: at first the one that the address names, and after money was moved for it the same again. */
export function useOpened(list: string) {
  const { id } = useQueryOfPage()
  const { value: opened, keep } = useKeptInVisit<string | null>(`${list}.opened`, id ?? null)
  return { opened, open: (chosen: string) => keep(chosen), close: () => keep(null) }
}
