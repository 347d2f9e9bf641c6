import { type LotMethod } from '@rueda/rules/positions/lots.ts'
import { formatScaled, parseScaled } from '@rueda/rules/decimal.ts'
import { positions } from '@rueda/contract/positions.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../shared/server/api.ts'
import { isMore, isZero, withoutPart } from '../../shared/orders/sizing.ts'

/** The lots of one sale: as the account has it, another rule, or the lots themselves. */
export type SaleLots = Readonly<{ lotMethod?: LotMethod; lots?: number[] }>

type Sized = Readonly<{ lotId: number; quantity: string }>

/** The shares in the lots that are chosen. */
export const sumOfChosen = (lots: readonly Sized[], chosen: readonly number[]): string =>
  formatScaled(lots.reduce((sum, { lotId, quantity }) => (chosen.includes(lotId) ? sum + (parseScaled(quantity) ?? 0n) : sum), 0n))

/** How many shares the chosen lots lack for a sale of so many; null where they are enough. */
export function missingIn(lots: readonly Sized[], chosen: readonly number[], quantity: string): string | null {
  const sum = sumOfChosen(lots, chosen)
  return quantity !== '' && isMore(quantity, sum) ? withoutPart(quantity, sum) : null
}

/** The rule by which a sale uses up lots, and what is missing where they are chosen by hand; of shares that are held in full. */
export function useMissingLots({
  id,
  isOffered,
  sale,
  quantity,
}: Readonly<{ id: string; isOffered: boolean; sale: SaleLots; quantity: string }>) {
  const usual = useQuery(query(positions.lotDefault, {}, { enabled: isOffered })).data?.lotMethod
  const method = sale.lotMethod ?? usual
  const isChosen = isOffered && method === 'CHOSEN'
  const { data } = useQuery(query(positions.lots, { id }, { enabled: isChosen }))
  const missing = isChosen && !isZero(quantity === '' ? '0' : quantity) ? missingIn(data?.lots ?? [], sale.lots ?? [], quantity) : null
  return { method, missing }
}
