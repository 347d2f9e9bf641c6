import { suitability } from '@rueda/contract/suitability.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { questionIds } from '@rueda/rules/suitability/pool.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { Suitability } from './Suitability.tsx'

/** Goal: nobody is told what is right before the answers are in, everybody is told why afterwards, and the way leads back to what asked. */
afterEach(() => {
  sessionStorage.clear()
  leave()
})

type Standing = DataOf<typeof suitability.state>
type Result = DataOf<typeof suitability.answer>
const AT = Date.UTC(2026, 10, 20, 15)
const TICKET = 'pages/payment/future?code=SES-2026Z'
const page = `pages/setting/suitability?return=${encodeURIComponent(`/${TICKET}`)}`

const untaken: Standing = {
  ...{ status: 'open', validUntilTimestamp: null, renewFromTimestamp: null, pausedUntilTimestamp: null, triesLeft: 2, begun: 0 },
  terms: { questions: 8, needed: 6, triesADay: 2, validDays: 365, renewDays: 30 },
  last: null,
}
const attemptId = '0199aaaa-0000-7000-8000-000000000001'
const questions = questionIds.slice(0, 8).map((id, place) => ({
  ...({ id, topic: 'leverage', question: `¿Pregunta ${place + 1}?` } as const),
  answers: [`Primera de ${place + 1}`, `Segunda de ${place + 1}`, `Tercera de ${place + 1}`],
}))
const resultWith = (wrong: number): Result => ({
  ...{ attemptId, passed: wrong > 2 ? 0 : 1, right: 8 - wrong, handInTimestamp: AT },
  answers: questions.map((question, place) => ({
    ...question,
    ...{ given: 0, right: place < wrong ? 1 : 0, isRight: place < wrong ? 0 : 1, explanation: `Porque ${place + 1}` },
  })),
})

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
async function answerAll(): Promise<void> {
  for (const { question, answers } of questions) {
    await screen.findByText(question)
    fireEvent.click(screen.getByRole('radio', { name: answers[0] ?? '' }))
    await press(question === '¿Pregunta 8?' ? 'Entregar respuestas' : 'Siguiente')
  }
}

it('says what it is about, asks one question a step, and explains each mistake', async () => {
  let standing = untaken
  const { asked } = await visit(Suitability, {
    ...{ at: page, signedIn: true },
    answers: [
      answer(suitability.state, () => standing),
      answer(suitability.begin, { attemptId, questions }),
      answer(suitability.answer, () => {
        standing = { ...untaken, triesLeft: 1, last: resultWith(3) }
        return resultWith(3)
      }),
    ],
  })
  expect(await screen.findByText('8 preguntas, sin límite de tiempo')).toBeDefined()
  expect(screen.getByText('Te quedan 2 intentos; si no alcanzan, hay un día de pausa')).toBeDefined()
  await press('Empezar')
  expect(await screen.findByText('Pregunta 1 de 8')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Elegí una respuesta' }).getAttribute('aria-disabled')).toBe('true')
  await answerAll()
  expect(await screen.findByText('Todavía no')).toBeDefined()
  expect(asked(suitability.answer)).toEqual([{ attemptId, answers: questions.map(() => 0) }])
  expect(screen.getByText('5 de 8 correctas')).toBeDefined()
  for (const place of [1, 2, 3]) expect(screen.getByText(`Porque ${place}`)).toBeDefined()
  expect(screen.getAllByText('Respuesta correcta')).toHaveLength(3)
  expect(await screen.findByRole('button', { name: 'Intentar de nuevo' })).toBeDefined()
})

it('lets an answer be changed, and keeps what was answered over a reload', async () => {
  const answers = [answer(suitability.state, { ...untaken, begun: 1 }), answer(suitability.begin, { attemptId, questions })]
  await visit(Suitability, { at: page, signedIn: true, answers })
  await press('Seguir donde estabas')
  fireEvent.click(await screen.findByRole('radio', { name: 'Primera de 1' }))
  await press('Siguiente')
  await screen.findByText('Pregunta 2 de 8')
  await press('Anterior')
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Primera de 1' })).checked).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: 'Segunda de 1' }))
  leave()
  await visit(Suitability, { at: page, signedIn: true, answers })
  await press('Seguir donde estabas')
  expect(await screen.findByText('Pregunta 2 de 8')).toBeDefined()
  await press('Anterior')
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Segunda de 1' })).checked).toBe(true)
})

it('leads back to the order once it is passed', async () => {
  let standing = untaken
  const { place } = await visit(Suitability, {
    ...{ at: page, signedIn: true },
    answers: [
      answer(suitability.state, () => standing),
      answer(suitability.begin, { attemptId, questions }),
      answer(suitability.answer, () => {
        standing = { ...untaken, status: 'passed', validUntilTimestamp: AT, renewFromTimestamp: AT, last: resultWith(0) }
        return resultWith(0)
      }),
    ],
  })
  await press('Empezar')
  await answerAll()
  expect(
    await screen.findByText(/Hasta el 20\/11\/2026 podés abrir posiciones en futuros, monedas y metales, pedir préstamos/u),
  ).toBeDefined()
  await press('Volver a la orden')
  expect(place()).toBe(TICKET)
})

it.each([
  ['/pages/loan/index', 'Volver al préstamo'],
  ['/pages/robot/detail?id=grid', 'Volver al robot'],
  ['/pages/payment/follow?id=momentum&amount=100', 'Volver a la agencia'],
  ['/pages/product/placing?id=1', 'Volver a la colocación'],
  [`/${TICKET}`, 'Volver a la orden'],
])('leads back to what asked for it: %s', async (to, label) => {
  const done: Standing = { ...untaken, status: 'passed', validUntilTimestamp: AT, renewFromTimestamp: AT }
  const { place } = await visit(Suitability, {
    ...{ at: `pages/setting/suitability?return=${encodeURIComponent(to)}`, signedIn: true },
    answers: [answer(suitability.state, done)],
  })
  await press(label)
  expect(`/${place()}`).toBe(to)
})

it('says when a pause ends, and shows the last answers explained', async () => {
  const paused: Standing = { ...untaken, status: 'paused', pausedUntilTimestamp: AT, triesLeft: 0, last: resultWith(4) }
  await visit(Suitability, { at: 'pages/setting/suitability', signedIn: true, answers: [answer(suitability.state, paused)] })
  expect(await screen.findByText('En pausa')).toBeDefined()
  expect(screen.getByText(/Podés volver a intentarlo el 20-11-2026/u)).toBeDefined()
  expect(screen.getByText('Tu último intento')).toBeDefined()
  expect(screen.getByText('Porque 4')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Empezar' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Listo' })).toBeDefined()
})

it('says so when the state cannot be read', async () => {
  await visit(Suitability, {
    ...{ at: 'pages/setting/suitability', signedIn: true },
    answers: [answer(suitability.state, () => ({ refusedWith: 9000 }))],
  })
  expect(await screen.findByRole('button', { name: /Tocá para reintentar/u })).toBeDefined()
})
