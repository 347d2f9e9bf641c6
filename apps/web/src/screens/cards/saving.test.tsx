import { type User, accounts } from '@rueda/contract/accounts.ts'
import { cards } from '@rueda/contract/cards.ts'
import { reference } from '@rueda/contract/reference.ts'
import { security } from '@rueda/contract/security.ts'
import { refusals } from '@rueda/rules/refusals.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { EditCard } from './EditCard.tsx'
import { EditWallet } from './EditWallet.tsx'

/** Goal: a destination is sent when it could be right, and what is missing is said at its field and gone to. */
afterEach(() => {
  sessionStorage.clear()
  leave()
})

const CBU = '2850590940090418135201'
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

const me: User = {
  ...{ id: '10000001', userNo: '10000001', username: null, email: 'ana@example.com', nickname: 'Ana', avatar: null, inviteCode: 'A' },
  ...{ kycStatus: 3, kycReason: null, hasPayPassword: 1, coolingEndTimestamp: null, coolingOffMs: 0, blockTradePermission: 0 },
  ...{ institution: 0, unreadCount: 0, locale: 'es', moneyMode: 'sim', frozen: 0, createTimeTimestamp: 1 },
}
const answers = (cardCodes: 0 | 1) => [
  answer(accounts.me, me),
  answer(reference.areas, []),
  answer(security.status, {
    ...{ authenticator: 0, authenticatorTimestamp: null, recoveryCodesLeft: 0, passkeys: [] },
    ...{ frozenBy: null, verifiedUntilTimestamp: null, cardCodes },
  }),
  answer(accounts.sendCode, { expireSeconds: 300, resendSeconds: 60, devCode: '123456' }),
  answer(cards.add, () => ({ refusedWith: refusals['pay_password.wrong'] })),
]
const bankForm = async (cardCodes: 0 | 1 = 0) => {
  const visited = await visit(EditCard, { at: 'pages/bcard/modify', answers: answers(cardCodes), signedIn: true })
  await screen.findByLabelText('Banco')
  return visited
}
const walletForm = async () => {
  const visited = await visit(EditWallet, { at: 'pages/vm/modify', answers: answers(0), signedIn: true })
  await screen.findByLabelText('Dirección')
  return visited
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const typeBank = (cardNo: string) => {
  type('CBU, CVU o alias', cardNo)
  type('Banco', 'Banco Macro')
  type('Titular', 'Ana')
  type('Clave de operaciones', 'a-password')
}
/** The sentences under the wrong fields. */
const said = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))

describe('a bank account', () => {
  it('says at each field what is missing, and goes to the first', async () => {
    const { asked } = await bankForm()
    expect(said()).toEqual([])
    save()
    await waitFor(() =>
      expect(said()).toEqual([
        'Ingresá el número de la cuenta o tarjeta',
        'Ingresá el banco',
        'Ingresá el titular de la cuenta',
        'Ingresá tu clave de operaciones',
      ]),
    )
    expect(document.activeElement).toBe(screen.getByLabelText('CBU, CVU o alias'))
    expect(asked(cards.add)).toEqual([])
  })

  it('says that a digit is wrong until it is right', async () => {
    const { asked } = await bankForm()
    typeBank(`${CBU.slice(0, -1)}2`)
    save()
    expect(await screen.findByText('Revisá el CBU: no es válido')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText('CBU, CVU o alias'))
    type('CBU, CVU o alias', CBU)
    await waitFor(() => expect(screen.queryByText('Revisá el CBU: no es válido')).toBeNull())
    expect(asked(cards.add)).toEqual([])
  })

  it('is sent without a code where its owner has not asked for one', async () => {
    const { asked } = await bankForm()
    typeBank(CBU)
    expect(screen.queryByRole('button', { name: 'Enviar código' })).toBeNull()
    save()
    await waitFor(() => expect(asked(cards.add)).toHaveLength(1))
    expect(asked(cards.add)[0]).toEqual({
      ...{ type: 'bank', countryCode: 'AR', currency: 'ARS', bankName: 'Banco Macro', accountName: 'Ana', cardNo: CBU },
      payPassword: 'a-password',
    })
  })

  it('takes a mailed code where its owner has, and goes to it while it is missing', async () => {
    const { asked } = await bankForm(1)
    typeBank(CBU)
    const send = await screen.findByRole('button', { name: 'Enviar código' })
    save()
    expect(await screen.findByText('El código tiene 6 dígitos')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText('Código de verificación'))
    fireEvent.click(send)
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Código de verificación').value).toBe('123456'))
    expect(asked(accounts.sendCode)).toMatchObject([{ type: 'card' }])
    save()
    await waitFor(() => expect(asked(cards.add)).toMatchObject([{ cardNo: CBU, code: '123456' }]))
  })
})

describe('an address', () => {
  it('needs its network first, then itself', async () => {
    const { asked } = await walletForm()
    save()
    await waitFor(() => expect(said()).toEqual(['Primero elegí la red', 'Ingresá tu clave de operaciones']))
    const first = screen.getByRole('button', { name: 'USDT · TRC20' })
    expect(document.activeElement).toBe(first)
    fireEvent.click(first)
    expect(await screen.findByText('Ingresá la dirección de la billetera')).toBeDefined()
    save()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Dirección')))
    expect(asked(cards.add)).toEqual([])
  })

  it('is said to be wrong while it is given, and is not sent', async () => {
    const { asked } = await walletForm()
    fireEvent.click(screen.getByRole('button', { name: 'BTC' }))
    type('Dirección', TRON)
    expect(screen.getByText('No es una dirección de la red BTC')).toBeDefined()
    type('Clave de operaciones', 'a-password')
    save()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Dirección')))
    expect(asked(cards.add)).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'USDT · TRC20' }))
    save()
    await waitFor(() => expect(asked(cards.add)).toEqual([{ type: 'vm', network: 'TRC20', address: TRON, payPassword: 'a-password' }]))
  })
})
