import { chosenUsername } from '@rueda/contract/account-forms.ts'
import { accounts } from '@rueda/contract/accounts.ts'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { Form } from '../../shared/forms/Form.tsx'
import { SubmitButton } from '../../shared/forms/SubmitButton.tsx'
import { query, useCall } from '../../shared/server/api.ts'
import { hrefTo, useBack, useReturn } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { failureAt } from '../../shared/failures/failure-at.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { useSchemaForm } from '../../shared/forms/use-schema-form.ts'

/** Route `pages/setting/username`: the name to log in with besides the address. */
export function Username() {
  const t = useText('accounts')
  const me = useQuery(query(accounts.me, {}))
  return (
    <Screen title={t('username.title')}>
      <Loaded query={me} reason={whyFailed}>
        {({ email, username }) => (email === '' ? <NoneYet /> : <UsernameForm current={username ?? ''} />)}
      </Loaded>
    </Screen>
  )
}

/** A practice account is not logged in to. */
function NoneYet() {
  const t = useText('accounts')
  const here = useReturn()
  return (
    <InlineMessage tone="info" action={<TextLink href={hrefTo('pages/auth/register', { return: here })}>{t('keep.submit')}</TextLink>}>
      {t('username.practice')}
    </InlineMessage>
  )
}

const MAX_LENGTH = 13

function UsernameForm({ current }: Readonly<{ current: string }>) {
  const t = useText('accounts')
  const back = useBack()
  const form = useSchemaForm(chosenUsername, { username: current })
  const { error, pending, run } = useCall(accounts.chooseUsername, {
    onDone: () => {
      void toast(t('username.saved'))
      back()
    },
  })
  const { at, above } = failureAt(error, { username: ['account.taken'] })
  const taken = at.username === null ? null : t('username.taken')
  const wrong = form.isWrong('username') ? t('username.rule') : taken
  return (
    <Form onSend={() => form.send(run)}>
      <p className="pb-3 text-label font-normal text-text2">{t('username.why')}</p>
      <FormError error={above} />
      <TextField
        {...form.field('username')}
        label={t('username.title')}
        autoComplete="username"
        most={MAX_LENGTH}
        helper={t('username.rule')}
        error={wrong}
      />
      <div className="pt-3">
        <SubmitButton busy={pending}>{t('password.save')}</SubmitButton>
      </div>
    </Form>
  )
}
