import { staff } from '@rueda/contract/admin/staff.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { PasswordField } from '@rueda/ui/fields/PasswordField.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { keepSession } from '../../app/session.ts'
import { AuthCard } from '../../app/AuthCard.tsx'
import { goTo } from '../../app/use-hash.ts'
import { say } from '../../app/words.ts'

/** Opens the sealed emergency account, with a key from each of two persons and a cause. All the staff are notified. */
export function EmergencyDoor() {
  const [draft, setDraft] = useState({ firstKey: '', secondKey: '', note: '' })
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const change = (field: keyof typeof draft) => (value: string) => setDraft({ ...draft, [field]: value })
  const isWhole = Object.values(draft).every((value) => value.trim() !== '')
  const open = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      keepSession(await call(staff.openEmergency, { ...draft, reason: 'security' }))
      goTo('#/')
    } catch (refused) {
      setError(refused instanceof Error ? refused.message : say('app.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <AuthCard title={say('emergency.title')}>
      <div className="pb-3">
        <InlineMessage tone="warn">{say('emergency.what')}</InlineMessage>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void open()
        }}
      >
        {error === null ? null : (
          <div className="pb-3">
            <InlineMessage tone="danger">{error}</InlineMessage>
          </div>
        )}
        <PasswordField label={say('emergency.first')} autoComplete="new-password" value={draft.firstKey} onChange={change('firstKey')} />
        <PasswordField label={say('emergency.second')} autoComplete="new-password" value={draft.secondKey} onChange={change('secondKey')} />
        <TextField
          label={say('emergency.cause')}
          helper={say('emergency.causeHelp')}
          lines={2}
          most={500}
          value={draft.note}
          onChange={change('note')}
        />
        <div className="flex flex-col gap-2 pt-2">
          <Button type="submit" wide size="large" busy={busy} disabled={!isWhole}>
            {say('emergency.open')}
          </Button>
          <Button tone="secondary" wide onPress={() => goTo('#/')}>
            {say('app.cancel')}
          </Button>
        </div>
      </form>
    </AuthCard>
  )
}
