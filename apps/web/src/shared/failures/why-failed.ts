import type { UiText } from '@rueda/ui/provider/ui-text.ts'
import { type ApiError, asApiError } from '../server/api-error.ts'

/** The reason a read has nothing to show, as `Loaded` and `Retry` write it; a refusal has words of its own. */
export function whyFailed(error: unknown): 'timeout' | 'network' | Readonly<{ message: string }> {
  const { kind, message } = asApiError(error)
  if (kind === 'timeout') return 'timeout'
  return kind === 'refusal' ? { message } : 'network'
}

/** The same in words, for a form or a toast: a network failure only where no answer came back. */
export function failureText(
  { kind, message }: Pick<ApiError, 'kind' | 'message'>,
  text: Pick<UiText, 'timedOut' | 'networkError'>,
): string {
  // A server that does not know whether it was done says so itself.
  if (kind === 'refusal' || (kind === 'timeout' && message !== kind)) return message
  return kind === 'timeout' ? text.timedOut : text.networkError
}
