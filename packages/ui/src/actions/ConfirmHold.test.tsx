import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConfirmHold } from './ConfirmHold.tsx'
import { UiProvider, useUi } from '../provider/context.tsx'
import { SheetOpenProvider } from '../sheets/sheet-open.ts'

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

describe('by two keys at once', () => {
  beforeEach(() => confirm.mockClear())
  afterEach(cleanup)
  /** A key pressed some time after the button came on screen. */
  const pressAfter = (ms: number, more: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true, ...more })
    Object.defineProperty(event, 'timeStamp', { value: shownAt + ms })
    act(() => void window.dispatchEvent(event))
  }
  let shownAt = 0
  const shown = (props: Partial<ComponentProps<typeof ConfirmHold>> = {}) => {
    render(<WithUi {...props} />)
    shownAt = performance.now()
  }

  it('confirms what has been seen for as long as a hold takes', () => {
    shown()
    pressAfter(400)
    expect(confirm).toHaveBeenCalledTimes(1)
  })
  it('confirms nothing by the keys that brought it, nor by keys that are kept down or were meant for something else', () => {
    shown()
    pressAfter(0)
    pressAfter(300)
    pressAfter(400, { repeat: true })
    pressAfter(400, { ctrlKey: false })
    expect(confirm).not.toHaveBeenCalled()
  })
  it('confirms nothing while it is off, or in a sheet that slides away', () => {
    shown({ disabled: true })
    pressAfter(400)
    cleanup()
    render(
      <SheetOpenProvider value={false}>
        <WithUi />
      </SheetOpenProvider>,
    )
    shownAt = performance.now()
    pressAfter(400)
    expect(confirm).not.toHaveBeenCalled()
  })
})

describe('a hold that is on its way', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    confirm.mockClear()
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
  })
  it('confirms nothing once its sheet closes', () => {
    const { rerender } = render(
      <SheetOpenProvider value>
        <WithUi />
      </SheetOpenProvider>,
    )
    down()
    wait(200)
    rerender(
      <SheetOpenProvider value={false}>
        <WithUi />
      </SheetOpenProvider>,
    )
    wait(1000)
    expect(confirm).not.toHaveBeenCalled()
  })
  it('by a key ends with the key, whatever other keys are down by then', () => {
    render(<WithUi />)
    fireEvent.keyDown(bar(), { key: 'Enter' })
    wait(60)
    fireEvent.keyUp(bar(), { key: 'Enter', ctrlKey: true })
    wait(1000)
    expect(confirm).not.toHaveBeenCalled()
  })
})
