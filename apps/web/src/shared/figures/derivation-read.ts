import type { DerivationData } from '@rueda/contract/derivation.ts'
import type { UseQueryOptions } from '@tanstack/react-query'
import type { ApiError } from '../server/api-error.ts'

/** A read of how a figure came about: `query` of the call that tells it, or what the page itself can work out. */
export type DerivationRead = UseQueryOptions<DerivationData, ApiError>
