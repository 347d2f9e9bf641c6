import { hmacSha256, joinBytes, sha256 } from '../mining/sha256.ts'

/**
 * The draw of new shares (`docs/rules/ipo.md` E.2). It follows from what is published: the list of applications that stood at the close, a
 * secret that was committed to before the window, and a value that nobody of the brokerage chooses. There is no clock, no chance and no
 * person in it; the server, the customer's browser and anybody else come to the same.
 */
export type Application = Readonly<{ number: string; lots: number }>
export type DrawInputs = Readonly<{
  applications: readonly Application[]
  /** Lots that there are to allot. */
  quota: number
  /** 32 bytes, in hexadecimal digits. */
  secret: string
  /** The public value: of a beacon, or the number of the offering. */
  entropy: string
}>

export type Drawn = Readonly<{ number: string; lots: number; key: string; rank: number; allotted: number }>
export type Draw = Readonly<{ list: string; listHash: string; commitment: string; seed: string; results: readonly Drawn[] }>

/** Every application in a line, by number: what everybody hashes. */
export const canonicalList = (applications: readonly Application[]): string =>
  applications
    .toSorted((a, b) => compare(a.number, b.number))
    .map(({ number, lots }) => `${number}:${lots}`)
    .join('\n')

export const hashOfText = (text: string): string => hexOf(sha256(bytesOf(text)))
export const commitmentTo = (secret: string): string => hexOf(sha256(fromHex(secret)))

/** The results come by rank. */
export function drawShares({ applications, quota, secret, entropy }: DrawInputs): Draw {
  const list = canonicalList(applications)
  const listHash = sha256(bytesOf(list))
  const seed = hmacSha256(fromHex(secret), joinBytes(listHash, bytesOf(entropy)))
  const ranked = applications
    .map((application) => ({ ...application, key: hexOf(hmacSha256(seed, bytesOf(application.number))) }))
    .toSorted((a, b) => compare(a.key, b.key) || compare(a.number, b.number))
  const allotted = allot(
    ranked.map(({ lots }) => lots),
    quota,
  )
  return {
    ...{ list, listHash: hexOf(listHash), commitment: commitmentTo(secret), seed: hexOf(seed) },
    results: ranked.map((each, at) => ({ ...each, rank: at + 1, allotted: allotted[at] ?? 0 })),
  }
}

/**
 * Lots by rank: everybody all of it where there is enough; otherwise one each to as many as half the quota allows, and the rest in
 * proportion to what is still asked for, each rounded down and what is left over one by one to the largest remainders.
 */
export function allot(asked: readonly number[], quota: number): readonly number[] {
  const total = asked.reduce((sum, lots) => sum + lots, 0)
  if (total <= quota) return asked
  const base = Math.min(Math.floor(quota / 2), asked.length)
  const first = asked.map((_, at) => (at < base ? 1 : 0))
  const rest = proRata(
    asked.map((lots, at) => lots - (first[at] ?? 0)),
    quota - base,
  )
  return first.map((lots, at) => lots + (rest[at] ?? 0))
}

/** Shares out whole parts in proportion, by the largest remainder; of equal remainders the earlier comes first. None gets more than it asked for. */
export function proRata(asked: readonly number[], parts: number): readonly number[] {
  const total = asked.reduce((sum, each) => sum + BigInt(each), 0n)
  if (total <= BigInt(parts)) return asked
  const exact = asked.map((each, at) => ({ at, product: BigInt(each) * BigInt(parts) }))
  const given = exact.map(({ product }) => Number(product / total))
  let left = parts - given.reduce((sum, each) => sum + each, 0)
  for (const { at } of exact.toSorted((a, b) => order(b.product % total, a.product % total) || a.at - b.at)) {
    if (left === 0) break
    given[at] = (given[at] ?? 0) + 1
    left -= 1
  }
  return given
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const order = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

const MAX_ASCII = 0x7f
/** Numbers of applications and public values are plain ASCII, a byte a sign. */
function bytesOf(text: string): Uint8Array {
  const bytes = Uint8Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > MAX_ASCII) throw new Error('a draw is of ASCII texts')
  return bytes
}
const HEXADECIMAL = 16
const HEX_OF_BYTE = 2
const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(HEXADECIMAL).padStart(HEX_OF_BYTE, '0')).join('')
const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / HEX_OF_BYTE }, (_, at) =>
    Number.parseInt(hex.slice(at * HEX_OF_BYTE, (at + 1) * HEX_OF_BYTE), HEXADECIMAL),
  )
