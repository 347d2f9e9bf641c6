import type { ApiError } from '../server/api-error.ts'
import { Failure } from './Failure.tsx'

/** The reason a form was not taken, above its fields. A failure shown at a field (`failureAt`) is left out here. */
export function FormError({ error }: { error: ApiError | null }) {
  if (error === null || error.kind === 'aborted') return null
  return (
    <div className="mb-2">
      <Failure error={error} />
    </div>
  )
}
