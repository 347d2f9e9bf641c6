import { staff } from '@rueda/contract/admin/staff.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, rise, sit } from '../../testing/console-harness.tsx'
import { EmergencyBanner } from './EmergencyBanner.tsx'
import { EmergencyDoor } from './EmergencyDoor.tsx'

/** Goal: nobody uses the emergency account unseen, and opening it takes both keys and a cause. */
afterEach(rise)

const [openedTimestamp, endTimestamp] = [1_773_241_260_000, 1_773_244_860_000]
const sealed = { state: 'sealed' as const, sealedTimestamp: 1, openedTimestamp: null, cause: null, endTimestamp: null }
const opened = { state: 'opened' as const, sealedTimestamp: 1, openedTimestamp, cause: 'Two lost telephones', endTimestamp }

it('everybody reads that it is open, until when and why; whoever may not shut it gets no button', async () => {
  sit(<EmergencyBanner />, [answer(staff.emergency, opened)])
  const alarm = await screen.findByRole('alert')
  expect(alarm.textContent).toMatch(/The emergency account is open since .+, until .+ at the latest\./)
  expect(alarm.textContent).toContain('Two lost telephones')
  expect(screen.queryByRole('button')).toBeNull()
})

it.each([
  ['is sealed', sealed],
  ['was shut again', { ...opened, endTimestamp: null }],
])('nothing is said while it %s', async (_, state) => {
  sit(<EmergencyBanner />, [answer(staff.emergency, state)])
  await Promise.resolve()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('the door opens with two keys and a cause, and with nothing less', () => {
  sit(<EmergencyDoor />)
  const open = screen.getByRole('button', { name: 'Open for an hour' })
  const isShut = () => open.hasAttribute('disabled') || open.getAttribute('aria-disabled') === 'true'
  for (const [label, value] of [
    ['First key', 'AAAA-BBBB'],
    ['Second key', 'CCCC-DDDD'],
    ['Why', 'Two lost telephones'],
  ] as const) {
    expect(isShut()).toBe(true)
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  }
  expect(isShut()).toBe(false)
})
