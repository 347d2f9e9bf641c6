import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Choice } from '../../app/Choice.tsx'
import { rise, sit } from '../../testing/console-harness.tsx'
import { DecisionKeys } from './DecisionKeys.tsx'

/** Goal: keys lead to a decision and never make one: what they lead to is seen first, and is pressed like any button. */
afterEach(rise)

const approve = vi.fn<() => void>()
const refuse = vi.fn<(reason: string) => void>()

function Decision({ isHeld }: Readonly<{ isHeld: boolean }>) {
  const [reason, setReason] = useState<'first' | 'second' | null>(null)
  return (
    <DecisionKeys isHeld={isHeld}>
      <textarea aria-label="note" />
      <div data-key="a">
        <button type="button" onClick={approve}>
          approve
        </button>
      </div>
      <div data-key="r">
        <Choice numbered label="reasons" options={['first', 'second']} value={reason} onChange={setReason} nameOf={(each) => each} />
        {reason === null ? null : (
          <div data-next>
            <button type="button" onClick={() => refuse(reason)}>
              refuse
            </button>
          </div>
        )}
      </div>
      <div data-key="w">
        <textarea aria-label="answer" />
        <div data-confirm>
          <button type="button" onClick={approve}>
            send
          </button>
        </div>
      </div>
    </DecisionKeys>
  )
}

function Desk() {
  const [isHeld, hold] = useState(false)
  return (
    <>
      <button type="button" onClick={() => hold(!isHeld)}>
        change
      </button>
      <Decision isHeld={isHeld} />
    </>
  )
}

const press = (key: string, more: KeyboardEventInit = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
const focused = () => document.activeElement?.textContent
const shown = () => waitFor(() => expect(document.querySelector('[data-keys=on]')).not.toBeNull())
const open = async () => {
  approve.mockClear()
  refuse.mockClear()
  sit(<Desk />)
  await shown()
}

describe('a key', () => {
  it('leads to the button and presses nothing', async () => {
    await open()
    press('a')
    expect(focused()).toBe('approve')
    expect(approve).not.toHaveBeenCalled()
  })

  it('leads to the reasons, and a digit chooses one and goes on to the button', async () => {
    await open()
    press('r')
    press('2')
    expect(focused()).toBe('refuse')
    expect(refuse).not.toHaveBeenCalled()
    fireEvent.click(document.activeElement ?? document.body)
    expect(refuse).toHaveBeenCalledWith('second')
  })

  it('that is a digit means nothing before its letter, and one without a choice nothing at all', async () => {
    await open()
    press('1')
    expect(screen.queryByText('refuse')).toBeNull()
    press('r')
    press('9')
    expect(screen.queryByText('refuse')).toBeNull()
  })

  it('means nothing before the decision has been on the screen for a moment', () => {
    approve.mockClear()
    sit(<Desk />)
    press('a')
    expect(document.activeElement).toBe(document.body)
  })

  it('means nothing while somebody writes, holds it down or presses it with another', async () => {
    await open()
    screen.getByLabelText('note').focus()
    press('a')
    expect(document.activeElement).toBe(screen.getByLabelText('note'))
    screen.getByLabelText('note').blur()
    press('a', { repeat: true })
    press('a', { ctrlKey: true })
    expect(document.activeElement).toBe(document.body)
  })

  it('means nothing while something that changed was not read, and again only after a moment', async () => {
    await open()
    fireEvent.click(screen.getByText('change'))
    press('a')
    expect(focused()).not.toBe('approve')
    fireEvent.click(screen.getByText('change'))
    press('a')
    expect(focused()).not.toBe('approve')
    await shown()
    press('a')
    expect(focused()).toBe('approve')
  })

  it('means nothing behind a prompt', async () => {
    await open()
    const prompt = document.createElement('dialog')
    prompt.setAttribute('open', '')
    document.body.append(prompt)
    press('a')
    prompt.remove()
    expect(document.activeElement).toBe(document.body)
  })
})

it('Ctrl and Enter send the answer that is being written, and nothing out of another field', async () => {
  await open()
  press('w')
  expect(document.activeElement).toBe(screen.getByLabelText('answer'))
  press('Enter')
  expect(approve).not.toHaveBeenCalled()
  press('Enter', { ctrlKey: true })
  expect(approve).toHaveBeenCalledTimes(1)
  screen.getByLabelText('note').focus()
  press('Enter', { ctrlKey: true })
  expect(approve).toHaveBeenCalledTimes(1)
})
