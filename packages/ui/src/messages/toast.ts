/**
 * A word that passes: two seconds, one at a time, never with a button. What needs an answer is an inline message or a
 * sheet. The toaster's code is fetched with the first toast.
 */
export const TOAST_MS = 2000

export type ToastKind = 'plain' | 'error'

const THE_ONE_TOAST = 'toast'

export async function toast(text: string, kind: ToastKind = 'plain'): Promise<void> {
  const { toast: show } = await import('sonner')
  const options = { id: THE_ONE_TOAST, duration: TOAST_MS }
  if (kind === 'error') show.error(text, options)
  else show(text, options)
}
