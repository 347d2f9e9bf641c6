import { type QuizQuestion, quizQuestions } from '@rueda/rules/permissions/quiz.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useState } from 'react'
import { Failure } from '../../shared/failures/Failure.tsx'
import { useText } from '../../shared/text/text.ts'
import type { ApplyForm } from './Apply.tsx'

const answers = [0, 1, 2] as const

/** Five questions with three answers each; which one is right only the server knows. */
export function QuizForm({ busy, error, onSend }: ApplyForm) {
  const t = useText('permissions')
  const [chosen, setChosen] = useState<Readonly<Partial<Record<QuizQuestion, number>>>>({})
  const [asked, setAsked] = useState(false)
  const all = quizQuestions.flatMap((question) => chosen[question] ?? [])
  const isWhole = all.length === quizQuestions.length
  const send = (): void => {
    setAsked(true)
    if (isWhole) onSend({ quiz: all })
  }
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <InlineMessage>{t('quiz.note')}</InlineMessage>
      {quizQuestions.map((question) => (
        <fieldset key={question}>
          <legend className="pb-2 text-row">{t(`quiz.${question}`)}</legend>
          {answers.map((answer) => (
            <label key={answer} className="flex min-h-11 items-center gap-3 text-label font-normal">
              <input
                type="radio"
                name={question}
                checked={chosen[question] === answer}
                onChange={() => setChosen({ ...chosen, [question]: answer })}
                className="size-5 flex-none accent-accent"
              />
              {t(`quiz.${question}.${answer}`)}
            </label>
          ))}
        </fieldset>
      ))}
      {asked && !isWhole ? (
        <p role="alert" className="text-meta text-danger">
          {t('quiz.all')}
        </p>
      ) : null}
      <Failure error={error} />
      <Button type="submit" size="large" wide busy={busy}>
        {t('apply')}
      </Button>
    </form>
  )
}
