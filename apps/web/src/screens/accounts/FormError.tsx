import { InlineMessage } from '@rueda/ui/InlineMessage.tsx'
import { useUi } from '@rueda/ui/context.tsx'
import type { ApiError } from '../../app/api-error.ts'

/** Why a form was not taken, above its fields. The field that a refusal names shows it itself and is left out here. */
export function FormError({ error }: { error: ApiError | null }) {
  const { text } = useUi()
  if (error === null || error.kind === 'aborted') return null
  const words = error.kind === 'refusal' ? error.message : error.kind === 'timeout' ? text.timedOut : text.networkError
  return (
    <div className="mb-2">
      <InlineMessage tone="danger">{words}</InlineMessage>
    </div>
  )
}
