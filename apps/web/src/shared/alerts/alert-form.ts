import type { Alert } from '@rueda/contract/alerts.ts'
import type { AlertKind } from '@rueda/rules/alerts/alert.ts'
import { parseScaled } from '@rueda/rules/decimal.ts'
import { finish } from '@rueda/ui/fields/typing.ts'
import { z } from 'zod'

/** The values of the alert form, and the alert they describe. */
export const groups = ['price', 'percent', 'volume'] as const
export type Group = (typeof groups)[number]
export const directions = ['rise', 'fall'] as const
export type Direction = (typeof directions)[number]
export type AlertDraft = Readonly<{ group: Group; direction: Direction; level: string; repeats: boolean }>

/** The subject of the form: an instrument, its price now, and how its prices are written. */
export type AlertSubject = Pick<Alert, 'name' | 'stockCode' | 'market' | 'decimals'> &
  Readonly<{ price: string | null; hasVolume: boolean }>

const groupOf: Readonly<Record<AlertKind, Group>> = {
  above: 'price',
  below: 'price',
  rise: 'percent',
  fall: 'percent',
  volume: 'volume',
}

export const emptyDraft: AlertDraft = { group: 'price', direction: 'rise', level: '', repeats: false }

export const draftOf = ({ kind, level, repeats }: Pick<Alert, 'kind' | 'level' | 'repeats'>): AlertDraft => ({
  group: groupOf[kind],
  direction: kind === 'fall' ? 'fall' : 'rise',
  level,
  repeats: repeats === 1,
})

/** Null while there is no level. A price above the one now is waited for from below, and the other way round. */
export function meantBy(
  { group, direction, level }: AlertDraft,
  price: string | null,
): Readonly<{ kind: AlertKind; level: string }> | null {
  const written = finish(level)
  const wanted = parseScaled(written)
  if (wanted === null || wanted <= 0n) return null
  if (group === 'volume') return { kind: 'volume', level: written }
  if (group === 'percent') return { kind: direction, level: written }
  const now = price === null ? null : parseScaled(price)
  return { kind: now === null || wanted >= now ? 'above' : 'below', level: written }
}

/** An alert that can be saved; what its level means goes by the price, that it has one does not. */
export const wholeAlert: z.ZodType<AlertDraft, AlertDraft> = z
  .object({ group: z.enum(groups), direction: z.enum(directions), level: z.string(), repeats: z.boolean() })
  .refine((draft) => meantBy(draft, null) !== null, { path: ['level'] })

const PERCENT_DECIMALS = 2
export const decimalsOfLevel = (group: Group, { decimals }: Pick<AlertSubject, 'decimals'>): number =>
  ({ price: decimals, percent: PERCENT_DECIMALS, volume: 0 })[group]
