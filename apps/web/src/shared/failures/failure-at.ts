import type { RefusalName } from '@rueda/rules/refusals.ts'
import type { ApiError } from '../server/api-error.ts'

type FailureAt<Field extends string> = Readonly<{
  /** The server's refusal of each field. */
  at: Readonly<Record<Field, string | null>>
  /** A failure that is about no field of the form. */
  above: ApiError | null
}>

/** Splits a failure between the fields that its refusal is about, by name, and the place above the form. */
export function failureAt<Field extends string>(
  error: ApiError | null,
  fields: Readonly<Record<Field, readonly RefusalName[]>>,
): FailureAt<Field> {
  const names = Object.keys(fields) as Field[]
  const about = names.filter((name) => fields[name].some((refusal) => error?.is(refusal) === true))
  const said = names.map((name) => [name, error !== null && about.includes(name) ? error.message : null] as const)
  return { at: Object.fromEntries(said) as Record<Field, string | null>, above: about.length > 0 ? null : error }
}
