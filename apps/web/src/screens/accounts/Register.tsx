import { accounts } from '@rueda/contract/accounts.ts'
import { agreements } from '@rueda/contract/agreements.ts'
import { reference } from '@rueda/contract/reference.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { Select } from '@rueda/ui/fields/Select.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { AgreeField } from '../../shared/agreements/AgreeField.tsx'
import { AgreementSheets } from '../../shared/agreements/AgreementSheets.tsx'
import { asRead } from '../../shared/agreements/agreed.ts'
import { Form } from '../../shared/forms/Form.tsx'
import { SubmitButton } from '../../shared/forms/SubmitButton.tsx'
import { type Call, query, useCall } from '../../shared/server/api.ts'
import { hrefTo, useGoReturn, useQueryOfPage } from '../../shared/pages/go.ts'
import { useKept } from '../../shared/device/kept.ts'
import { usePractising, useSignedIn } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'
import { useSwitchedOff } from '../../shared/switches/use-switched-off.ts'
import { type Confirmed, EmailStep } from './EmailStep.tsx'
import { failureAt } from '../../shared/failures/failure-at.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { LanguageButton } from './LanguageButton.tsx'
import { NewPasswordFields } from '../../shared/accounts/NewPasswordFields.tsx'
import { useNewPasswordFormWith } from '../../shared/accounts/new-password-form.ts'
import { inputOf, invitation, isInviteCode } from './invitation.ts'
import { startSession } from './sign-in.ts'

/** Route `pages/auth/register`: an address with its code, then a password. A practice account is kept that way. */
export function Register() {
  const t = useText('accounts')
  const page = useQueryOfPage()
  const goReturn = useGoReturn()
  const signedIn = useSignedIn()
  const practising = usePractising()
  const [confirmed, keep, forget] = useKept<Confirmed>('register', { email: '', code: '' })
  const [step, setStep] = useState<1 | 2>(1)
  const register = useRegistration(forget, () => setStep(1))
  const isOff = useSwitchedOff('registrations') !== null
  useEffect(() => {
    if (signedIn && !practising) goReturn(page['return'])
  }, [signedIn, practising, goReturn, page])
  const about = register.error
  const taken = about?.is('account.taken') === true
  return (
    <Screen title={t(practising ? 'keep.title' : 'register.title')} actions={<LanguageButton />}>
      <SwitchedOff name="registrations" />
      {practising && !isOff ? <InlineMessage tone="up">{t('keep.why')}</InlineMessage> : null}
      {isOff ? null : <p className="num text-meta text-text3">{t('register.step', { step: String(step) })}</p>}
      {taken ? <Taken email={confirmed.email} message={about.message} /> : null}
      {isOff ? null : step === 1 ? (
        <EmailStep
          purpose="register"
          initial={confirmed}
          sentText={(email, minutes) => t('register.sent', { email, minutes })}
          refusal={failureAt(about, { code: ['code.wrong'] }).at.code}
          onChange={keep}
          onDone={() => setStep(2)}
        />
      ) : (
        <PasswordStep confirmed={confirmed} register={register} invite={page['invite'] ?? ''} onBack={() => setStep(1)} />
      )}
      {practising ? null : <TextLink href={hrefTo('pages/auth/login', { return: page['return'] })}>{t('register.have')}</TextLink>}
    </Screen>
  )
}

function useRegistration(onDone: () => void, onWrongCode: () => void): Call<typeof accounts.register> {
  const t = useText('accounts')
  const practising = usePractising()
  return useCall(accounts.register, {
    onDone: (session) => {
      onDone()
      startSession(session)
      void toast(t(practising ? 'keep.done' : 'register.created'))
    },
    // A fault in what the first step asked for is corrected there.
    onError: (error) => (error.is('code.wrong') || error.is('account.taken') ? onWrongCode() : undefined),
  })
}

function Taken({ email, message }: Readonly<{ email: string; message: string }>) {
  const t = useText('accounts')
  return (
    <InlineMessage tone="warn" action={<TextLink href={hrefTo('pages/auth/login', { email })}>{t('login.title')}</TextLink>}>
      {message}
    </InlineMessage>
  )
}

type PasswordStepProps = Readonly<{ confirmed: Confirmed; register: Call<typeof accounts.register>; invite: string; onBack: () => void }>

function PasswordStep({ confirmed, register, invite, onBack }: PasswordStepProps) {
  const t = useText('accounts')
  const practising = usePractising()
  const [keptInvite, keepInvite] = useKept('register.invite', invite)
  const [keptCountry, keepCountry] = useKept('register.country', '')
  // A practice account exists already, so it takes no invite code.
  const form = useNewPasswordFormWith({
    schema: invitation,
    first: { inviteCode: practising ? '' : keptInvite, country: keptCountry, agrees: false },
  })
  const inForce = useQuery(query(agreements.list, {}))
  // What the first step asked for is said there.
  const said = { invite: ['invite.invalid'], password: ['password.format'], firstStep: ['code.wrong', 'account.taken'] } as const
  const { at, above } = failureAt(register.error, said)
  const send = () =>
    form.send(async ({ password, confirmPassword, agrees: _, ...invited }) => {
      const heads = inForce.data ?? (await inForce.refetch()).data ?? []
      await register.run({ ...confirmed, password, confirmPassword, ...inputOf(invited), agreements: asRead(heads) })
    })
  return (
    <Form onSend={send}>
      <FormError error={above} />
      <input type="hidden" name="username" autoComplete="username" value={confirmed.email} readOnly />
      <NewPasswordFields form={form} label={t('register.password')} refusal={form.refused('password', at.password)} />
      {practising ? null : (
        <TextField
          {...form.field('inviteCode')}
          label={t('register.invite')}
          most={8}
          autoComplete="off"
          // The link that brought it here may be wrong as well.
          error={isInviteCode(form.values.inviteCode) ? form.refused('inviteCode', at.invite) : t('form.invite')}
          onChange={(inviteCode) => keepInvite(form.change({ inviteCode }).inviteCode)}
        />
      )}
      <Country value={form.values.country} onChange={(country) => keepCountry(form.change({ country }).country)} />
      <InlineMessage tone="info">{t('register.simulated')}</InlineMessage>
      <AgreementSheets heads={inForce.data ?? []} />
      <AgreeField form={form} />
      <div className="flex flex-col gap-2 pt-3">
        <SubmitButton busy={register.pending}>{t(practising ? 'keep.submit' : 'register.submit')}</SubmitButton>
        <Button tone="ghost" wide onPress={onBack}>
          {t('register.back')}
        </Button>
      </div>
    </Form>
  )
}

function Country({ value, onChange }: Readonly<{ value: string; onChange: (code: string) => void }>) {
  const t = useText('accounts')
  const areas = useQuery(query(reference.areas, {}))
  if (areas.data === undefined || areas.data.length === 0) return null
  const options = areas.data.map(({ code, name }) => ({ value: code, label: name, detail: code }))
  return <Select label={t('register.country')} options={options} value={value} onChange={onChange} />
}
