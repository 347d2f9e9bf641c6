import { type SuitabilityResult, suitability } from '@rueda/contract/suitability.ts'
import { BlockerButton } from '@rueda/ui/actions/BlockerButton.tsx'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { StepBar } from '@rueda/ui/layout/StepBar.tsx'
import { classes } from '@rueda/ui/look/classes.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useEffect, useRef, useState } from 'react'
import { useKept } from '../../shared/device/kept.ts'
import { Failure } from '../../shared/failures/Failure.tsx'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import type { Attempt } from './Suitability.tsx'

type QuestionsProps = Readonly<{ attempt: Attempt; onDone: (result: SuitabilityResult) => void }>

/** One question a step. Answers can be changed until all are handed in, and outlast a reload. */
export function Questions({ attempt: { attemptId, questions }, onDone }: QuestionsProps) {
  const titles = useText('titles')
  const t = useText('suitability')
  const { offline, text } = useUi()
  const [given, keep, forget] = useKept<readonly (number | null)[]>(
    `suitability.${attemptId}`,
    questions.map(() => null),
  )
  const [at, goTo] = useState(() => firstUnanswered(given))
  const handingIn = useCall(suitability.answer, {
    onDone: (result) => {
      forget()
      onDone(result)
    },
  })
  const question = questions[at]
  if (question === undefined) throw new Error('an attempt has a question at every step')
  const answers = given.filter((answer) => answer !== null)
  const isLast = at === questions.length - 1
  const bar = (
    <>
      {at === 0 ? null : (
        <Button tone="secondary" size="large" wide disabled={handingIn.pending} onPress={() => goTo(at - 1)}>
          {t('previous')}
        </Button>
      )}
      <BlockerButton
        label={t(isLast ? 'handIn' : 'next')}
        busy={handingIn.pending}
        onPress={() => (isLast ? void handingIn.run({ attemptId, answers }) : goTo(at + 1))}
        blockers={[
          { when: given[at] === null, label: t('choose') },
          { when: isLast && answers.length < questions.length, label: t('choose'), onPress: () => goTo(firstUnanswered(given)) },
          { when: isLast && offline, label: text.offline },
        ]}
      />
    </>
  )
  return (
    <Screen title={titles('suitability')} stickyBar={bar}>
      <StepBar step={at + 1} steps={questions.length} label={t('progress', { num: String(at + 1), total: String(questions.length) })} />
      <Question key={question.id} question={question} given={given[at] ?? null} onGive={(answer) => keep(given.with(at, answer))} />
      {isLast ? <p className="text-center text-meta text-text3">{t('handInNote')}</p> : null}
      <Failure error={handingIn.error} />
    </Screen>
  )
}

const firstUnanswered = (given: readonly (number | null)[]): number => {
  const place = given.indexOf(null)
  return place < 0 ? given.length - 1 : place
}

type QuestionProps = Readonly<{
  question: Attempt['questions'][number]
  given: number | null
  onGive: (answer: number) => void
}>

function Question({ question: { id, topic, question, answers }, given, onGive }: QuestionProps) {
  const t = useText('suitability')
  const legend = useRef<HTMLLegendElement>(null)
  // Each question is read out: the first takes the place of the button that began.
  useEffect(() => legend.current?.focus(), [])
  return (
    <Card>
      <fieldset>
        <legend ref={legend} tabIndex={-1} className="w-full pb-3 outline-none">
          <span className="block pb-1 text-meta text-text3">{t(`topic.${topic}`)}: </span>
          <span className="block text-nav">{question}</span>
        </legend>
        <div className="flex flex-col gap-2.5">
          {answers.map((answer, place) => (
            <label
              key={answer}
              className={classes(
                'flex min-h-12 cursor-pointer items-center gap-3 rounded-control border px-3 py-2.5 text-row font-normal',
                given === place ? 'border-accent bg-accent-tint' : 'border-line bg-s2',
              )}
            >
              <input
                type="radio"
                name={id}
                checked={given === place}
                onChange={() => onGive(place)}
                className="size-5 flex-none accent-accent"
              />
              <span className="min-w-0">{answer}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </Card>
  )
}
