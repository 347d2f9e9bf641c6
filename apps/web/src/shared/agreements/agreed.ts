import { agreements } from '@rueda/contract/agreements.ts'
import type { DataOf, InputOf } from '@rueda/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { usePractising, useSignedIn } from '../security/session.ts'
import { query } from '../server/api.ts'

type Head = DataOf<typeof agreements.list>[number]

/** Versions as they were read, for the call that accepts them. */
export const asRead = (heads: readonly Head[]): InputOf<typeof agreements.accept>['agreements'] =>
  heads.map(({ kind, version, language, hash }) => ({ kind, version, language, hash }))

/** What the customer accepted and what is due; a practice account agrees to nothing. */
export function useStanding() {
  const signedIn = useSignedIn()
  const practising = usePractising()
  return useQuery({ ...query(agreements.standing, {}), enabled: signedIn && !practising })
}
