import { type Card as CardRow, cards } from '@rueda/contract/cards.ts'
import type { InputOf } from '@rueda/contract/endpoint.ts'
import { security } from '@rueda/contract/security.ts'
import { useQuery } from '@tanstack/react-query'
import { query, useCall } from '../../shared/server/api.ts'
import { useQueryOfPage } from '../../shared/pages/go.ts'
import type { MoneyOutProof } from '../../shared/cards/money-out-proof.ts'

type Details = Omit<InputOf<typeof cards.add>, keyof MoneyOutProof>

/** A destination on its way to the server: a new one, or instead of the one in the page's address. */
export function useSaveCard() {
  const { id } = useQueryOfPage()
  const { data } = useQuery(query(security.status, {}))
  const asksCode = data === undefined ? null : data.cardCodes === 1
  const adding = useCall(cards.add)
  const updating = useCall(cards.update)
  const { error, pending } = id === undefined ? adding : updating
  return {
    /** True for customers who have asked for a code by mail; null while that is not known. */
    asksCode,
    error,
    pending,
    /** The name under which its draft is kept. */
    draft: id ?? 'new',
    reset: () => {
      adding.reset()
      updating.reset()
    },
    /** The destination as saved; null when it was refused. */
    save: (details: Details, { payPassword, code }: MoneyOutProof): Promise<CardRow | null> => {
      const input = { ...details, ...(asksCode === true ? { code } : {}), payPassword }
      return id === undefined ? adding.run(input) : updating.run({ ...input, id })
    },
  }
}
