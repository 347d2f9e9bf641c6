import { Card } from '@rueda/ui/layout/Card.tsx'
import { useText } from '../../shared/text/text.ts'
import { CheckRound, type RevealedRound } from './CheckRound.tsx'

const steps = ['challenge', 'hash', 'target', 'check'] as const

const EXAMPLE_CHALLENGE = '0123456789abcdef'.repeat(4)

/** The explanation of proof of work, with the customer's own last round to do it again; an example stands in before the first. */
export function Lesson({ round, target }: Readonly<{ round: RevealedRound | null; target: string | undefined }>) {
  const t = useText('mining')
  return (
    <>
      <Card title={t('how')}>
        <ol className="flex flex-col gap-2">
          {steps.map((step, at) => (
            <li key={step} className="flex gap-2.5 text-label font-normal text-text2">
              <span aria-hidden className="num flex-none font-semibold text-text1">
                {at + 1}
              </span>
              {t(`how.${step}`)}
            </li>
          ))}
        </ol>
      </Card>
      <Card title={t('check')}>
        {round === null ? <Example target={target} /> : <CheckRound key={`${round.id} ${round.share?.nonce}`} round={round} />}
      </Card>
    </>
  )
}

function Example({ target }: Readonly<{ target: string | undefined }>) {
  const t = useText('mining')
  return (
    <>
      <p className="mb-2.5 text-label font-normal text-text3">{t('check.example')}</p>
      {target === undefined ? null : <CheckRound round={{ challenge: EXAMPLE_CHALLENGE, target, share: null }} />}
    </>
  )
}
