import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { AmountInput } from './AmountInput.tsx'
import { UiProvider, useUi } from '../provider/context.tsx'
import type { Language } from '../formats/languages.ts'
import { UNREADABLE } from './typing.ts'

function Amount({ language, decimals }: Readonly<{ language: Language; decimals: number }>) {
  const [value, setValue] = useState('')
  return (
    <UiProvider value={{ ...useUi(), language }}>
      <AmountInput label="Amount" value={value} decimals={decimals} error={value === '' ? null : 'too much'} onChange={setValue} />
      <output>{value}</output>
    </UiProvider>
  )
}

const field = (): HTMLInputElement => screen.getByLabelText('Amount')

/** Each key behind the last one, as a keyboard does it. */
function type(keys: string): void {
  for (const data of keys) fireEvent.input(field(), { target: { value: field().value + data }, inputType: 'insertText', data })
}

const erase = () => fireEvent.input(field(), { target: { value: field().value.slice(0, -1) }, inputType: 'deleteContentBackward' })

const show = (language: Language, decimals = 2) => void render(<Amount language={language} decimals={decimals} />)
const seen = () => [field().value, screen.getByRole('status').textContent]

describe('an amount typed by hand', () => {
  afterEach(cleanup)

  it.each([
    ['es', '1500', '1.500', '1500'],
    ['es', '1500,50', '1.500,50', '1500.50'],
    ['es', '1.500', '1.500', '1500'],
    ['es', '1.500,50', '1.500,50', '1500.50'],
    ['es', '1.5', '1.5', '1.5'],
    ['es', '1500.5', '1500.5', '1500.5'],
    ['en', '1,500', '1,500', '1500'],
    ['en', '1,500.25', '1,500.25', '1500.25'],
    ['en', '1e5', '1e5', ''],
    ['es', '1.5000', '1.5000', ''],
  ] as const)('%s: %s shows %s and is %s', (language, keys, shown, value) => {
    show(language)
    type(keys)
    expect(seen()).toEqual([shown, value])
  })

  it('is shown as it was understood once the field is left', () => {
    show('es')
    type('1.5')
    fireEvent.blur(field())
    expect(seen()).toEqual(['1,5', '1.5'])
  })

  it('says what is wrong with a letter, which goes again with it', () => {
    show('en')
    type('1e')
    fireEvent.blur(field())
    expect(screen.getByRole('alert').textContent).toBe('Only digits make an amount')
    erase()
    expect(seen()).toEqual(['1', '1'])
  })

  it('is not empty for a field that may stay empty', () => {
    const given: string[] = []
    render(<AmountInput label="Amount" value="" unreadable={UNREADABLE} onChange={(value) => given.push(value)} />)
    type('e')
    expect(given).toEqual([UNREADABLE])
  })

  it('says that no third decimal is taken, whatever else is wrong', () => {
    show('en')
    type('1.505')
    expect(seen()).toEqual(['1.50', '1.50'])
    expect(screen.getByRole('alert').textContent).toBe('At most 2 decimals')
  })

  it('does not read parts of a share as more shares', () => {
    show('es', 0)
    type('1,5')
    expect(seen()).toEqual(['1,5', ''])
  })
})
