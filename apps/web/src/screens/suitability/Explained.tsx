import type { SuitabilityResult } from '@rueda/contract/suitability.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { SectionHeader } from '@rueda/ui/layout/SectionHeader.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { Check, ChevronDown, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../shared/text/text.ts'

type Answered = SuitabilityResult['answers'][number]
type ExplainedProps = Readonly<{
  result: SuitabilityResult
  /** True for the attempt that was handed in on an earlier visit. */
  isLast?: boolean
}>

/** Each wrong answer with the right one and why; below them what was known, which explains itself when it is opened. */
export function Explained({ result: { answers, handInTimestamp, right }, isLast = false }: ExplainedProps) {
  const t = useText('suitability')
  const wrong = answers.filter(({ isRight }) => isRight === 0)
  const known = answers.filter(({ isRight }) => isRight === 1)
  return (
    <>
      {isLast ? (
        <div className="pt-2">
          <SectionHeader title={t('result.last')} />
          <p className="num pt-1 text-meta text-text3">
            {t('result.lastOf', { date: formatDateTime(handInTimestamp) })} ·{' '}
            {t('result.count', { num: String(right), total: String(answers.length) })}
          </p>
        </div>
      ) : null}
      {wrong.length === 0 ? null : (
        <Card title={t('result.wrong')} rows>
          {wrong.map((each) => (
            <Mistake key={each.id} answered={each} />
          ))}
        </Card>
      )}
      {known.length === 0 ? null : (
        <Card title={t('result.right')} rows>
          {known.map((each) => (
            <Known key={each.id} answered={each} />
          ))}
        </Card>
      )}
    </>
  )
}

type AnsweredProps = Readonly<{ answered: Answered }>

function Mistake({ answered: { topic, question, answers, given, right, explanation } }: AnsweredProps) {
  const t = useText('suitability')
  return (
    <div className="flex flex-col gap-2 py-3">
      <p className="text-meta text-text3">{t(`topic.${topic}`)}</p>
      <h3 className="text-row">{question}</h3>
      <Answer label={t('result.given')} icon={<X aria-hidden size={18} className="text-danger" />} text={answers[given] ?? ''} />
      <Answer label={t('result.answer')} icon={<Check aria-hidden size={18} className="text-up" />} text={answers[right] ?? ''} />
      <p className="rounded-control bg-s2 px-3 py-2.5 text-label font-normal text-text2">{explanation}</p>
    </div>
  )
}

type AnswerProps = Readonly<{ label: string; icon: ReactNode; text: string }>

const Answer = ({ label, icon, text }: AnswerProps) => (
  <p className="flex items-start gap-2.5 text-label font-normal">
    <span className="mt-px flex-none">{icon}</span>
    <span className="min-w-0">
      <span className="block text-meta text-text3">{label}</span>
      {text}
    </span>
  </p>
)

function Known({ answered: { question, answers, right, explanation } }: AnsweredProps) {
  return (
    <details className="group">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2.5 py-2.5 text-label font-normal [&::-webkit-details-marker]:hidden">
        <Check aria-hidden size={18} className="flex-none text-up" />
        <span className="min-w-0 flex-1">{question}</span>
        <ChevronDown aria-hidden size={18} className="flex-none text-text3 transition-transform group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-1.5 pb-3 pl-7 text-label font-normal">
        <p>{answers[right]}</p>
        <p className="text-text2">{explanation}</p>
      </div>
    </details>
  )
}
