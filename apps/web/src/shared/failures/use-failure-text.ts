import { useUi } from '@rueda/ui/provider/context.tsx'
import type { ApiError } from '../server/api-error.ts'
import { failureText } from './why-failed.ts'

/** A failure in words, for a place that is no block of its own: a field or a button. */
export function useFailureText(): (error: ApiError) => string {
  const { text } = useUi()
  return (error) => failureText(error, text)
}
