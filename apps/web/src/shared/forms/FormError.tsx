import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import type { ApiError } from '../server/api-error.ts'
import { failureText } from '../server/why-failed.ts'

/** Why a form was not taken, above its fields. The field that a refusal names shows it itself and is left out here. */
export function FormError({ error }: { error: ApiError | null }) {
  const { text } = useUi()
  if (error === null || error.kind === 'aborted') return null
  const words = failureText(error, text)
  return (
    <div className="mb-2">
      <InlineMessage tone="danger">{words}</InlineMessage>
    </div>
  )
}
