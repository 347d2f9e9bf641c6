import { security } from '@rueda/contract/security.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useState } from 'react'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { makePasskey } from '../../shared/security/passkey.ts'

const MAX_NAME = 30

type AddPasskeyProps = Readonly<{ open: boolean; onClose: () => void }>

/** A name first; then the device makes the passkey and asks its owner for it. */
export function AddPasskey({ open, onClose }: AddPasskeyProps) {
  const t = useText('security')
  return (
    <Sheet open={open} onClose={onClose} title={t('passkey.add')}>
      {open ? <AddForm onClose={onClose} /> : null}
    </Sheet>
  )
}

function AddForm({ onClose }: Readonly<{ onClose: () => void }>) {
  const t = useText('security')
  const { offline, text } = useUi()
  const [name, setName] = useState('')
  const [turnedAway, setTurnedAway] = useState(false)
  const [onDevice, setOnDevice] = useState(false)
  const begin = useCall(security.beginPasskey)
  const add = useCall(security.addPasskey, {
    onDone: () => {
      onClose()
      void toast(t('passkey.added'))
    },
  })
  const error = begin.error ?? add.error
  const send = async () => {
    setTurnedAway(false)
    const begun = await begin.run({})
    if (begun === null) return
    setOnDevice(true)
    const made = await makePasskey(begun).finally(() => setOnDevice(false))
    if (made === null) setTurnedAway(true)
    else await add.run({ ...made, name })
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') void send()
      }}
    >
      <FormError error={error?.is('step_up.required') === true ? null : error} />
      {turnedAway ? <InlineMessage tone="info">{t('passkey.cancelled')}</InlineMessage> : null}
      <TextField label={t('passkey.name')} helper={t('passkey.nameHelper')} autoFocus most={MAX_NAME} value={name} onChange={setName} />
      <Button type="submit" size="large" wide busy={begin.pending || onDevice || add.pending} disabled={offline || name.trim() === ''}>
        {offline ? text.offline : t('passkey.next')}
      </Button>
    </form>
  )
}
