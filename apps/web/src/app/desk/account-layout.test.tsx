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

type Kept = WireDeskLayout | null

/** A desk of somebody, with what their account has kept. */
async function open(
  owner: ReturnType<typeof nextOwner>,
  desk: Kept | (() => Promise<Kept>),
  keep: () => true | Promise<true> = () => true,
) {
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

  describe('of somebody else on this device', () => {
    /** Somebody arranged this desk and left it. */
    async function somebodyElse() {
      await open(nextOwner(), kept)
      await vi.waitFor(() => expect(useDeskLayout.getState().listWidth).toBe(360))
      leave()
    }
    const another: WireDeskLayout = { ...kept, listWidth: 410, pinned: null, hiddenColumns: [] }

    it('is not shown while the account’s is read, and a change meanwhile does not take the place of the account’s', async () => {
      await somebodyElse()
      const { promise, resolve } = Promise.withResolvers<Kept>()
      const { asked } = await open(nextOwner(), () => promise)
      expect(useDeskLayout.getState()).toMatchObject(USUAL_LAYOUT)
      expect(useHiddenColumns.getState().hidden).toEqual({})
      arrangeDesk({ ticketWidth: 411 })
      await new Promise((settled) => setTimeout(settled, 1000))
      resolve(another)
      await vi.waitFor(() => expect(useDeskLayout.getState()).toMatchObject({ listWidth: 410, ticketWidth: 400 }))
      expect(asked(layouts.keepDesk)).toEqual([])
    })

    it('is not given away by a change after a read that failed; the account’s is read again', async () => {
      await somebodyElse()
      const read = vi.fn<() => Promise<Kept>>().mockRejectedValueOnce(new TypeError('no connection')).mockResolvedValue(another)
      const { asked } = await open(nextOwner(), read)
      arrangeDesk({ ticketWidth: 411 })
      await new Promise((settled) => setTimeout(settled, 1000))
      expect(asked(layouts.keepDesk)).toEqual([])
      window.dispatchEvent(new Event('online'))
      await vi.waitFor(() => expect(useDeskLayout.getState()).toMatchObject({ listWidth: 410, ticketWidth: 400 }), { timeout: 5000 })
      expect(asked(layouts.keepDesk)).toEqual([])
    })
  })

  it('that is one’s own and was changed while the account’s was read is given to it', async () => {
    const owner = nextOwner()
    await open(owner, kept)
    await vi.waitFor(() => expect(useDeskLayout.getState().listWidth).toBe(360))
    leave()
    const { promise, resolve } = Promise.withResolvers<Kept>()
    const { asked } = await open(owner, () => promise)
    arrangeDesk({ listWidth: 333 })
    resolve(kept)
    await vi.waitFor(() => expect(asked(layouts.keepDesk)).toMatchObject([{ listWidth: 333 }]))
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
