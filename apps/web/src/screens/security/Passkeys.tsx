import { type Passkey, security } from '@rueda/contract/security.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { ConfirmDialog } from '@rueda/ui/sheets/ConfirmDialog.tsx'
import { formatDate, formatDateTime } from '@rueda/ui/formats/dates.ts'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useCall } from '../../shared/server/api.ts'
import { useCoolingOff } from '../../shared/security/cooling-off.ts'
import { useText } from '../../shared/text/text.ts'
import { AddPasskey } from './AddPasskey.tsx'
import { canUsePasskeys } from '../../shared/security/passkey.ts'
import { useSayFailure } from '../../shared/failures/use-say-failure.ts'

/** The passkeys of this account by name, with the ways to add and to remove one. */
export function Passkeys({ passkeys }: Readonly<{ passkeys: readonly Passkey[] }>) {
  const t = useText('security')
  const [adding, setAdding] = useState(false)
  const [asked, setAsked] = useState<Passkey | null>(null)
  const possible = canUsePasskeys()
  return (
    <section className="flex flex-col gap-3 pt-3">
      <h2 className="text-title">{t('passkey.title')}</h2>
      <p className="text-label font-normal text-text2">{t('passkey.why')}</p>
      {passkeys.length === 0 ? null : (
        <Card rows>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setAsked(passkey)} />
          ))}
        </Card>
      )}
      {possible ? (
        <Button tone="secondary" size="large" wide onPress={() => setAdding(true)}>
          {t('passkey.add')}
        </Button>
      ) : (
        <p className="text-meta text-text3">{t('passkey.unsupported')}</p>
      )}
      <AddPasskey open={adding} onClose={() => setAdding(false)} />
      <RemovePasskey asked={asked} onClose={() => setAsked(null)} />
    </section>
  )
}

function PasskeyRow({ passkey, onRemove }: Readonly<{ passkey: Passkey; onRemove: () => void }>) {
  const t = useText('security')
  const { name, createTimeTimestamp, lastUseTimestamp } = passkey
  const used =
    lastUseTimestamp === null
      ? t('passkey.unused', { time: formatDate(createTimeTimestamp) })
      : t('passkey.used', { time: formatDateTime(lastUseTimestamp) })
  return (
    <div className="flex min-h-14 items-center gap-3 py-2">
      <KeyRound aria-hidden size={22} strokeWidth={1.75} className="flex-none text-text2" />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="text-row break-words">{name}</span>
        <span className="num text-meta text-text3">{used}</span>
      </span>
      <Button tone="secondary" label={`${t('passkey.remove')}: ${name}`} onPress={onRemove}>
        {t('passkey.remove')}
      </Button>
    </div>
  )
}

function RemovePasskey({ asked, onClose }: Readonly<{ asked: Passkey | null; onClose: () => void }>) {
  const t = useText('security')
  const { span, isNone } = useCoolingOff()
  const sayFailure = useSayFailure()
  const shown = useLastShown(asked)
  const remove = useCall(security.removePasskey, {
    onDone: () => {
      onClose()
      void toast(t('passkey.removed'))
    },
    onError: (error) => {
      onClose()
      sayFailure(error)
    },
  })
  return (
    <ConfirmDialog
      open={asked !== null}
      onClose={onClose}
      title={t('passkey.removeQ', { name: shown?.name ?? '' })}
      consequence={isNone ? t('passkey.removeWhy.plain') : t('passkey.removeWhy', { span })}
      confirm={t('passkey.remove')}
      pending={remove.pending}
      onConfirm={() => {
        if (asked !== null) void remove.run({ id: asked.id })
      }}
    />
  )
}
