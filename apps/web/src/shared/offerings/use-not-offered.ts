import { type NotOffered, offerings } from '@rueda/contract/offerings.ts'
import type { OfferingKind } from '@rueda/rules/offerings/offering.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../server/api.ts'

/** A screen that stays open reads it too; a press in between is answered by the refusal. */
const EVERY_MS = 15_000

/** How something stands that is not offered now; null for what is, and while that is not known. */
export function useNotOffered(kind: OfferingKind, id: string): NotOffered | null {
  const { data } = useQuery({ ...query(offerings.notOffered, {}), refetchInterval: EVERY_MS })
  return data?.find((each) => each.kind === kind && each.id === id) ?? null
}
