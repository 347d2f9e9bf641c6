import { type Card, cards } from '@rueda/contract/cards.ts'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { query } from '../../shared/server/api.ts'
import { useQueryOfPage } from '../../shared/pages/go.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'

/** The destination that the page's address names, to begin its form with; null for a new one. */
export function SavedCard({ children }: Readonly<{ children: (card: Card | null) => ReactNode }>) {
  const { id } = useQueryOfPage()
  const own = useQuery({ ...query(cards.list, {}), enabled: id !== undefined })
  if (id === undefined) return children(null)
  return (
    <Loaded query={own} reason={whyFailed}>
      {(all) => children(all.find((card) => card.id === id) ?? null)}
    </Loaded>
  )
}
