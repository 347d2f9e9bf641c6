import { staff } from '@rueda/contract/admin/staff.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { useEffect, useRef, useState } from 'react'
import { call } from './api.ts'
import { say } from './words.ts'

/** Opens the prompt for a fresh second factor; resolves to false when it is cancelled. */
let ask: (() => Promise<boolean>) | null = null
export const askFactor = (): Promise<boolean> => ask?.() ?? Promise.resolve(false)

/** Asks for the second factor once more, before an act that takes two persons. */
export function FactorPrompt() {
  const dialog = useRef<HTMLDialogElement>(null)
  const answer = useRef<(shown: boolean) => void>(() => undefined)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    ask = () => {
      setCode('')
      setError(null)
      dialog.current?.showModal()
      return new Promise((resolve) => {
        answer.current = resolve
      })
    }
    return () => {
      ask = null
    }
  }, [])
  const close = (shown: boolean): void => {
    dialog.current?.close()
    answer.current(shown)
  }
  const verify = async (): Promise<void> => {
    try {
      await call(staff.verify, { code })
      close(true)
    } catch (refused) {
      setError(refused instanceof Error ? refused.message : say('app.failed'))
    }
  }
  return (
    <dialog
      ref={dialog}
      aria-label={say('factor.title')}
      onCancel={() => answer.current(false)}
      className="m-auto w-[360px] rounded-card bg-s1 p-5 text-text1 backdrop:bg-scrim"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void verify()
        }}
      >
        <h2 className="pb-1 text-nav">{say('factor.title')}</h2>
        <p className="pb-3 text-label text-text2">{say('factor.why')}</p>
        <TextField
          label={say('signIn.code')}
          value={code}
          onChange={setCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          most={6}
          error={error}
          autoFocus
        />
        <div className="flex justify-end gap-2 pt-2">
          <Button tone="secondary" onPress={() => close(false)}>
            {say('app.cancel')}
          </Button>
          <Button type="submit">{say('factor.show')}</Button>
        </div>
      </form>
    </dialog>
  )
}
