import { agreements } from '@rueda/contract/agreements.ts'
import { switches } from '@rueda/contract/switches.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { type Wallet, wallets } from '@rueda/contract/wallets.ts'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { allWallets, onePage, walletRow } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { SendBlock } from './SendBlock.tsx'
import { useSendBlock } from './use-send-block.ts'

/** Goal: a block is sent only with its money there; what is missing of it is said with the way to it. */
afterEach(leave)

function Block({ side }: Readonly<{ side: 'buy' | 'sell' }>) {
  const sent = useSendBlock({ side, total: '5000.00', onDone: () => undefined })
  const direction = side === 'buy' ? 0 : 1
  return <SendBlock input={{ stockCode: 'ARDV', direction, quantity: '1000', price: '5.00' }} side={side} {...sent} />
}

const open = (side: 'buy' | 'sell', rows: readonly Wallet[]) =>
  visit(() => <Block side={side} />, {
    at: 'pages/product/blocktrade',
    signedIn: true,
    answers: [
      answer(wallets.all, allWallets(...rows)),
      answer(transfers.list, onePage([])),
      answer(transfers.exchangeOffer, { exchange: null }),
      answer(switches.off, []),
      answer(agreements.standing, { due: [], accepted: [] }),
    ],
  })

describe('the hold that sends a block', () => {
  it('is there where the cash for shares pays it', async () => {
    await open('buy', [walletRow('STOCK', '5000.00')])
    expect(await screen.findByRole('button', { name: 'Comprar' })).toBeDefined()
  })

  it('waits for a transfer where another wallet has the money', async () => {
    await open('buy', [walletRow('STOCK', '4000.00'), walletRow('US_WALLET', '9000.00')])
    const way = await screen.findByRole('link', { name: 'Te faltan $1.000,00: transferir' })
    expect(way.getAttribute('href')).toContain('to=STOCK&from=US_WALLET&amount=1000.00')
    expect(screen.queryByRole('button', { name: 'Comprar' })).toBeNull()
  })

  it('waits for a deposit where all of them have too little', async () => {
    await open('buy', [walletRow('STOCK', '4000.00'), walletRow('US_WALLET', '900.00')])
    const way = await screen.findByRole('link', { name: 'Faltan $100,00 en todas tus billeteras: depositar' })
    expect(way.getAttribute('href')).toBe('#/pages/deposit/index')
  })

  it('needs no money for a sale', async () => {
    await open('sell', [walletRow('STOCK', '0.00')])
    expect(await screen.findByRole('button', { name: 'Vender' })).toBeDefined()
  })
})
