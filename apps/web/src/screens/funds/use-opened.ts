import { useState } from 'react'
import { useQueryOfPage } from '../../shared/pages/go.ts'

/** The one of a list whose sheet is open: at first the one that the address names. */
export function useOpened() {
  const { id } = useQueryOfPage()
  const [opened, setOpened] = useState<string | null>(id ?? null)
  return { opened, open: (chosen: string) => setOpened(chosen), close: () => setOpened(null) }
}
