import { quizQuestions } from '@rueda/rules/permissions/quiz.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { z } from 'zod'
import { useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { Form } from '../../shared/forms/Form.tsx'
import { Failure } from '../../shared/failures/Failure.tsx'
import { useText } from '../../shared/text/text.ts'
import type { ApplyForm } from './Apply.tsx'

const choices = [0, 1, 2] as const
const wholeQuiz = z.object({ answers: z.array(z.number().nullable()).refine((answers) => !answers.includes(null)) })

/** Five questions with three answers each; which one is right only the server knows. */
export function QuizForm({ busy, error, onSend }: ApplyForm) {
  const t = useText('permissions')
  const form = useSchemaForm(wholeQuiz, { answers: quizQuestions.map(() => null) })
  const given = form.values.answers
  const send = () => form.send(({ answers }) => onSend({ quiz: answers.flatMap((answer) => answer ?? []) }))
  return (
    <Form className="gap-5" onSend={send}>
      <InlineMessage>{t('quiz.note')}</InlineMessage>
      {quizQuestions.map((question, at) => (
        <fieldset key={question}>
          <legend className="pb-2 text-row">{t(`quiz.${question}`)}</legend>
          {choices.map((answer) => (
            <label key={answer} className="flex min-h-11 items-center gap-3 text-label font-normal">
              <input
                type="radio"
                name={question}
                checked={given[at] === answer}
                onChange={() => form.change({ answers: given.with(at, answer) })}
                className="size-5 flex-none accent-accent"
              />
              {t(`quiz.${question}.${answer}`)}
            </label>
          ))}
        </fieldset>
      ))}
      {form.isWrong('answers') ? (
        <p role="alert" className="text-meta text-danger">
          {t('quiz.all')}
        </p>
      ) : null}
      <Failure error={error} />
      <Button type="submit" size="large" wide busy={busy}>
        {t('apply')}
      </Button>
    </Form>
  )
}
