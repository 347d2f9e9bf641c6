import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import type { ApiError } from '../server/api-error.ts'
import { failureText } from './why-failed.ts'

/** Why something was not done, where it was asked for. What was called off is not told. */
export function Failure({ error }: { error: ApiError | null }) {
  const { text } = useUi()
  return error === null || error.kind === 'aborted' ? null : <InlineMessage tone="danger">{failureText(error, text)}</InlineMessage>
}
