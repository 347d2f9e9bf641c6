import { type WireDeskLayout, layouts } from '@rueda/contract/layouts.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signIn, signOut } from '../../shared/security/session.ts'
import { useHiddenColumns } from '../../shared/lists/use-columns.tsx'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { useAccountLayout } from './account-layout.ts'
import { USUAL_LAYOUT, arrangeDesk, useDeskLayout } from './layout.ts'

/** Goal: another computer finds the desk as it was left, and no other person on this one (`docs/rules/layouts.md` P.1). */
let serial = 0
const nextOwner = () => ({ id: `desk-${(serial += 1)}`, name: 'Ana', email: 'ana@correo.test' })

beforeEach(() => {
  useDeskLayout.setState(USUAL_LAYOUT)
  useHiddenColumns.setState({ hidden: {} })
})
afterEach(leave)

const kept: WireDeskLayout = {
  ...{ railOpen: 1, list: 'holdings', listWidth: 360, ticketWidth: 400, tablesHeight: 320 },
  pinned: { stockCode: 'ARDV', market: 'US' },
  hiddenColumns: [{ table: 'positions', columns: ['today'] }],
}

function Desk() {
  useAccountLayout()
  return null
}

/** A desk of somebody, with what their account has kept. */
async function open(owner: ReturnType<typeof nextOwner>, desk: WireDeskLayout | null, keep: () => true | Promise<true> = () => true) {
  const page = await visit(Desk, { at: '', answers: [answer(layouts.desk, desk), answer(layouts.keepDesk, keep)] })
  signIn('token', owner)
  await vi.waitFor(() => expect(page.asked(layouts.desk)).toHaveLength(1))
  return page
}

describe('the layout of a desk', () => {
  it('that a guest arranged is given to an account that has none', async () => {
    arrangeDesk({ listWidth: 400 })
    const { asked } = await open(nextOwner(), null)
    await vi.waitFor(() => expect(asked(layouts.keepDesk)).toMatchObject([{ listWidth: 400, railOpen: 0, hiddenColumns: [] }]))
  })

  it('is the account’s, once it is opened', async () => {
    const { asked } = await open(nextOwner(), kept)
    await vi.waitFor(() => expect(useDeskLayout.getState()).toMatchObject({ railOpen: true, list: 'holdings', listWidth: 360 }))
    expect(useDeskLayout.getState().pinned).toEqual({ stockCode: 'ARDV', market: 'US' })
    expect(useHiddenColumns.getState().hidden).toEqual({ positions: ['today'] })
    expect(asked(layouts.keepDesk)).toEqual([])
  })

  it('is given once more when it has settled after a change, as it is then', async () => {
    const { asked } = await open(nextOwner(), kept)
    await vi.waitFor(() => expect(useDeskLayout.getState().listWidth).toBe(360))
    for (const listWidth of [361, 362, 363]) arrangeDesk({ listWidth })
    useHiddenColumns.setState({ hidden: {} })
    await vi.waitFor(() => expect(asked(layouts.keepDesk)).toHaveLength(1), { timeout: 5000 })
    expect(asked(layouts.keepDesk)).toMatchObject([{ listWidth: 363, hiddenColumns: [] }])
  })

  it('of somebody else on this device is not given to an account that has none', async () => {
    await open(nextOwner(), kept)
    await vi.waitFor(() => expect(useDeskLayout.getState().listWidth).toBe(360))
    leave()
    const { asked } = await open(nextOwner(), null)
    await vi.waitFor(() => expect(asked(layouts.keepDesk)).toMatchObject([{ listWidth: USUAL_LAYOUT.listWidth, pinned: null }]))
    expect(useDeskLayout.getState()).toMatchObject(USUAL_LAYOUT)
  })

  it('that could not be given is given when the app starts again, and not lost to the older one', async () => {
    const owner = nextOwner()
    const first = await open(owner, kept, () => Promise.reject(new TypeError('no connection')))
    await vi.waitFor(() => expect(useDeskLayout.getState().listWidth).toBe(360))
    arrangeDesk({ listWidth: 300 })
    await vi.waitFor(() => expect(first.asked(layouts.keepDesk)).toHaveLength(1), { timeout: 5000 })
    leave()
    const { asked } = await open(owner, kept)
    await vi.waitFor(() => expect(asked(layouts.keepDesk)).toMatchObject([{ listWidth: 300 }]))
    expect(useDeskLayout.getState().listWidth).toBe(300)
  })

  it.each([
    ['a guest', () => signOut()],
    ['a practice account', () => signIn('token', { id: 'p', name: 'Práctica', email: '' })],
  ])('of %s stays on the device', async (_, enter) => {
    const { asked } = await visit(Desk, { at: '', answers: [answer(layouts.desk, kept), answer(layouts.keepDesk, true)] })
    enter()
    arrangeDesk({ listWidth: 420 })
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect([...asked(layouts.desk), ...asked(layouts.keepDesk)]).toEqual([])
    expect(useDeskLayout.getState().listWidth).toBe(420)
  })
})
