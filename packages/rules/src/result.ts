import type { RefusalName } from './refusals.ts'

/** Facts that go with a refusal: the field it concerns, a limit, a waiting time. Never secrets. */
export type RefusalFacts = Readonly<Record<string, string | number | boolean | null>>

/** A refusal is a value with a name from the one catalogue; an exception is a bug. */
export type Refusal = Readonly<{ ok: false; refusal: RefusalName; facts: RefusalFacts }>
export type Ok<Value> = Readonly<{ ok: true; value: Value }>
export type Result<Value> = Ok<Value> | Refusal

export const ok = <Value>(value: Value): Ok<Value> => ({ ok: true, value })
export const refuse = (refusal: RefusalName, facts: RefusalFacts = {}): Refusal => ({ ok: false, refusal, facts })
