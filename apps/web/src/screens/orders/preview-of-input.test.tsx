import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Refused, answer, leave, visit } from '../../testing/screen-harness.tsx'
import { detailOf, previewOf, walletRow } from '../../testing/samples.ts'
import { Receipt } from './Receipt.tsx'
import { draftOf } from './ticket.ts'
import { type Preview } from './use-preview.ts'
import { useTicket } from './use-ticket.ts'

/** Goal: no figure of a ticket is of another order than the one that is typed. */
beforeEach(() => sessionStorage.clear())
afterEach(leave)

/** Refuses with what a core that is away is answered with. */
const AWAY: Refused = { refusedWith: 1001 }
const opening = draftOf({ side: 'buy', price: '', quantity: '6', timeInForce: 'DAY' })

function Typed() {
  const ticket = useTicket(detailOf('US', 'ABC'), opening)
  return (
    <>
      <input aria-label="size" value={ticket.draft.quantity} onChange={({ target }) => ticket.change({ quantity: target.value })} />
      <Receipt ticket={ticket} />
    </>
  )
}

const open = (second: () => Promise<Preview | Refused> | Refused) =>
  visit(Typed, {
    at: '',
    signedIn: true,
    answers: [
      answer(orders.preview, ({ quantity }) => (quantity === '6' ? previewOf({ estCost: '630.50' }) : second())),
      answer(positions.sizes, () => AWAY),
      answer(wallets.one, walletRow('STOCK', '49478.45')),
    ],
  })
const never = () => new Promise<Preview>(() => undefined)
const total = () => screen.getByText('Total').nextElementSibling?.textContent

const isAsking = () => screen.getByText('Total').closest('[aria-busy]')?.getAttribute('aria-busy') === 'true'
const type = (quantity: string) => fireEvent.change(screen.getByLabelText('size'), { target: { value: quantity } })

it('shows dashes for the order that is typed while its preview does not come', async () => {
  await open(never)
  await waitFor(() => expect(total()).toContain('630,50'))
  type('2')
  await waitFor(() => expect(total()).toBe('—'))
})

it('shows dashes where it was refused, also while it is asked for again', async () => {
  const answers = [AWAY]
  await open(() => answers.pop() ?? never())
  await waitFor(() => expect(total()).toContain('630,50'))
  type('2')
  await waitFor(() => expect(total()).toBe('—'))
  expect(isAsking()).toBe(false)
  await waitFor(() => expect(isAsking()).toBe(true))
  expect(total()).toBe('—')
})
