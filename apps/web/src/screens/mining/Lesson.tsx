import { Card } from '@rueda/ui/layout/Card.tsx'
import { useText } from '../../shared/text/text.ts'
import { CheckRound, type RevealedRound } from './CheckRound.tsx'

const steps = ['challenge', 'hash', 'target', 'check'] as const

/** The explanation of proof of work, with the customer's own last round to do it again. */
export function Lesson({ round }: Readonly<{ round: RevealedRound | null }>) {
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
        {round === null ? (
          <p className="text-label font-normal text-text3">{t('check.none')}</p>
        ) : (
          <CheckRound key={`${round.id} ${round.share?.nonce}`} round={round} />
        )}
      </Card>
    </>
  )
}
