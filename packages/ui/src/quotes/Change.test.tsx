import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Change, type ChangeProps } from './Change.tsx'
import { Money } from '../money/Money.tsx'
import { UiProvider, useUi } from '../provider/context.tsx'
import type { Language } from '../formats/languages.ts'

function Shown({ language, ...change }: ChangeProps & Readonly<{ language: Language }>) {
  const ui = useUi()
  return (
    <UiProvider value={{ ...ui, language }}>
      <Change {...change} />
    </UiProvider>
  )
}

function Hidden() {
  const ui = useUi()
  return (
    <UiProvider value={{ ...ui, language: 'es', hidesAmounts: true }}>
      <Money value="104386.29" currency="USD" own />
      <Money value="189.95" currency="USD" />
    </UiProvider>
  )
}

const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ')

describe('a change', () => {
  afterEach(cleanup)

  it.each([
    ['es', { absolute: '1.24', percent: '0.56' }, '+1,24 (+0,56%)', 'up 1,24, 0,56%'],
    ['es', { absolute: '-32', percent: '-0.39', currency: 'USD' }, '\u2212$32,00 (\u22120,39%)', 'down $32,00, 0,39%'],
    ['en', { percent: '2.06' }, '+2.06%', 'up 2.06%'],
    ['en', { percent: '0.004' }, '0.00%', 'unchanged'],
    ['es', { absolute: '-2.16', percent: '-0.002', currency: 'USD' }, '\u2212$2,16 (0,00%)', 'down $2,16, 0,00%'],
    ['es', { absolute: '0.00', percent: '0.00', currency: 'USD' }, '$0,00 (0,00%)', 'unchanged'],
    ['en', { absolute: '0.0012', percent: '0.0001', decimals: 4 }, '0.0012 (0.00%)', 'unchanged'],
    ['en', { absolute: '0', percent: '0' }, '0.00 (0.00%)', 'unchanged'],
  ] as const)('%s %o reads %s', (language, change, shown, spoken) => {
    const { container } = render(<Shown language={language} {...change} />)
    expect(plain(container.querySelector('[aria-hidden=true]:not(svg)')?.textContent ?? '')).toBe(shown)
    expect(plain(screen.getByText(/up|down|unchanged/).textContent)).toBe(spoken)
  })

  it('has a shape besides its colour', () => {
    const shapes = ['1', '-1', '0'].map((percent) => {
      const { container } = render(<Shown language="en" percent={percent} />)
      return container.querySelector('path')?.getAttribute('d')
    })
    expect(new Set(shapes).size).toBe(3)
  })

  it('is a dash when unknown', () => {
    const { container } = render(<Shown language="en" percent={null} />)
    expect(container.textContent).toBe('—')
  })
})

describe('private mode', () => {
  afterEach(cleanup)

  it('masks the account’s own money with four dots and leaves prices', () => {
    const { container } = render(<Hidden />)
    expect(container.textContent).toContain('••••')
    expect(container.textContent).not.toContain('104')
    expect(container.textContent).toContain('$189,95')
  })
})
