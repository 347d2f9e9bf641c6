import type { CanonicalValue } from '@rueda/proof/canonical-json.ts'
import { executionHash, executionsHash, inputHashOf } from '@rueda/proof/input-chain.ts'
import type { Booked } from '@rueda/exchange/reruns/compare.ts'
import type { InputRecord } from '@rueda/exchange/reruns/input-record.ts'
import type { InputRow } from '../../venue/input-store.ts'

/** What a tape shows of the inputs and the executions of its day, and what stays a hash while an order is open (`docs/rules/proof.md` P.42). */
type Hidden = Readonly<{ hash: string }>
/** An execution as it is published: the order by its name in the chain. */
type TapedExecution = Readonly<{ order: string; price: string; quantity: string; at: number; resting: boolean }>
type PublishedInput = Readonly<{ record: InputRecord }> | Hidden

type ReadInput = Pick<InputRow, 'orderId' | 'record'>
export type Taped = Readonly<{
  inputs: readonly PublishedInput[]
  executions: readonly (TapedExecution | Hidden)[]
  executionsHash: string
}>

/** `open` has the orders that have not ended: neither they nor what was executed of them are told, for both tell the price they wait at. */
export function tapedOf(inputs: readonly ReadInput[], booked: readonly Booked[], open: ReadonlySet<string>): Taped {
  const read = inputs.map(({ orderId, record: text }) => ({ orderId, text, record: JSON.parse(text) as InputRecord }))
  const names = new Map(
    read.flatMap(({ orderId, record }) => (orderId !== null && 'order' in record ? [[orderId, record.order] as const] : [])),
  )
  const openNames = new Set([...open].map((orderId) => names.get(orderId)))
  const isHidden = (orderId: string | null, record: InputRecord): boolean =>
    (orderId !== null && open.has(orderId)) || ('terms' in record && record.terms.sibling !== null && openNames.has(record.terms.sibling))
  const executions = booked.map((each) => executionOf(each, names))
  const hashes = executions.map((execution) => executionHash(execution as unknown as CanonicalValue))
  return {
    inputs: read.map(({ orderId, text, record }) => (isHidden(orderId, record) ? { hash: hex(inputHashOf(text)) } : { record })),
    executions: executions.map((execution, index) =>
      openNames.has(execution.order) ? { hash: hex(hashes[index] ?? new Uint8Array()) } : execution,
    ),
    executionsHash: hex(executionsHash(hashes)),
  }
}

const executionOf = ({ orderId, price, quantity, at, resting }: Booked, names: ReadonlyMap<string, string>): TapedExecution => ({
  order: names.get(orderId) ?? '',
  ...{ price: String(price), quantity: String(quantity), at, resting },
})

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
