import { type SwitchedOff, switches } from '@rueda/contract/switches.ts'
import type { SwitchName } from '@rueda/rules/switches/switch.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../server/api.ts'

/** A screen that stays open reads switches too; a press in between is answered by the refusal. */
const EVERY_MS = 15_000

/** Everything that is turned off; nothing while that is not known. */
export function useOff(): ReadonlyMap<SwitchName, SwitchedOff> {
  const { data } = useQuery({ ...query(switches.off, {}), refetchInterval: EVERY_MS })
  return new Map((data ?? []).map((each) => [each.name, each]))
}

export const useSwitchedOff = (name: SwitchName): SwitchedOff | null => useOff().get(name) ?? null
