import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import type { ApiError } from '../server/api-error.ts'
import { failureText } from './why-failed.ts'

/** The reason something was not done, where it was asked for. A call that was ended on purpose shows none. */
export function Failure({ error }: { error: ApiError | null }) {
  const { text } = useUi()
  return error === null || error.kind === 'aborted' ? null : <InlineMessage tone="danger">{failureText(error, text)}</InlineMessage>
}
