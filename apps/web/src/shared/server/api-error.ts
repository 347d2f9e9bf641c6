import type { RefusalName } from '@rueda/rules/refusals.ts'
import { refusals } from '@rueda/rules/refusals.ts'

/**
 * Why a call has no answer to give. `refusal`: the server said no, with its code. `network` and `timeout`: nobody
 * knows whether the server did it. `aborted`: the caller does not want to know any more; it is never shown.
 */
export type ApiErrorKind = 'refusal' | 'network' | 'timeout' | 'aborted'

type ApiErrorFacts = Readonly<{ kind: ApiErrorKind; code?: number; message?: string | null; data?: unknown }>

export class ApiError extends Error {
  readonly kind: ApiErrorKind
  /** The wire code of a refusal; null when the server did not answer. */
  readonly code: number | null
  /** Facts that belong to a refusal: the field, the allowed range, the minimum. */
  readonly data: unknown

  constructor({ kind, code, message, data }: ApiErrorFacts) {
    super(message ?? kind)
    this.name = 'ApiError'
    this.kind = kind
    this.code = code ?? null
    this.data = data ?? null
  }

  /** True for the refusal with this name of the catalogue. */
  is(refusal: RefusalName): boolean {
    return this.code === refusals[refusal]
  }

  /** True if it is unknown whether the server did what was asked. */
  get unknownOutcome(): boolean {
    return this.kind === 'network' || this.kind === 'timeout'
  }
}

/** Whatever was thrown, as an `ApiError`; what is none is a failure on the way. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  const name = thrown instanceof Error || thrown instanceof DOMException ? thrown.name : ''
  if (name === 'TimeoutError') return new ApiError({ kind: 'timeout' })
  if (name === 'AbortError') return new ApiError({ kind: 'aborted' })
  return new ApiError({ kind: 'network' })
}
