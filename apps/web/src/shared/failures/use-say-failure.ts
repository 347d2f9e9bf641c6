import { useUi } from '@rueda/ui/provider/context.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import type { ApiError } from '../server/api-error.ts'
import { failureText } from './why-failed.ts'

/** Says why something was not done, where there is no form to say it in. It says nothing if the customer cancelled the proof. */
export function useSayFailure(): (error: ApiError) => void {
  const { text } = useUi()
  return (error) => {
    if (error.is('step_up.required')) return
    void toast(failureText(error, text), 'error')
  }
}
