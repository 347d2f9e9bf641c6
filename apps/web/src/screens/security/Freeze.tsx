import { security } from '@rueda/contract/security.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { ConfirmDialog } from '@rueda/ui/sheets/ConfirmDialog.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useState } from 'react'
import { useCall } from '../../shared/server/api.ts'
import { useCoolingOff } from '../../shared/security/cooling-off.ts'
import { useText } from '../../shared/text/text.ts'
import { useSayFailure } from '../../shared/failures/use-say-failure.ts'

/** The emergency stop, and the way back from it. */
export function Freeze({ frozenBy }: Readonly<{ frozenBy: 'owner' | 'staff' | null }>) {
  const t = useText('security')
  const { span, isNone } = useCoolingOff()
  const sayFailure = useSayFailure()
  const [asked, setAsked] = useState(false)
  const done = (words: string) => () => {
    setAsked(false)
    void toast(words)
  }
  const onError = (error: Parameters<typeof sayFailure>[0]) => {
    setAsked(false)
    sayFailure(error)
  }
  const freeze = useCall(security.freeze, { onDone: done(t('freeze.done')), onError })
  const thaw = useCall(security.thaw, { onDone: done(t('freeze.undone')), onError })
  return (
    <Card title={t('freeze.title')}>
      <div className="flex flex-col gap-3">
        {frozenBy === null ? (
          <p className="text-label font-normal text-text2">{t('freeze.why')}</p>
        ) : (
          <InlineMessage tone="warn" title={t('freeze.done')}>
            {frozenBy !== 'owner' ? t('freeze.staff') : isNone ? t('freeze.owner.plain') : t('freeze.owner', { span })}
          </InlineMessage>
        )}
        {frozenBy === null ? (
          <Button tone="danger" wide onPress={() => setAsked(true)}>
            {t('freeze.do')}
          </Button>
        ) : null}
        {frozenBy === 'owner' ? (
          <Button wide busy={thaw.pending} onPress={() => void thaw.run({})}>
            {t('freeze.undo')}
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={t('freeze.askQ')}
        consequence={t('freeze.why')}
        confirm={t('freeze.do')}
        pending={freeze.pending}
        onConfirm={() => void freeze.run({})}
      />
    </Card>
  )
}
