import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useQuery } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { rise, sit } from '../testing/console-harness.tsx'
import { useAct } from './use-act.ts'

/** Goal: what the console shows after an act is what the act left, even where the screen was still being read. */
afterEach(rise)

it('reads a screen anew that was first being read when the act was done', async () => {
  const answers: ((state: string) => void)[] = []
  function Desk() {
    const { act } = useAct()
    const list = useQuery({ queryKey: ['list'], queryFn: () => new Promise<string>((answer) => void answers.push(answer)) })
    return (
      <>
        <button
          type="button"
          onClick={() =>
            void act(
              () => Promise.resolve(),
              () => 'Done',
            )
          }
        >
          approve
        </button>
        <p>{list.data ?? 'nothing yet'}</p>
      </>
    )
  }
  sit(<Desk />)
  expect(answers).toHaveLength(1)
  fireEvent.click(screen.getByText('approve'))
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[0]?.('before the act')
  answers[1]?.('after the act')
  expect(await screen.findByText('after the act')).toBeDefined()
})
