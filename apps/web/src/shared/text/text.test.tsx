import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useSettings } from '../device/settings.ts'
import { sayRefusal, speak, wholeText, useText } from './text.ts'

/** Goal: words are there in the chosen language, switch at once, and are never a key. */
function Buy() {
  const t = useText('common')
  return <p>{t('act.buy')}</p>
}

function Moved({ to }: Readonly<{ to: string }>) {
  const t = useText('transfers')
  return <p>{t('review.sentence', { amount: '$10,00', from: 'Cuenta US', to })}</p>
}

describe('words', () => {
  afterEach(cleanup)

  beforeEach(async () => {
    useSettings.setState({ language: 'es' })
    await wholeText()
  })

  it('are Spanish at first', () => {
    render(<Buy />)
    expect(screen.getByText('Comprar')).toBeDefined()
  })

  it('change with the language, on the screen that is open', async () => {
    render(<Buy />)
    await act(() => speak('ja'))
    expect(screen.getByText('買う')).toBeDefined()
    expect(useSettings.getState().languageSettled).toBe(true)
  })

  it('are English where a language lacks one, and never a key or nothing', async () => {
    const { words } = await import('./words/th.ts')
    const common: Record<string, string> = Object.entries(words).find(([file]) => file.endsWith('common.json'))?.[1] ?? {}
    const own = common['act.buy']
    delete common['act.buy']
    render(<Buy />)
    await act(() => speak('th'))
    await waitFor(() => expect(screen.getByText('Buy')).toBeDefined())
    common['act.buy'] = own ?? ''
  })

  it('end a sentence with one full stop, also after a name that ends with its own', () => {
    render(
      <>
        <Moved to="Efectivo para acciones de EE. UU." />
        <Moved to="Argentina" />
      </>,
    )
    expect(screen.getByText(/EE\. UU\.$/u).textContent).toBe('Pasás **$10,00** de Cuenta US a Efectivo para acciones de EE. UU.')
    expect(screen.getByText(/Argentina\.$/u)).toBeDefined()
  })

  it('name the figures of a refusal', () => {
    expect(sayRefusal(3007, { low: '551', high: '673' })).toBe('El precio está fuera del rango permitido, de 551 a 673.')
  })

  it('write the figures of a refusal as the language does', () => {
    expect(sayRefusal(3015, { limit: '500000.00', unit: 'USD' })).toContain('500.000,00 USD')
  })

  it('leave a code nobody knows to the server', () => {
    expect(sayRefusal(8123, {})).toBeNull()
  })
})
