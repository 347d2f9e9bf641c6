import { describe, expect, it } from 'vitest'
import { checkAddress } from '../cards/networks.ts'
import { addressOf } from './address.ts'

const key = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../gu) ?? [], (byte) => Number.parseInt(byte, 16))

describe('an address to pay to (docs/rules/cards.md E.12)', () => {
  it.each([
    ['BTC', '751e76e8199196d454941c45d1b3a323f1433bd6', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['ERC20', '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['ETH', 'fb6916095ca1df60bb79ce92ce3ea74c37c5d359', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
    ['TRC20', 'a614f803b6fd780986a42c78ec9c7f77e6ded13c', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ] as const)('on %s of %s', (network, hex, address) => expect(addressOf(network, key(hex))).toBe(address))

  it.each(['BTC', 'ERC20', 'ETH', 'TRC20'] as const)('on %s stands the check that customers’ own go through', (network) => {
    for (let byte = 5; byte < 256; byte += 5)
      expect(checkAddress(network, addressOf(network, new Uint8Array(20).fill(byte)))).not.toBe('wrong')
  })

  it('is made of twenty bytes', () => expect(() => addressOf('BTC', key('00'))).toThrow('20 bytes'))
})
