import type { RefusalName } from '@rueda/rules/refusals.ts'
import type { z } from 'zod'

/**
 * An endpoint is a value: the server registers it, the web app calls it, the tests and the reference at `/docs`
 * are derived from it. Paths are relative to `/web`; a `{name}` in a path is a field of the input.
 */
export type Endpoint<
  Input extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
  Access extends AccessLevel = AccessLevel,
> = Readonly<{
  method: 'GET' | 'POST'
  path: string
  /** `public` enriches its answer when a token is present; `user` needs one. */
  access: Access
  /** Moves money or makes something once: takes an `Idempotency-Key` and stores its answer with its effect. */
  idempotent: boolean
  summary: string
  input: Input
  data: Data
  /** What it may refuse besides bad input, rate limits and dead sessions. */
  refusals: readonly RefusalName[]
}>

export type AccessLevel = 'public' | 'user'

type Described<Input extends z.ZodType, Data extends z.ZodType, Access extends AccessLevel> = Omit<
  Endpoint<Input, Data, Access>,
  'idempotent' | 'refusals'
> &
  Partial<Pick<Endpoint, 'idempotent' | 'refusals'>>

export const endpoint = <Input extends z.ZodType, Data extends z.ZodType, const Access extends AccessLevel>(
  described: Described<Input, Data, Access>,
): Endpoint<Input, Data, Access> => ({
  idempotent: false,
  refusals: [],
  ...described,
})

/** What a caller sends, before defaults are filled in. */
export type InputOf<E extends Endpoint> = z.input<E['input']>
/** What the server's route is given. */
export type ParsedOf<E extends Endpoint> = z.output<E['input']>
export type DataOf<E extends Endpoint> = z.output<E['data']>
export type EndpointGroup = Readonly<Record<string, Endpoint>>
