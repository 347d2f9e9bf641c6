import { asApiError } from './api-error.ts'

/** Why a read has nothing to show, as `Loaded` and `Retry` say it; a refusal speaks for itself. */
export function whyFailed(error: unknown): 'timeout' | 'network' | Readonly<{ message: string }> {
  const { kind, message } = asApiError(error)
  if (kind === 'timeout') return 'timeout'
  return kind === 'refusal' ? { message } : 'network'
}
