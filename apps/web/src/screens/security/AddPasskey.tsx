import { security } from '@rueda/contract/security.ts'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useState } from 'react'
import { z } from 'zod'
import { useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { Form } from '../../shared/forms/Form.tsx'
import { SubmitButton } from '../../shared/forms/SubmitButton.tsx'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { makePasskey } from '../../shared/security/passkey.ts'

const MAX_NAME = 30

const namedPasskey = z.object({ name: z.string().refine((name) => name.trim() !== '') })

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
  const form = useSchemaForm(namedPasskey, { name: '' })
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
  const send = async (name: string) => {
    setTurnedAway(false)
    const begun = await begin.run({})
    if (begun === null) return
    setOnDevice(true)
    const made = await makePasskey(begun).finally(() => setOnDevice(false))
    if (made === null) setTurnedAway(true)
    else await add.run({ ...made, name })
  }
  return (
    <Form onSend={() => form.send(({ name }) => send(name))}>
      <FormError error={error?.is('step_up.required') === true ? null : error} />
      {turnedAway ? <InlineMessage tone="info">{t('passkey.cancelled')}</InlineMessage> : null}
      <TextField {...form.field('name')} label={t('passkey.name')} helper={t('passkey.nameHelper')} autoFocus most={MAX_NAME} />
      <SubmitButton busy={begin.pending || onDevice || add.pending} disabled={!form.isWhole}>
        {t('passkey.next')}
      </SubmitButton>
    </Form>
  )
}
