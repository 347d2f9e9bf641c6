import { type DepositChannel, deposits } from '@rueda/contract/deposits.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'

/** Goal: who says that coins are on their way shows it by the transaction, a screenshot or both; practising takes no pictures. */
const uploadPicture = vi.fn<() => Promise<string>>()
vi.doMock('../../shared/pictures/upload.ts', () => ({ uploadPicture }))
vi.doMock('../../shared/pictures/prepare-picture.ts', () => ({
  preparePicture: () => Promise.resolve({ blob: new Blob(), preview: 'blob:small', flaws: [] }),
}))
// Modules are shared by the files of a worker; these are loaded anew for this one.
vi.resetModules()
const { SentForm } = await import('./SentForm.tsx')
const { signIn } = await import('../../shared/security/session.ts')
const { answer, leave, visit } = await import('../../testing/screen-harness.tsx')
afterAll(() => {
  vi.doUnmock('../../shared/pictures/upload.ts')
  vi.doUnmock('../../shared/pictures/prepare-picture.ts')
  vi.resetModules()
})

const PICTURE = '/web/file/01a1fd22-b178-7ed2-a02c-6916a8f97829'
const HASH = 'ab'.repeat(32)
beforeEach(() => uploadPicture.mockReset().mockResolvedValue(PICTURE))
afterEach(leave)

const channel: DepositChannel = {
  ...{ id: 'USDT-TRC20', type: 'crypto', currency: 'USDT', network: 'TRC20', channel: 'chain', address: 'T1', memo: null, qrCode: 'T1' },
  ...{ minAmount: '1.00', maxAmount: '1000000', confirmations: 3, blockSeconds: 20, feeRate: '0', bankInfo: null },
  ...{ creditWallet: 'US_WALLET', creditCurrency: 'USD', rateToWallet: '1', spreadPct: '0', waitingAmount: '0', enabled: 1, simulated: 1 },
}

const open = () => {
  const taken = answer(deposits.create, () => ({ refusedWith: 4012 }))
  return visit(() => <SentForm channel={channel} />, { at: 'pages/deposit/wallet', answers: [taken], signedIn: true })
}
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const typeAmount = (value: string) =>
  fireEvent.input(document.querySelector('input[inputmode=decimal]') ?? document.body, { target: { value } })
const attach = async () => {
  const picture = new File([], 'sent.png', { type: 'image/png' })
  fireEvent.change(document.querySelector('input[type=file]') ?? document.body, { target: { files: [picture] } })
  await waitFor(() => expect(uploadPicture).toHaveBeenCalled())
}
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Avisar' }))

it('sends the transaction alone, the screenshot alone, or both', async () => {
  const { asked } = await open()
  send()
  expect(await screen.findByText('Ingresá el monto')).toBeDefined()
  expect(screen.getByText('Poné la transacción o subí la captura')).toBeDefined()
  expect(document.activeElement?.getAttribute('inputmode')).toBe('decimal')
  typeAmount('100')
  type(/Transacción/, HASH)
  send()
  await waitFor(() => expect(asked(deposits.create)).toEqual([{ channelId: 'USDT-TRC20', amount: '100', txHash: HASH }]))
  await attach()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Avisar' }).getAttribute('aria-disabled')).not.toBe('true'))
  send()
  await waitFor(() =>
    expect(asked(deposits.create)[1]).toEqual({ channelId: 'USDT-TRC20', amount: '100', txHash: HASH, proofImg: PICTURE }),
  )
  type(/Transacción/, '')
  send()
  await waitFor(() => expect(asked(deposits.create)[2]).toEqual({ channelId: 'USDT-TRC20', amount: '100', proofImg: PICTURE }))
})

it('lets no wrong transaction through beside a screenshot', async () => {
  const { asked } = await open()
  typeAmount('100')
  await attach()
  type(/Transacción/, 'zz')
  send()
  expect(await screen.findByText('Son 64 cifras hexadecimales.')).toBeDefined()
  expect(asked(deposits.create)).toEqual([])
})

it('keeps everything when the picture does not arrive, and sends it without or with another', async () => {
  const { asked } = await open()
  typeAmount('100')
  type(/Transacción/, HASH)
  uploadPicture.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await attach()
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(screen.getByLabelText(/Transacción/)).toHaveProperty('value', HASH)
  expect(document.querySelector('input[inputmode=decimal]')).toHaveProperty('value', '100')
  send()
  await waitFor(() => expect(asked(deposits.create)).toEqual([{ channelId: 'USDT-TRC20', amount: '100', txHash: HASH }]))
  await attach()
  await waitFor(() => expect(uploadPicture).toHaveBeenCalledTimes(2))
  send()
  await waitFor(() => expect(asked(deposits.create)[1]).toHaveProperty('proofImg', PICTURE))
})

it('takes no picture while practising', async () => {
  await open()
  signIn('token', { id: '1', name: 'Práctica', email: '' })
  await waitFor(() => expect(document.querySelector('input[type=file]')).toBeNull())
  expect(screen.getByLabelText(/Transacción/)).toBeDefined()
})
