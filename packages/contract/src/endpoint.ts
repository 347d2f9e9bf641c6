import type { BoundAct } from '@rueda/rules/agreements/bound-acts.ts'
import type { RefusalName } from '@rueda/rules/refusals.ts'
import type { z } from 'zod'
import { MAX_PASSWORD, secret } from './fields.ts'

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
  access: Access
  /** Moves money or makes something once: takes an `Idempotency-Key` and stores its answer with its effect. */
  idempotent: boolean
  /** Asks for a proof of who is there, given in this session within the last five minutes (`security.verify`). */
  stepUp: boolean
  /** What a call with this input does with a product, where that may ask for the terms in force (`docs/rules/agreements.md`). */
  act(input: z.output<Input>): BoundAct | null
  /** Takes a file, as the field `file` of a multipart form. */
  upload: boolean
  summary: string
  input: Input
  data: Data
  /** Refusals besides bad input, rate limits and dead sessions. */
  refusals: readonly RefusalName[]
}>

/**
 * The proof a caller has to show, each level needing what the one before it needs. `public` enriches its answer when a
 * token is present; `user` needs one; `identified` needs an identity that was checked, and an account that is not frozen;
 * `protected` needs the cooling-off to be over, a fresh proof where the account has a second factor, and the transaction
 * password, in the input as `payPassword`.
 */
export const accessLevels = ['public', 'user', 'identified', 'protected'] as const
export type AccessLevel = (typeof accessLevels)[number]

/** Refusals of an endpoint of this level that depend on the caller. */
export const refusalsOfAccess: Readonly<Record<AccessLevel, readonly RefusalName[]>> = {
  public: [],
  user: [],
  identified: ['account.frozen', 'kyc.required'],
  protected: [
    'account.frozen',
    'kyc.required',
    'security.cooling_off',
    'step_up.required',
    'pay_password.missing',
    'pay_password.wrong',
    'pay_password.locked',
  ],
}

/** Refusals that any call may give, so that no endpoint names them. */
export const refusalsOfAnyCall: readonly RefusalName[] = [
  'session.missing',
  'session.revoked',
  'parameter.invalid',
  'parameter.missing',
  'rate.limited',
  'idempotency.key_reused',
  'idempotency.still_running',
  'internal',
]

const STEP_UP: readonly RefusalName[] = ['step_up.required']
const AGREED: readonly RefusalName[] = ['agreement.required']

/** The field that every `protected` endpoint's input has; it is checked at the edge and no handler sees it. */
export const protectedInput = { payPassword: secret(MAX_PASSWORD) }

type Described<Input extends z.ZodType, Data extends z.ZodType, Access extends AccessLevel> = Omit<
  Endpoint<Input, Data, Access>,
  'idempotent' | 'stepUp' | 'act' | 'upload' | 'refusals'
> &
  Partial<Pick<Endpoint<Input, Data, Access>, 'idempotent' | 'stepUp' | 'act' | 'upload' | 'refusals'>>

export const endpoint = <Input extends z.ZodType, Data extends z.ZodType, const Access extends AccessLevel>(
  described: Described<Input, Data, Access>,
): Endpoint<Input, Data, Access> => ({
  idempotent: false,
  stepUp: false,
  act: () => null,
  upload: false,
  ...described,
  refusals: [
    ...new Set([
      ...refusalsOfAccess[described.access],
      ...(described.stepUp ? STEP_UP : []),
      ...(described.act ? AGREED : []),
      ...(described.refusals ?? []),
    ]),
  ],
})

/** The input as a caller sends it, before defaults are filled in. */
export type InputOf<E extends Endpoint> = z.input<E['input']>
/** The input as the server's route receives it. */
export type ParsedOf<E extends Endpoint> = E['access'] extends 'protected' ? WithoutProof<z.output<E['input']>> : z.output<E['input']>
type WithoutProof<Input> = Input extends unknown ? Omit<Input, keyof typeof protectedInput> : never
export type DataOf<E extends Endpoint> = z.output<E['data']>
export type EndpointGroup = Readonly<Record<string, Endpoint>>
