import { accounts } from '@rueda/contract/accounts.ts'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { Form } from '../../shared/forms/Form.tsx'
import { SubmitButton } from '../../shared/forms/SubmitButton.tsx'
import { query, useCall } from '../../shared/server/api.ts'
import { useBack } from '../../shared/pages/go.ts'
import { useCoolingOff } from '../../shared/security/cooling-off.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { failureAt } from '../../shared/failures/failure-at.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { NewPasswordFields } from '../../shared/accounts/NewPasswordFields.tsx'
import { useNewPasswordFormWith } from '../../shared/accounts/new-password-form.ts'
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

const first: Readonly<{ proof: PayProof }> = { proof: { kind: 'old', value: '' } }
const proofWith = (value: z.ZodType<string, string>) => ({
  schema: z.object({ proof: z.object({ kind: z.enum(['old', 'code']), value }) }),
  first,
})
const payProof = proofWith(z.string().min(1))
/** Nothing to prove for a first password. */
const noProof = proofWith(z.string())

function PayPasswordForm({ email, isFirst }: Readonly<{ email: string; isFirst: boolean }>) {
  const t = useText('accounts')
  const cooling = useCoolingOff()
  const back = useBack()
  const form = useNewPasswordFormWith<Readonly<{ proof: PayProof }>>(isFirst ? noProof : payProof)
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
  const send = () =>
    form.send(({ proof, password: payPassword }) =>
      isFirst
        ? choose.run({ payPassword })
        : change.run({ ...(proof.kind === 'old' ? { oldPayPassword: proof.value } : { code: proof.value }), payPassword }),
    )
  return (
    <Form onSend={send}>
      <p className="pb-3 text-label font-normal text-text2">{t('pay.why')}</p>
      <FormError error={above} />
      {isFirst ? null : (
        <OldPayPassword {...form.field('proof')} email={email} missing={form.isWrong('proof')} refusal={form.refused('proof', at.proof)} />
      )}
      <NewPasswordFields form={form} label={t(isFirst ? 'pay.title' : 'pay.new')} refusal={form.refused('password', at.password)} />
      {cooling.isNone ? null : <p className="pb-3 text-meta text-text3">{t('pay.cooling', { span: cooling.span })}</p>}
      <SubmitButton busy={pending}>{t('password.save')}</SubmitButton>
    </Form>
  )
}
