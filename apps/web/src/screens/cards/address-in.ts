const URI = /^(?:[a-z]+:(?:\/\/)?)?(?:pay-)?([0-9A-Za-z]+)/u
const TRANSFER = '/transfer'

/**
 * The address in what a QR code or the clipboard says: itself, or the one that a payment link names (BIP-21, EIP-681).
 * A link that moves a token names the token's contract first, and the address among its details.
 */
export function addressIn(text: string): string {
  const written = text.trim()
  const [path = '', details = ''] = written.split('?')
  const named = path.endsWith(TRANSFER) ? new URLSearchParams(details).get('address') : null
  return named ?? URI.exec(path)?.[1] ?? written
}
