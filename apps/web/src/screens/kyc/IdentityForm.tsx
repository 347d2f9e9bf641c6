import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { RegisterFirst } from '../../shared/security/RegisterFirst.tsx'
import { usePractising } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { PaperFields } from './PaperFields.tsx'
import { PaperPhotos } from './PaperPhotos.tsx'
import { PaperReview } from './PaperReview.tsx'
import { StepBar } from '@rueda/ui/layout/StepBar.tsx'
import { useIdentityForm } from './use-identity-form.ts'

const STEPS = ['data', 'photos', 'review'] as const

/** Three steps to show who one is: what the paper says, pictures of it, and a last look before it is sent. */
export function IdentityForm({ type }: Readonly<{ type: 'idcard' | 'passport' }>) {
  const t = useText('kyc')
  return <Screen title={t(type)}>{usePractising() ? <RegisterFirst purpose="identity" /> : <Steps type={type} />}</Screen>
}

function Steps({ type }: Readonly<{ type: 'idcard' | 'passport' }>) {
  const t = useText('kyc')
  const form = useIdentityForm(type)
  return (
    <>
      <StepBar
        step={STEPS.indexOf(form.step) + 1}
        steps={STEPS.length}
        label={t('step', { num: String(STEPS.indexOf(form.step) + 1), total: String(STEPS.length) })}
      />
      {form.step === 'data' ? <PaperFields form={form} /> : null}
      {/* It stays, so that the pictures are still there after going back. */}
      <div className={form.step === 'photos' ? 'flex flex-col gap-3' : 'hidden'}>
        <PaperPhotos form={form} />
      </div>
      {form.step === 'review' ? <PaperReview form={form} /> : null}
    </>
  )
}
