import type { Refusal } from '@rueda/rules/result.ts'
import { type SwitchName, type SwitchedOff, refusalOf } from '@rueda/rules/switches/switch.ts'
import type { Pool, PoolClient } from 'pg'

/**
 * Functions that staff have turned off, kept in memory so that every call can check, and read again every second, so that a switch turned
 * on another node holds here too.
 */
export interface KillSwitches {
  off(): ReadonlyMap<SwitchName, SwitchedOff>
  /** Refusal of a new start at this moment; null when nothing stands in the way. */
  refusal(name: SwitchName): Refusal | null
  refresh(): Promise<void>
}

export function createKillSwitches(pool: Pool): KillSwitches {
  let off: ReadonlyMap<SwitchName, SwitchedOff> = new Map()
  return {
    off: () => off,
    refusal: (name) => refusalOf(off, name),
    refresh: async () => {
      off = await readOff(pool)
    },
  }
}

type Row = Readonly<{ name: SwitchName; cause: SwitchedOff['cause']; at: bigint }>

export async function readOff(reader: Pool | PoolClient): Promise<ReadonlyMap<SwitchName, SwitchedOff>> {
  const { rows } = await reader.query<Row>(OFF)
  return new Map(rows.map(({ name, cause, at }) => [name, { name, cause, since: Number(at) }]))
}

const OFF = `
  select name, cause, at from (select distinct on (name) * from switch_changes order by name, at desc, change_id desc) newest
  where is_off`
