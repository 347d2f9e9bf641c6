import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConfirmHold } from './ConfirmHold.tsx'
import { UiProvider, useUi } from '../provider/context.tsx'

/** Goal: money moves only on a deliberate press, and once. Method: a pressed button and a simulated clock. */
const confirm = vi.fn()

function WithUi(props: Partial<ComponentProps<typeof ConfirmHold>>) {
  const ui = useUi()
  const [byTap, setByTap] = useState(false)
  return (
    <UiProvider value={{ ...ui, confirmsByTap: byTap, onConfirmsByTap: setByTap }}>
      <ConfirmHold label="Hold to buy" tapLabel="Buy" onConfirm={confirm} {...props} />
    </UiProvider>
  )
}

const bar = () => screen.getByRole('button', { name: 'Hold to buy' })
const wait = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))
const down = (at = { clientX: 0, clientY: 0 }) => fireEvent.pointerDown(bar(), { isPrimary: true, button: 0, ...at })

describe('holding', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    confirm.mockClear()
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
  })

  it('confirms at 350 ms and once', () => {
    render(<WithUi />)
    down()
    wait(349)
    expect(confirm).not.toHaveBeenCalled()
    wait(1)
    expect(confirm).toHaveBeenCalledTimes(1)
    fireEvent.pointerUp(bar())
    fireEvent.click(bar(), { detail: 1 })
    wait(1000)
    expect(confirm).toHaveBeenCalledTimes(1)
  })

  it('let go early does nothing but say how', () => {
    render(<WithUi />)
    down()
    wait(200)
    fireEvent.pointerUp(bar())
    wait(1000)
    expect(confirm).not.toHaveBeenCalled()
    expect(screen.getByText('Keep holding')).toBeDefined()
  })

  it('moved more than 10 px does nothing', () => {
    render(<WithUi />)
    down({ clientX: 50, clientY: 20 })
    fireEvent.pointerMove(bar(), { clientX: 58, clientY: 28 })
    wait(1000)
    expect(confirm).not.toHaveBeenCalled()
  })

  it('takes a held Enter, and not a tapped one', () => {
    render(<WithUi />)
    fireEvent.keyDown(bar(), { key: 'Enter' })
    fireEvent.keyUp(bar(), { key: 'Enter' })
    wait(1000)
    expect(confirm).not.toHaveBeenCalled()
    fireEvent.keyDown(bar(), { key: ' ' })
    fireEvent.keyDown(bar(), { key: ' ', repeat: true })
    wait(350)
    expect(confirm).toHaveBeenCalledTimes(1)
  })

  it('takes the click of assistive technology at once', () => {
    render(<WithUi />)
    fireEvent.click(bar(), { detail: 0 })
    expect(confirm).toHaveBeenCalledTimes(1)
  })

  it('becomes a plain button for whoever chose one tap', () => {
    render(<WithUi />)
    fireEvent.click(screen.getByText('I prefer one tap to holding'))
    fireEvent.click(screen.getByRole('button', { name: 'Buy' }), { detail: 1 })
    expect(confirm).toHaveBeenCalledTimes(1)
  })

  it.each([{ pending: true }, { disabled: true }])('takes nothing while %o', (state) => {
    render(<WithUi {...state} />)
    const button = screen.getAllByRole('button')[0]
    if (button === undefined) throw new Error('no button')
    fireEvent.pointerDown(button, { isPrimary: true, button: 0 })
    fireEvent.click(button, { detail: 0 })
    wait(1000)
    expect(confirm).not.toHaveBeenCalled()
  })
})
