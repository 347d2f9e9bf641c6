import { type Permission, permissions } from '@rueda/contract/permissions.ts'
import type { InputOf } from '@rueda/contract/endpoint.ts'
import { BlockerButton } from '@rueda/ui/actions/BlockerButton.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useState } from 'react'
import { useFailureText } from '../../shared/failures/use-failure-text.ts'
import type { ApiError } from '../../shared/server/api-error.ts'
import { useCall } from '../../shared/server/api.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { InstitutionForm } from './InstitutionForm.tsx'
import type { Held } from './PermissionCard.tsx'
import { QuizForm } from './QuizForm.tsx'
import { isUnmet } from './unmet.ts'

type Answers = NonNullable<InputOf<typeof permissions.apply>['answers']>

/** The button that applies, or says what is missing first; block trading and institutions fill in a form first. */
export function Apply({ type, held }: Readonly<{ type: Permission['type']; held: Held }>) {
  const { requirements } = held
  const t = useText('permissions')
  const kyc = useText('kyc')
  const common = useText('common')
  const { offline } = useUi()
  const failureText = useFailureText()
  const [asking, setAsking] = useState(false)
  const applying = useCall(permissions.apply, { onDone: () => setAsking(false) })
  const send = (answers?: Answers): void => void applying.run({ type, ...(answers === undefined ? {} : { answers }) })
  const form = { busy: applying.pending, error: applying.error, onSend: send }
  return (
    <>
      <BlockerButton
        label={t('apply')}
        busy={applying.pending}
        onPress={() => (type === 'trading' ? send() : setAsking(true))}
        blockers={[
          { when: offline, label: common('s.offline') },
          { when: requirements.identified === 0, label: kyc('title'), href: hrefTo('pages/kycverify/index') },
          { when: isUnmet(type, held), label: t('unmet') },
        ]}
      />
      {type === 'trading' && applying.error !== null ? (
        <p role="alert" className="text-meta text-danger">
          {failureText(applying.error)}
        </p>
      ) : null}
      <Sheet open={asking} onClose={() => setAsking(false)} title={t(`type.${type}`)} pending={applying.pending}>
        {type === 'blockTrade' ? <QuizForm {...form} /> : <InstitutionForm {...form} />}
      </Sheet>
    </>
  )
}

/** The props of both forms. */
export type ApplyForm = Readonly<{ busy: boolean; error: ApiError | null; onSend: (answers: Answers) => void }>
