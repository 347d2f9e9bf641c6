import { agencyIds } from '@rueda/rules/follow/agency.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leave, visit } from '../../testing/screen-harness.tsx'
import { RuleGloss } from './RuleGloss.tsx'

/** Goal: whoever reads no English knows the rule too, with its own figures, and which text counts. */
afterEach(leave)

const written = async (id: (typeof agencyIds)[number]) => {
  await visit(() => <RuleGloss id={id} />, { at: '', answers: [] })
  return (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
}

it('says when it decides, what it holds, how it trades, what it costs and when it ends, from the parameters', async () => {
  const [every, holds, trades, costs] = await written('momentum')
  expect(every).toMatch(/^Decide con el cierre de la primera valuación de cada mes/u)
  expect(holds).toBe('Tiene en partes iguales las 10 que más subieron desde hace 126 cierres hasta hace 21.')
  expect(trades).toContain('Invierte 98,00% de la cuenta')
  expect(costs).toBe(
    'Cuesta 0,80% por año de administración, 20,00% de la ganancia sobre la marca máxima y 0,50% por terminar antes del plazo. Termina sola cuando vale 50,00% de su máximo.',
  )
  expect(screen.getByText(/Lo que vale es el texto de abajo, en inglés: la huella es la de ese texto/u)).toBeDefined()
})

it.each(agencyIds)('leaves no parameter of %s out', async (id) => {
  expect((await written(id)).join(' ')).not.toContain('{{')
})
