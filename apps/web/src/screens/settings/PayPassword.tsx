import { accounts } from '@rueda/contract/accounts.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query, useCall } from '../../shared/server/api.ts'
import { useBack } from '../../shared/pages/go.ts'
import { useCoolingOff } from '../../shared/security/cooling-off.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { failureAt } from '../../shared/failures/failure-at.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { NewPasswordFields } from '../../shared/accounts/NewPasswordFields.tsx'
import { useNewPasswordForm } from '../../shared/accounts/new-password-form.ts'
import { OldPayPassword, type PayProof } from './OldPayPassword.tsx'

/** Route `pages/setting/paypwd`: the first transaction password, or another one. */
export function PayPassword() {
  const t = useText('accounts')
  const me = useQuery(query(accounts.me, {}))
  return (
    <Screen title={t('pay.title')}>
      <Loaded query={me} reason={whyFailed}>
        {({ hasPayPassword, email }) => <PayPasswordForm email={email} isFirst={hasPayPassword === 0} />}
      </Loaded>
    </Screen>
  )
}

function PayPasswordForm({ email, isFirst }: Readonly<{ email: string; isFirst: boolean }>) {
  const t = useText('accounts')
  const cooling = useCoolingOff()
  const { offline, text } = useUi()
  const back = useBack()
  const form = useNewPasswordForm()
  const [proof, setProof] = useState<PayProof>({ kind: 'old', value: '' })
  const [asked, setAsked] = useState(false)
  const onDone = () => {
    void toast(t('pay.saved'))
    back()
  }
  const choose = useCall(accounts.createPayPassword, { onDone })
  const change = useCall(accounts.changePayPassword, { onDone })
  const { error, pending } = isFirst ? choose : change
  const { at, above } = failureAt(error, {
    proof: ['pay_password.wrong', 'pay_password.locked', 'code.wrong'],
    password: ['password.format'],
  })
  const send = form.handleSubmit(async ({ password: payPassword }) => {
    if (isFirst) return choose.run({ payPassword })
    if (proof.value === '') return null
    return change.run({ ...(proof.kind === 'old' ? { oldPayPassword: proof.value } : { code: proof.value }), payPassword })
  })
  return (
    <form
      noValidate
      className="flex flex-col gap-1"
      onSubmit={(event) => {
        setAsked(true)
        void send(event)
      }}
    >
      <p className="pb-3 text-label font-normal text-text2">{t('pay.why')}</p>
      <FormError error={above} />
      {isFirst ? null : (
        <OldPayPassword email={email} proof={proof} onChange={setProof} missing={asked && proof.value === ''} refusal={at.proof} />
      )}
      <NewPasswordFields
        control={form.control}
        errors={form.formState.errors}
        label={t(isFirst ? 'pay.title' : 'pay.new')}
        refusal={at.password}
      />
      {cooling.isNone ? null : <p className="pb-3 text-meta text-text3">{t('pay.cooling', { span: cooling.span })}</p>}
      <Button type="submit" size="large" wide busy={pending} disabled={offline}>
        {offline ? text.offline : t('password.save')}
      </Button>
    </form>
  )
}
