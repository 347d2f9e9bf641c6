import { expect, it } from 'vitest'
import { addressIn } from './address-in.ts'

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const ETHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const CONTRACT = '0xdAC17F958D2ee523a2206206994597C13D831ec7'

it.each([
  ['an address', TRON, TRON],
  ['one with room around it', `  ${BITCOIN}\n`, BITCOIN],
  ['a link to pay Bitcoin', `bitcoin:${BITCOIN}?amount=0.01&label=Ana`, BITCOIN],
  ['a link to pay on Tron', `tron:${TRON}?amount=5`, TRON],
  ['a link to pay ether on a chain', `ethereum:${ETHER}@1?value=1e18`, ETHER],
  ['a link that says it pays', `ethereum:pay-${ETHER}`, ETHER],
  ['a link to pay a token: never its contract', `ethereum:${CONTRACT}@1/transfer?address=${ETHER}&uint256=1e6`, ETHER],
  ['nothing of it', '¡hola!', '¡hola!'],
])('%s', (_, text, address) => expect(addressIn(text)).toBe(address))
