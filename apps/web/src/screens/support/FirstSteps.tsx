import { type SupportTopic, supportTopics } from '@rueda/rules/support/thread.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Chip } from '@rueda/ui/choices/Chip.tsx'
import { ChevronDown } from 'lucide-react'
import { useCoolingOff } from '../../shared/security/cooling-off.ts'
import { useText } from '../../shared/text/text.ts'

type TopicChoiceProps = Readonly<{ topic: SupportTopic | null; onChoose: (topic: SupportTopic) => void }>

/** The topic of the question, chosen before its first message. */
export function TopicChoice({ topic, onChoose }: TopicChoiceProps) {
  const t = useText('support')
  return (
    <section aria-label={t('topic.ask')} className="flex flex-col gap-2.5">
      <h2 className="text-label text-text2">{t('topic.ask')}</h2>
      <div className="flex flex-wrap gap-x-2 gap-y-3">
        {supportTopics.map((each) => (
          <Chip key={each} selected={each === topic} onPress={() => onChoose(each)}>
            {t(`topic.${each}`)}
          </Chip>
        ))}
      </div>
    </section>
  )
}

const questions = ['deposit', 'withdrawal', 'order', 'identity', 'password'] as const

/** Common questions, for a customer who has not asked anything yet. */
export function CommonQuestions() {
  const t = useText('support')
  return (
    <section aria-label={t('faq')} className="flex flex-col gap-2.5">
      <h2 className="text-label text-text2">{t('faq')}</h2>
      <Card rows>
        {questions.map((each) => (
          <details key={each} className="group">
            <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 py-2 text-row [&::-webkit-details-marker]:hidden">
              {t(`faq.${each}.question`)}
              <ChevronDown aria-hidden size={18} className="flex-none text-text3 transition-transform group-open:rotate-180" />
            </summary>
            <p className="pb-3 text-label font-normal text-text2">{each === 'password' ? <PasswordAnswer /> : t(`faq.${each}.answer`)}</p>
          </details>
        ))}
      </Card>
    </section>
  )
}

/** A new password pauses withdrawals for as long as this server says, or not at all. */
function PasswordAnswer() {
  const t = useText('support')
  const { span, isNone } = useCoolingOff()
  return isNone ? t('faq.password.answer.plain') : t('faq.password.answer', { span })
}
