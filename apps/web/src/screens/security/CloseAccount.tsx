import { security } from '@rueda/contract/security.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { CheckField } from '@rueda/ui/fields/CheckField.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useState } from 'react'
import { useCall } from '../../shared/server/api.ts'
import { useGo } from '../../shared/pages/go.ts'
import { leave, signOutForGood } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { LostWithAccount } from '../../shared/wallets/LostWithAccount.tsx'

const PAGE = 'pages/setting/account'

/** Closes the account for good, after naming all consequences. */
export function CloseAccount() {
  const t = useText('security')
  const { text } = useUi()
  const go = useGo()
  const [asked, setAsked] = useState(false)
  const [leaves, setLeaves] = useState(false)
  const close = useCall(security.close, {
    onDone: () => {
      go('', { closed: '1' }, { replace: true })
      signOutForGood(PAGE)
    },
  })
  return (
    <Card title={t('close.title')}>
      <div className="flex flex-col gap-3">
        <p className="text-label font-normal text-text2">{t('close.why')}</p>
        <Button tone="secondary" wide onPress={() => setAsked(true)}>
          {t('close.do')}
        </Button>
      </div>
      <Sheet open={asked} onClose={() => setAsked(false)} title={t('close.askQ')} pending={close.pending}>
        <div className="flex flex-col gap-3">
          <p className="text-label font-normal text-text2">{t('close.why')}</p>
          <p className="text-label">{t('close.lost')}</p>
          {asked ? <LostWithAccount byWallet /> : null}
          <FormError error={close.error?.is('step_up.required') === true ? null : close.error} />
          <CheckField checked={leaves} onChange={setLeaves}>
            {t('close.leave')}
          </CheckField>
          <div className="flex flex-col gap-2">
            <Button
              tone="danger"
              size="large"
              wide
              busy={close.pending}
              onPress={() => void leave(() => close.run({ leaveMoney: leaves ? 1 : 0 }))}
            >
              {t('close.do')}
            </Button>
            <Button tone="secondary" wide disabled={close.pending} onPress={() => setAsked(false)}>
              {text.cancel}
            </Button>
          </div>
        </div>
      </Sheet>
    </Card>
  )
}
